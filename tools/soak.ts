/** `npm run soak`: what a process holds on to under load (reliability, T24). `-- --minutes 30`, `--rate 80`. */
import { parseArgs } from 'node:util';
import { endWithLauncher } from './leash.ts';
import { soak } from './load/soak.ts';

endWithLauncher();
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' }, rate: { type: 'string', default: '80' } } });
const { points, growth } = await soak(Number(values.rate), Number(values.minutes));
console.table(points.map((point) => ({ ...point, heapMb: point.heapMb.toFixed(1) })));
console.log(`El montículo crece ${growth.toFixed(2)} MB por cada 10,000 peticiones.`);
