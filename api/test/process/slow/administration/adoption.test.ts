import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DEMO_PASSWORD } from '@bitacora/core/seeds/demo';
import { type Database, readSchema, storedTables } from '@bitacora/core/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadRelease120 } from '../../../../../core/test/release-1.2.0/load.ts';
import { everythingIn } from '../../../../../core/test/tables.ts';
import { describeSchema } from '../../../../../tools/schema/describe-schema.ts';
import { sealManifest } from '../../../../src/commands/backups/backup-folder.ts';
import { schemaTexts } from '../../../../src/messages/start.ts';
import { restoration } from '../../../../src/messages/verification.ts';
import { browser } from '../../../browser.ts';
import { admin, startAdmin } from '../../administration/admin.ts';
import { type OutsidePostgres, outsidePostgres } from '../../outside-postgres.ts';
import { dataFolder, launch, until, untilReady } from '../../product.ts';
import { remove } from '../../traces.ts';

const SLOW = 240_000;
/** One that nobody else has: without this the data folder of a restore would be shared. */
let dataDir: string;
let postgres: OutsidePostgres;
let db: Database;
let env: Record<string, string>;
/** The schema of a new database, and the migrations that make it. */
let fresh: { text: string; applied: string[] };
beforeAll(async () => {
  const migrated = await outsidePostgres();
  fresh = { text: await describeSchema(migrated.db), applied: (await readSchema(migrated.db)).applied };
  await migrated.close();
  dataDir = dataFolder();
  postgres = await outsidePostgres({}, dataFolder());
  db = postgres.db;
  env = { DATABASE_URL: postgres.url, DATA_DIR: dataDir };
}, SLOW);
afterAll(async () => {
  await postgres.close();
  remove(dataDir);
});

async function become120(choice?: { isDemo: boolean }) {
  await db.raw('drop schema public cascade; create schema public');
  await loadRelease120(postgres.url, choice);
}
const bookkeeping = () => db('knexMigrations').orderBy('id').pluck('name');
/** Columns that the migration moves to another table. */
const MOVED = ['imported_at'];
const columnList = (columns: readonly string[]) =>
  columns
    .filter((name) => !MOVED.includes(name))
    .map((name) => `"${name}"`)
    .join(', ');

/** The migration moves what this table says to the people. */
const MOVED_TABLE = 'list_sizes';

/** How many rows each table of 1.2.0 has, and a sum of what its columns of then say. */
async function sumTables(tables: Awaited<ReturnType<typeof storedTables>>): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const { name, columns } of tables) {
    const { rows } = await db.raw(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as sum from (select ${columnList(columns)} from ${name}) as t`,
    );
    sums[name] = rows[0].sum;
  }
  return sums;
}

it(
  'an empty database of 1.2.0 gets the schema that a new one has, once',
  async () => {
    await become120();
    const dryRun = await admin(['migrate', '--dry-run', '--json'], env);
    expect(JSON.parse(dryRun.out)).toEqual({ pending: fresh.applied.slice(1) });
    expect(await bookkeeping()).toHaveLength(74);

    expect(JSON.parse((await admin(['migrate', '--json'], env)).out)).toEqual({ applied: fresh.applied.slice(1) });
    expect(await describeSchema(db)).toBe(fresh.text);
    expect(await bookkeeping()).toEqual(fresh.applied);
    expect(await admin(['migrate'], env)).toEqual({ status: 0, out: 'La base de datos está al día.\n', err: '' });
  },
  SLOW,
);

const isSomebodyWaiting = async () => (await db.raw('select from pg_locks where not granted')).rows.length > 0;

it(
  'an adoption waits for a writer, outlives a kill and alters no row of the demo company',
  async () => {
    await become120({ isDemo: true });
    const tables = (await storedTables(db)).filter(({ name }) => name !== MOVED_TABLE);
    const before = await sumTables(tables);
    const writer = await db.transaction();
    await writer.raw('lock table outbox in row exclusive mode');
    const killed = startAdmin(['migrate'], env);
    // A lock that waits is given up after some seconds, so that nobody queues behind it, and asked for again.
    await until(isSomebodyWaiting);
    await pause(6_000);
    await until(isSomebodyWaiting);
    killed.child.kill('SIGKILL');
    await killed.ended;
    await writer.rollback();
    expect(await bookkeeping()).toHaveLength(74);

    expect(await admin(['migrate'], env)).toMatchObject({ status: 0, err: '' });
    expect(await describeSchema(db)).toBe(fresh.text);
    expect(await sumTables(tables)).toEqual({ ...before, admin_history: expect.stringMatching(/^1 /) });
  },
  SLOW,
);

it(
  'a database on which 1.2.0 still works is not migrated, by a command or a start',
  async () => {
    await become120();
    // As 1.2.0 names its connections.
    const earlier = await db.transaction();
    await earlier.raw("set local application_name = 'bitacora'");
    try {
      expect(await admin(['migrate'], env)).toMatchObject({ status: 1, out: '', err: expect.stringContaining(schemaTexts.earlierRuns) });
      const product = await launch(dataDir, postgres.settings);
      expect(await product.exited).not.toBe(0);
      expect(product.output()).toContain(schemaTexts.earlierRuns);
      expect(await bookkeeping()).toHaveLength(74);
    } finally {
      await earlier.rollback();
    }
    expect(await admin(['migrate'], env)).toMatchObject({ status: 0, err: '' });
  },
  SLOW,
);

it(
  'the demo company of 1.2.0 works after a start: people log in, activities read, the history verifies',
  async () => {
    await become120({ isDemo: true });
    const product = await launch(dataDir, postgres.settings);
    try {
      await untilReady(product);
      expect(await bookkeeping()).toEqual(fresh.applied);
      const { email } = await db('users').where({ isActive: true }).orderBy('id').first();
      const { client } = browser(product.url);
      await client.logIn({ email, password: DEMO_PASSWORD });
      const { id, description } = await db('activities').orderBy('id').first();
      expect(await client.readActivity({ activityId: id })).toMatchObject({ id, description });
    } finally {
      product.child.kill('SIGTERM');
      expect(await product.exited).toBe(0);
    }
    expect(await db('activities').count({ count: '*' })).toEqual([{ count: 316 }]);
    const { checked } = JSON.parse((await admin(['verify', '--json'], env)).out) as { checked: { name: string; findings: string[] }[] };
    expect(checked.filter(({ name, findings }) => name !== 'images' && findings.length > 0)).toEqual([]);
  },
  SLOW,
);

/** Makes a backup and lets it say that it was made under these migrations. */
async function backUp(schema: readonly string[]): Promise<string> {
  const place = path.join(dataFolder(), 'backup');
  expect(await admin(['backup', '--output', place], env)).toMatchObject({ status: expect.any(Number) });
  const file = path.join(place, 'manifest.json');
  const { seal, ...manifest } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, sealManifest({ ...manifest, schema: [...schema] }));
  return place;
}

it(
  'a backup of 1.2.0 is restored and adopted',
  async () => {
    await become120({ isDemo: true });
    const place = await backUp(await bookkeeping());
    const { activities, comments, activity_history: history } = await everythingIn(db);
    await db.raw('drop schema public cascade; create schema public');
    await db.destroy();
    const restored = await admin(['restore', '--from', place], env);
    db.initialize();
    expect(restored.out).toContain('Se restauró todo');
    expect(await bookkeeping()).toEqual(fresh.applied);
    expect(await describeSchema(db)).toBe(fresh.text);
    const now = await everythingIn(db);
    expect([now.activities?.length, now.comments, now.activity_history]).toEqual([activities?.length, comments, history]);
    remove(path.dirname(place));
  },
  SLOW,
);

it(
  'a database and a backup of before 1.2.0 are refused with the version to pass through',
  async () => {
    await become120({ isDemo: true });
    const older = (await bookkeeping()).slice(0, -1);
    const place = await backUp(older);
    await db('knexMigrations').whereNotIn('name', older).delete();
    for (const typed of [['migrate'], ['migrate', '--dry-run'], ['backup', '--output', path.join(dataDir, 'refused')]])
      expect(await admin(typed, env)).toMatchObject({ status: 1, out: '', err: expect.stringContaining(schemaTexts.olderSchema) });
    const product = await launch(dataDir, postgres.settings);
    expect(await product.exited).not.toBe(0);
    expect(product.output()).toContain(schemaTexts.olderSchema);
    expect(await bookkeeping()).toEqual(older);

    await db.raw('drop schema public cascade; create schema public');
    await db.destroy();
    const restored = await admin(['restore', '--from', place], env);
    db.initialize();
    expect(restored).toMatchObject({ status: 1, err: expect.stringContaining(restoration.older) });
    remove(path.dirname(place));
  },
  SLOW,
);
