import { setTimeout as pause } from 'node:timers/promises';
import { type Database, migrateTo, type StoredTable, schemaOf, storedTables } from '@bitacora/core/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deep, expectWithin } from '../../../../core/test/deep.ts';
import { type OutsidePostgres, outsidePostgres } from '../outside-postgres.ts';
import { dataFolder, until } from '../product.ts';
import { admin, startAdmin } from './admin.ts';
import { fillEarlier } from './earlier-company.ts';
import { earlierWorker } from './earlier-worker.ts';

/** The last migration of version 1.1.2; from there on they only add. */
const RELEASED = '0053_tell_changes';
const ACTIVITIES = deep(100_000, 2_000);
const SLOW = deep(900_000, 120_000);
/** How long the upgrade of an earlier company may take. */
const LOCKED_MAX_MS = 5_000;
const MIGRATED_MAX_MS = 60_000;
const MARK = 'earlier worker';

let postgres: OutsidePostgres;
let db: Database;
let tables: StoredTable[];
let later: string[];
beforeAll(async () => {
  postgres = await outsidePostgres({}, dataFolder());
  db = postgres.db;
  const { pending } = await schemaOf(db);
  const released = pending.filter((name) => name <= RELEASED);
  later = pending.filter((name) => name > RELEASED);
  await migrateTo(db, released);
  await fillEarlier(db, ACTIVITIES);
  tables = await storedTables(db);
}, SLOW);
afterAll(() => postgres.close());

const columnList = ({ columns }: StoredTable) => columns.map((name) => `"${name}"`).join(', ');
const ofWorker: Record<string, string> = { comments: 'body', activity_history: "coalesce(note, '')", outbox: 'key' };
/** The rows in the columns of version 1.1.2, but for those that the worker adds. */
const rowsOf = (table: StoredTable) =>
  `select ${columnList(table)} from ${table.name} where ${ofWorker[table.name] ?? "''"} not like '${MARK}%'`;

/** How many rows each table has, and a sum of what they say. */
async function sums(on: Database): Promise<Record<string, string>> {
  const checksums: Record<string, string> = {};
  for (const table of tables) {
    const { rows } = await on.raw(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as sum from (${rowsOf(table)}) as t`,
    );
    checksums[table.name] = rows[0].sum;
  }
  return checksums;
}
const isSomebodyWaiting = async () => (await db.raw('select from pg_locks where not granted')).rows.length > 0;

it(
  'an upgrade alters no row, holds nobody up for long and outlives a kill, while the earlier version goes on working',
  async () => {
    expect(later.length).toBeGreaterThan(0);
    const before = await sums(db);
    expect(Object.entries(before).filter(([, sum]) => sum.startsWith('0 '))).toEqual([]);
    const { worked, stop } = earlierWorker(postgres.url, MARK);

    // A long reader, such as a backup, locks a table. The upgrade waits for it, and nobody waits for the upgrade.
    const reader = await db.transaction();
    await reader.raw('lock table outbox in access share mode');
    const killed = startAdmin(['migrate'], { DATABASE_URL: postgres.url });
    await until(isSomebodyWaiting);
    await pause(LOCKED_MAX_MS + 1_000);
    expect(worked.acts).toBeGreaterThan(10);
    await until(isSomebodyWaiting);
    killed.child.kill('SIGKILL');
    await killed.ended;
    await reader.rollback();
    expect((await schemaOf(db)).pending).toEqual(later);

    const began = performance.now();
    const { status, out } = await admin(['migrate', '--json'], { DATABASE_URL: postgres.url });
    const migratedMs = performance.now() - began;
    expect([status, JSON.parse(out)]).toEqual([0, { applied: later }]);
    await until(
      (
        (acts) => () =>
          worked.acts > acts + 10
      )(worked.acts),
    );
    await stop();

    console.log(
      `Upgrade of ${ACTIVITIES} activities: ${Math.round(migratedMs)} ms; ${worked.acts} acts meanwhile, the longest ${Math.round(worked.longestMs)} ms.`,
    );
    expect(worked.faults).toEqual([]);
    expectWithin(worked.longestMs, LOCKED_MAX_MS);
    expectWithin(migratedMs, MIGRATED_MAX_MS);
    for (const [table, column] of Object.entries(ofWorker)) {
      const { rows } = await db.raw(`select count(*)::integer as rows from ${table} where ${column} like '${MARK}%'`);
      expect([table, rows[0].rows]).toEqual([table, worked.acts]);
    }
    expect(await sums(db)).toEqual(before);
  },
  SLOW,
);

it(
  'what the earlier version writes, in its columns, is still taken by every table',
  async () => {
    const before = await sums(db);
    const trx = await db.transaction();
    try {
      await trx.raw('set local session_replication_role = replica');
      for (const table of tables) {
        await trx.raw(`create temporary table earlier on commit drop as ${rowsOf(table)}; delete from ${table.name}`);
        await trx.raw(`insert into ${table.name} (${columnList(table)}) overriding system value select * from earlier; drop table earlier`);
      }
      expect(await sums(trx)).toEqual(before);
    } finally {
      await trx.rollback();
    }
  },
  SLOW,
);
