import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readSchema } from '@bitacora/core/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { given } from '../../../../core/test/factories.ts';
import { sealManifest } from '../../../src/commands/backups/backup-folder.ts';
import { dataFolder, launch, untilReady } from '../product.ts';
import { remove } from '../traces.ts';
import { admin } from './admin.ts';
import { type Company, company } from './command-company.ts';
import { contentsOf, imagesOf, restoreInto } from './restoring.ts';

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

it(
  'brings everything back into an empty database, and Bitácora works on it',
  async () => {
    const restored = await restoreInto(other, place);
    expect(restored).toEqual({ status: 0, out: expect.stringMatching(/^Se restauró todo: [\d,]+ filas y \d+ archivos/), err: '' });
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
    const first = await restoreInto(other, place);
    expect(first).toMatchObject({ status: 1, err: expect.stringContaining('no está vacía') });
    expect(await restoreInto(other, place, '--replace')).toMatchObject({ status: 2, err: expect.stringContaining('--yes') });
    expect(await restoreInto(other, place, '--replace', '--yes')).toMatchObject({ status: 0 });
    expect(await contentsOf(other)).toEqual(await contentsOf(demo));
    await expect(other.db('activityHistory').update({ note: 'x' })).rejects.toThrow('append-only');
  },
  SLOW,
);

it(
  'replaces the database of a newer Bitácora, so that one can return to the version before an upgrade',
  async () => {
    await other.db('knex_migrations').insert({ name: '9999_from_the_future', batch: 99 });
    await other.db.raw('create table news (id integer)');
    const refused = await restoreInto(other, place);
    expect(refused).toMatchObject({ status: 1, err: expect.stringContaining('9999_from_the_future') });
    const newer = path.join(shelf, 'of-the-newer');
    cpSync(place, newer, { recursive: true });
    const { seal, ...manifest } = JSON.parse(readFileSync(path.join(newer, 'manifest.json'), 'utf8'));
    const schema = [...manifest.schema, '9999_from_the_future'];
    writeFileSync(path.join(newer, 'manifest.json'), sealManifest({ ...manifest, schema }));
    expect(await restoreInto(other, newer, '--replace', '--yes')).toMatchObject({ status: 1, err: refused.err });
    expect(await restoreInto(other, place, '--replace', '--yes')).toMatchObject({ status: 0 });
    expect(await readSchema(other.db)).toMatchObject({ pending: [], unknown: [] });
    expect(await contentsOf(other)).toEqual(await contentsOf(demo));
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
    await other.db.raw(`create table knex_migrations (id serial, name text, batch integer, migration_time timestamptz);
      insert into knex_migrations (name, batch) values ('20200101_init', 1)`);
    expect(await restoreInto(other, place, '--replace', '--yes')).toMatchObject({
      status: 1,
      err: expect.stringContaining('no son de Bitácora'),
    });
    await other.db.raw('drop table theirs, knex_migrations');

    await demo.db('knex_migrations').insert({ name: '9999_from_the_future', batch: 99 });
    const refused = await admin(['backup', '--output', path.join(shelf, 'newer')], demo.env);
    expect(refused).toMatchObject({ status: 1, err: expect.stringContaining('9999_from_the_future') });
    expect(existsSync(path.join(shelf, 'newer'))).toBe(false);
    await demo.db('knex_migrations').where({ name: '9999_from_the_future' }).delete();
  },
  SLOW,
);

it(
  'makes the schema itself where there is none',
  async () => {
    await other.db.raw('drop schema public cascade; create schema public');
    expect((await readSchema(other.db)).applied).toEqual([]);
    expect(await restoreInto(other, place)).toMatchObject({ status: 0 });
    expect((await readSchema(other.db)).pending).toEqual([]);
    expect(await contentsOf(other)).toEqual(await contentsOf(demo));
  },
  SLOW,
);
