/** `npm run soak` measures what a process keeps in memory under load (docs/reliability.md). Options: `-- --minutes 30`, `--rate 80`. */
import { parseArgs } from 'node:util';
import { endWithLauncher } from '../leash.ts';
import { countRise, heapGrowth, soak } from './growth.ts';
import { reportPromises } from './measurement.ts';

/** The number of open files varies by this many from moment to moment. */
const NOISE = 5;

endWithLauncher();
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' }, rate: { type: 'string', default: '80' } } });
const points = await soak(Number(values.rate), Number(values.minutes), ({ heapMib, ...point }) =>
  console.log({ heapMib: heapMib.toFixed(1), ...point }),
);
console.table(points.map((point) => ({ ...point, heapMib: point.heapMib.toFixed(1) })));
const highest = (figure: 'memoryMib' | 'failed') => Math.max(...points.map((point) => point[figure]));
reportPromises([
  { name: 'MiB de montículo por cada 10,000 peticiones', measured: heapGrowth(points), most: 1 },
  { name: 'memoria del proceso, MiB', measured: highest('memoryMib'), most: 400 },
  { name: 'descriptores de más en la segunda mitad', measured: countRise(points, 'descriptors'), most: NOISE },
  { name: 'conexiones de más en la segunda mitad', measured: countRise(points, 'connections'), most: NOISE },
  { name: 'peticiones fallidas', measured: highest('failed'), most: 0 },
]);
