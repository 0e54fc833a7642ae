import path from 'node:path';
import { dataFolder, launch, untilReady } from '../../api/test/process/product.ts';
import { remove } from '../../api/test/process/traces.ts';
import { connect } from '../../core/src/core.ts';
import { startPostgres } from '../../core/src/embedded-postgres/start-postgres.ts';
import { buildWeb, FRAME, LIST_MAX, LOGIN_MAX, readManifest, weightOf } from '../build-web.ts';
import { type BenchRow, median } from './harness.ts';

const KB = 1_000;
const DAILY = 'src/activities/list/my-activities.tsx';

/** What a browser loads of JavaScript, compressed, beside what is allowed. */
export function benchWeb(): BenchRow[] {
  if (!buildWeb()) throw new Error('The web could not be built.');
  const manifest = readManifest();
  if (!manifest[DAILY]) throw new Error(`Nothing was built of ${DAILY}.`);
  const row = { unit: 'kB', limitName: 'lo acordado, comprimido', most: 1 } as const;
  return [
    {
      name: 'web: JavaScript del inicio de sesión',
      ours: weightOf(manifest, 'index.html') / KB,
      limit: LOGIN_MAX / KB,
      ...row,
    },
    {
      name: 'web: JavaScript de Mis actividades',
      ours: weightOf(manifest, ...FRAME, DAILY) / KB,
      limit: LIST_MAX / KB,
      ...row,
    },
  ];
}

const ROUNDS = 3;

/** Measures the start of the process on an empty folder and on its own folder, beside the start of PostgreSQL alone. */
export async function benchStarts(): Promise<BenchRow[]> {
  const durations = { cold: [], warm: [], bareCold: [], bareWarm: [] } as Record<'cold' | 'warm' | 'bareCold' | 'bareWarm', number[]>;
  for (let round = 0; round < ROUNDS; round++) {
    const [ours, bare] = [dataFolder(), dataFolder()];
    durations.bareCold.push(await postgresAlone(path.join(bare, 'data')));
    durations.cold.push(await product(ours));
    durations.bareWarm.push(await postgresAlone(path.join(bare, 'data')));
    durations.warm.push(await product(ours));
    for (const folder of [ours, path.join(bare, 'data'), bare]) remove(folder);
  }
  return [
    {
      name: 'arranque en frío',
      ours: median(durations.cold),
      limit: median(durations.bareCold),
      limitName: 'solo su PostgreSQL: initdb y arranque',
    },
    { name: 'arranque en caliente', ours: median(durations.warm), limit: median(durations.bareWarm), limitName: 'solo su PostgreSQL' },
  ];
}

async function product(dataDir: string): Promise<number> {
  const began = performance.now();
  const one = await launch(dataDir);
  await untilReady(one);
  const took = performance.now() - began;
  one.child.kill('SIGTERM');
  await one.exited;
  return took;
}

async function postgresAlone(dataDir: string): Promise<number> {
  const began = performance.now();
  const server = await startPostgres({ dataDir });
  const db = connect(server.url, { poolSize: 1 });
  await db.raw('select 1');
  const took = performance.now() - began;
  await db.destroy();
  await server.stop();
  return took;
}
