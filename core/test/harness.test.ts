import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase, wiper } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('sorts as in Mexico', async () => {
  const words = ['zapato', 'ñandú', 'oso', 'árbol', 'nube'].map((word) => `('${word}')`).join(',');
  const { rows } = await database.db.raw(`SELECT word FROM (VALUES ${words}) AS list (word) ORDER BY word`);
  expect(rows.map(({ word }: { word: string }) => word)).toEqual(['árbol', 'nube', 'ñandú', 'oso', 'zapato']);
});

it('fails where a connection that runs a statement gets another', async () => {
  await database.db.transaction((trx) => Promise.all([trx.raw('SELECT 1'), trx.raw('SELECT 2')]));
  await expect(database.wipe()).rejects.toThrow(/1 statements came .*\n.*fails where a connection/);
  await Promise.all([database.db.raw('SELECT 1'), database.db.raw('SELECT 2')]);
  await database.wipe();
});

it('refuses to wipe a database whose name does not end in _test', async () => {
  const disguised = { raw: async () => ({ rows: [{ name: 'bitacora' }] }) } as unknown as TestDatabase['db'];
  await expect(wiper(disguised)).rejects.toThrow('bitacora');
});
