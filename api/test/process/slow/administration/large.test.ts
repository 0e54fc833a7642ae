import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generate } from '../../../../../core/seeds/generate.ts';
import { deep, expectWithin } from '../../../../../core/test/deep.ts';
import { startAdmin } from '../../administration/admin.ts';
import { type Company, company } from '../../administration/command-company.ts';
import { dataFolder, launch, untilReady } from '../../product.ts';
import { isLinux, processesOn, remove, sql } from '../../traces.ts';

const SLOW = 600_000;
const ACTIVITIES = deep(100_000, 4_000);
/** Recovery time. */
const RESTORED_MS = 5 * 60_000;
const GROWTH_MB = 100;

let large: Company;
let shelf: string;
beforeAll(async () => {
  large = await company();
  shelf = dataFolder();
  await generate(large.db, { activities: ACTIVITIES, comments: ACTIVITIES }, new Date());
  await large.db.raw(`insert into activity_history (activity_id, act, channel, at, to_status)
    select id, 'register', 'system', created_at, 'not_started' from activities`);
}, SLOW);
afterAll(async () => {
  await large.close();
  remove(shelf);
}, SLOW);

/** How long it took and the most memory it had, in megabytes. */
async function measured(typed: readonly string[], env: Record<string, string>) {
  const began = performance.now();
  const { child, ended } = startAdmin(typed, env);
  let peak = 0;
  const watch = setInterval(() => {
    try {
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
    } catch {} // it has just ended
  }, 20);
  const { status, err } = await ended;
  clearInterval(watch);
  if (status !== 0) throw new Error(err);
  return { ms: Math.round(performance.now() - began), mb: Math.round(peak) };
}

/** Node collects early with it, so that the peak is what the command holds and not what it could have let go. */
const FRUGAL = { NODE_OPTIONS: '--max-semi-space-size=2 --max-old-space-size=96' };

it.runIf(isLinux)(
  `${ACTIVITIES} activities with comments and history are exported in as much memory as none`,
  async () => {
    const env = { ...large.env, ...FRUGAL };
    const nothing = await measured(['migrate', '--dry-run'], env);
    const workbook = await measured(['export-all', path.join(shelf, 'workbook')], env);
    console.log(`${ACTIVITIES} activities: ${JSON.stringify({ nothing, workbook })}`);
    expect(workbook.mb - nothing.mb).toBeLessThan(GROWTH_MB);
  },
  SLOW,
);

it.runIf(isLinux)(
  `${ACTIVITIES} activities go to a backup and into an embedded database, in as much memory as none`,
  async () => {
    const [place, dataDir] = [path.join(shelf, 'large'), path.join(shelf, 'data')];
    const nothing = await measured(['migrate', '--dry-run'], large.env);
    const backup = await measured(['backup', '--output', place], large.env);
    const restored = await measured(['restore', '--from', place], { DATA_DIR: dataDir });
    console.log(`${ACTIVITIES} activities: ${JSON.stringify({ nothing, backup, restored })}`);
    expect(Math.max(backup.mb, restored.mb) - nothing.mb).toBeLessThan(GROWTH_MB);
    expectWithin(backup.ms + restored.ms, RESTORED_MS);
    expect(processesOn(dataDir)).toEqual([]);

    const product = await launch(dataDir);
    try {
      await untilReady(product);
      expect(await sql(dataDir, 'select count(*) from activities')).toEqual([{ count: ACTIVITIES }]);
      await expect(measured(['restore', '--from', place, '--replace', '--yes'], { DATA_DIR: dataDir })).rejects.toThrow(
        'Bitácora ya está en marcha',
      );
      await measured(['backup', '--output', path.join(shelf, 'beside')], { DATA_DIR: dataDir });
    } finally {
      product.child.kill('SIGTERM');
      expect(await product.exited).toBe(0);
      remove(dataDir);
    }
  },
  SLOW,
);
