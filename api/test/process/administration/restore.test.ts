import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { migrateTo, schemaOf } from '@bitacora/core/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPerson, given, NOW } from '../../../../core/test/factories.ts';
import { everythingIn } from '../../../../core/test/tables.ts';
import { type KeptTable, type Manifest, sealed } from '../../../src/admin/backups/backup-folder.ts';
import { dataFolder, launch, untilReady } from '../product.ts';
import { remove } from '../traces.ts';
import { admin } from './admin.ts';
import { type Company, company } from './company.ts';

const SLOW = 300_000;
let demo: Company;
let other: Company;
let shelf: string;
let place: string;
beforeAll(async () => {
  demo = await company({ isDemo: true });
  other = await company();
  shelf = dataFolder();
  place = path.join(shelf, 'demo');
  const person = await given(demo.db).person();
  await given(demo.db).session(person);
  await demo.db('topics').where('id', '=', 1).update({ description: 'tab\t, line\n, \\N, \\., "quoted", ñ, 🙂' });
  await given(demo.db).topic(); // and its number with it
  await demo
    .db('topics')
    .where({ id: (await given(demo.db).topic()).id })
    .delete();
  const result = await admin(['backup', '--output', place], demo.env);
  if (result.status !== 0) throw new Error(result.err);
}, SLOW);
afterAll(async () => {
  await Promise.all([demo.close(), other.close()]);
  remove(shelf);
}, SLOW);

/** Closes our own connections during the restore, because a restore refuses a database in use. */
async function restoreInto({ env, db }: Company, folder = place, ...more: string[]) {
  await db.destroy();
  const ended = await admin(['restore', '--from', folder, ...more], env);
  db.initialize();
  return ended;
}
const contentsOf = async ({ db }: Company) => {
  const { sessions, installation = [], admin_history = [], ...rest } = await everythingIn(db);
  // A backup and a restore are noted once they are made: no backup knows of itself.
  const isOfCopies = (row: string) => /,system\.(backUp|restore),/.test(row);
  return {
    ...rest,
    installation: installation.filter((row) => !row.startsWith('(backupAt,')),
    admin_history: admin_history.filter((row) => !isOfCopies(row)),
  };
};
function imagesOf({ images }: Company): Record<string, string> {
  const files = readdirSync(images, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.startsWith('database-'),
  );
  const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
  return Object.fromEntries(files.map((entry) => [entry.name, sha256(path.join(entry.parentPath, entry.name))]).sort());
}

it(
  'refuses a damaged backup, names the part, and leaves the database as it was',
  async () => {
    const before = await contentsOf(other);
    const image = readdirSync(path.join(place, 'images'), { recursive: true }).find((name) => /^..\/.{36}$/.test(String(name))) as string;
    const parts = ['manifest.json', 'SHA256SUMS', 'tables/activities.copy.gz', `images/${image}`];
    for (const part of parts) {
      const copy = path.join(shelf, 'damaged');
      cpSync(place, copy, { recursive: true });
      const bytes = readFileSync(path.join(copy, part));
      const at = Math.floor(bytes.length / 2);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(path.join(copy, part), bytes);
      const { status, err } = await restoreInto(other, copy);
      expect({ part, status, err }).toEqual({ part, status: 1, err: expect.stringContaining(`dañado: ${part} falta o no es`) });
      rmSync(copy, { recursive: true });
    }
    const copy = path.join(shelf, 'incomplete');
    cpSync(place, copy, { recursive: true });
    rmSync(path.join(copy, 'tables/topics.copy.gz'));
    expect((await restoreInto(other, copy)).err).toContain('tables/topics.copy.gz');
    rmSync(path.join(copy, 'manifest.json'));
    expect((await restoreInto(other, copy)).err).toContain('no hay un respaldo completo');
    expect(await contentsOf(other)).toEqual(before);
    expect(imagesOf(other)).toEqual({});
  },
  SLOW,
);

it(
  'believes no names that somebody wrote into a backup and sealed again',
  async () => {
    const before = await contentsOf(other);
    const sign = path.join(shelf, 'sign');
    const lies: ((manifest: Manifest) => unknown)[] = [
      ({ tables }) => Object.assign(tables[0] as object, { order: `1) to program 'touch ${sign}' --`, rows: -1 }),
      ({ tables }) => Object.assign(tables[0] as object, { columns: ['id'] }),
      ({ tables }) => tables.push({ ...(tables[0] as KeptTable), name: '../../elsewhere' }),
      ({ secrets }) => secrets.push('../sign'),
      ({ secrets }) => secrets.push('bot-token'),
    ];
    for (const lie of lies) {
      const copy = path.join(shelf, 'forged');
      cpSync(place, copy, { recursive: true });
      const { seal, ...manifest } = JSON.parse(readFileSync(path.join(copy, 'manifest.json'), 'utf8'));
      lie(manifest);
      writeFileSync(path.join(copy, 'manifest.json'), sealed(manifest));
      const { status, err } = await restoreInto(other, copy);
      expect({ lie: String(lie), status, err }).toEqual({ lie: String(lie), status: 1, err: expect.stringContaining('No se cambió nada') });
      rmSync(copy, { recursive: true });
    }
    const copy = path.join(shelf, 'forged');
    cpSync(place, copy, { recursive: true });
    const sums = `${readFileSync(path.join(copy, 'SHA256SUMS'), 'utf8')}${createHash('sha256').update('').digest('hex')}  images/..\n`;
    writeFileSync(path.join(copy, 'SHA256SUMS'), sums);
    const { seal, ...manifest } = JSON.parse(readFileSync(path.join(copy, 'manifest.json'), 'utf8'));
    writeFileSync(path.join(copy, 'manifest.json'), sealed({ ...manifest, sums: createHash('sha256').update(sums).digest('hex') }));
    expect((await restoreInto(other, copy)).err).toContain('images/..');
    expect(existsSync(sign)).toBe(false);
    expect(await contentsOf(other)).toEqual(before);
  },
  SLOW,
);

it(
  'brings everything back into an empty database, and Bitácora works on it',
  async () => {
    const restored = await restoreInto(other);
    expect(restored).toEqual({ status: 0, out: expect.stringMatching(/^Se restauró todo: [\d,]+ filas y \d+ imágenes/), err: '' });
    expect(await contentsOf(other)).toEqual(await contentsOf(demo));
    expect(imagesOf(other)).toEqual(imagesOf(demo));
    expect(await other.db('sessions')).toEqual([]);
    expect((await admin(['verify'], other.env)).status).toBe(0);
    // Sequences keep their position, also past deleted rows.
    const next = (db: Company['db'], table: string) => db.raw(`select last_value, is_called from ${table}_id_seq`);
    for (const table of ['activities', 'topics', 'activity_history', 'users'])
      expect((await next(other.db, table)).rows).toEqual((await next(demo.db, table)).rows);

    const product = await launch(other.dataDir, other.settings);
    try {
      await untilReady(product);
      const refused = await restoreInto(other, place, '--replace', '--yes');
      expect(refused).toMatchObject({ status: 1, err: expect.stringContaining('está en marcha') });
    } finally {
      product.child.kill('SIGTERM');
      expect(await product.exited).toBe(0);
    }
  },
  SLOW,
);

it(
  'replaces what there is only when asked twice, and keeps the history closed to change afterwards',
  async () => {
    await other.db('comments').where('id', '>', 0).update({ body: 'Escrito después' });
    const first = await restoreInto(other);
    expect(first).toMatchObject({ status: 1, err: expect.stringContaining('no está vacía') });
    expect(await restoreInto(other, place, '--replace')).toMatchObject({ status: 2, err: expect.stringContaining('--yes') });
    expect(await restoreInto(other, place, '--replace', '--yes')).toMatchObject({ status: 0 });
    expect(await contentsOf(other)).toEqual(await contentsOf(demo));
    await expect(other.db('activityHistory').update({ note: 'x' })).rejects.toThrow('append-only');
  },
  SLOW,
);

it(
  'leaves the database as it was where the restore cannot be recorded',
  async () => {
    // From the moment the table is made it takes no row of this act.
    await other.db.raw(`create schema sabotage;
      create function sabotage.close() returns event_trigger language plpgsql as $$ begin
        if exists (select from pg_event_trigger_ddl_commands() where object_identity = 'public.admin_history') then
          alter table public.admin_history add constraint no_restore check (act <> 'system.restore');
        end if;
      end $$;
      create event trigger sabotage on ddl_command_end when tag in ('CREATE TABLE') execute function sabotage.close()`);
    await other.db('comments').where('id', '>', 0).update({ body: 'Se conserva' });
    const before = await contentsOf(other);
    const failed = await restoreInto(other, place, '--replace', '--yes');
    expect(failed).toMatchObject({ status: 1, err: expect.stringContaining('no_restore') });
    expect(await contentsOf(other)).toEqual(before);
    await other.db.raw('drop event trigger sabotage; drop schema sabotage cascade');
  },
  SLOW,
);

it(
  'refuses a database of something else, and a backup of a newer Bitácora',
  async () => {
    await other.db.raw('drop schema public cascade; create schema public; create table theirs (id integer)');
    expect(await restoreInto(other, place, '--replace', '--yes')).toMatchObject({
      status: 1,
      err: expect.stringContaining('no son de Bitácora'),
    });
    await other.db.raw('drop table theirs');

    await demo.db('knex_migrations').insert({ name: '9999_from_the_future', batch: 99 });
    const refused = await admin(['backup', '--output', path.join(shelf, 'newer')], demo.env);
    expect(refused).toMatchObject({ status: 1, err: expect.stringContaining('9999_from_the_future') });
    expect(existsSync(path.join(shelf, 'newer'))).toBe(false);
    await demo.db('knex_migrations').where({ name: '9999_from_the_future' }).delete();
  },
  SLOW,
);

it(
  'keeps what an earlier Bitácora left, and brings it up to date when it comes back',
  async () => {
    await other.db.raw('drop schema public cascade; create schema public');
    const { pending: all } = await schemaOf(other.db);
    await migrateTo(
      other.db,
      all.filter((name) => name < '0040'),
    );
    await other.db('users').insert({ ...aPerson({ email: 'antes@empresa.mx' }), id: undefined, createdAt: NOW });
    const earlier = path.join(shelf, 'earlier');
    expect(await admin(['backup', '--output', earlier], other.env)).toMatchObject({ status: 0 });
    await other.db.raw('drop schema public cascade; create schema public');

    expect(await restoreInto(other, earlier)).toMatchObject({ status: 0, err: '' });
    expect(await schemaOf(other.db)).toMatchObject({ applied: all, pending: [] });
    expect(await other.db('users')).toMatchObject([{ email: 'antes@empresa.mx' }]);
    expect((await other.db('holidays')).length).toBeGreaterThan(100);
    await other.db.raw('drop schema public cascade; create schema public');
  },
  SLOW,
);

it(
  'makes the schema itself where there is none',
  async () => {
    expect((await schemaOf(other.db)).applied).toEqual([]);
    expect(await restoreInto(other)).toMatchObject({ status: 0 });
    expect((await schemaOf(other.db)).pending).toEqual([]);
    expect(await contentsOf(other)).toEqual(await contentsOf(demo));
  },
  SLOW,
);
