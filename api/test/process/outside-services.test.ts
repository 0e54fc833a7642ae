import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OutsidePostgres, outsidePostgres } from './outside-postgres.ts';
import { launch, type Product, until, untilReady } from './product.ts';

let postgres: OutsidePostgres;
let product: Product;
beforeAll(async () => {
  postgres = await outsidePostgres();
}, 60_000);
afterAll(async () => {
  product?.child.kill('SIGTERM');
  await product?.exited;
  await postgres?.close();
});

it('changes are heard at DATABASE_DIRECT_URL, and nothing else is done there', async () => {
  const named = (name: string) => `${postgres.url}?application_name=${name}`;
  const settings = { ...postgres.settings, DATABASE_URL: named('pooler'), DATABASE_DIRECT_URL: named('directo') };
  product = await launch(path.join(postgres.folder, 'product'), settings);
  await untilReady(product);
  const connectionsOf = async (name: string) =>
    (await postgres.db('pgStatActivity').where('applicationName', name).pluck('query')) as string[];
  await until(async () => (await connectionsOf('directo')).length > 0);
  expect(await connectionsOf('directo')).toEqual([expect.stringMatching(/^(listen activity_changed|select 1)$/)]);
  expect((await connectionsOf('pooler')).filter((query) => query.startsWith('listen'))).toEqual([]);
});

it('a bucket that nobody serves stops the start, in a sentence without keys', async () => {
  const keys = { AWS_ACCESS_KEY_ID: 'una-clave', AWS_SECRET_ACCESS_KEY: 'otra-clave' };
  const settings = { ...postgres.settings, ...keys, STORAGE_URL: 's3://evidencias?endpoint=http://127.0.0.1:9' };
  const stopped = await launch(path.join(postgres.folder, 'stopped'), settings);
  expect(await stopped.exited).toBe(1);
  expect(stopped.said()).toContain('No se puede llegar a las imágenes de STORAGE_URL (');
  expect(stopped.said()).not.toMatch(/una-clave|otra-clave| {4}at /);
});
