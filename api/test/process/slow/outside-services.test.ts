import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OutsidePostgres, outsidePostgres } from '../outside-postgres.ts';
import { launch, type Product, until, untilReady } from '../product.ts';

const DENIED = '<Error><Code>AccessDenied</Code><Message>No</Message></Error>';

let postgres: OutsidePostgres;
let product: Product;
beforeAll(async () => {
  postgres = await outsidePostgres();
});
afterAll(async () => {
  product?.child.kill('SIGTERM');
  await product?.exited;
  await postgres?.close();
});

it('changes are heard at DATABASE_DIRECT_URL, and nothing else is done there', async () => {
  const addressFor = (name: string) => `${postgres.url}?application_name=${name}`;
  const settings = { ...postgres.settings, DATABASE_URL: addressFor('pooler'), DATABASE_DIRECT_URL: addressFor('directo') };
  product = await launch(path.join(postgres.folder, 'product'), settings);
  await untilReady(product);
  const connectionsOf = async (name: string) =>
    (await postgres.db('pgStatActivity').where('applicationName', name).pluck('query')) as string[];
  // A connection is there before its first statement.
  await until(async () => (await connectionsOf('directo')).some((query) => query !== ''));
  expect(await connectionsOf('directo')).toEqual([expect.stringMatching(/^(listen activity_changed|select 1)$/)]);
  expect((await connectionsOf('pooler')).filter((query) => query.startsWith('listen'))).toEqual([]);
});

const keys = { AWS_ACCESS_KEY_ID: 'una-clave', AWS_SECRET_ACCESS_KEY: 'otra-clave' };

it('a bucket that nobody serves keeps nobody from starting; its images wait, and the log says so without keys', async () => {
  const settings = { ...postgres.settings, ...keys, STORAGE_URL: 's3://evidencias?endpoint=http://127.0.0.1:9' };
  const started = await launch(path.join(postgres.folder, 'started'), settings);
  await untilReady(started);
  expect(started.output()).toContain('images are away: everything else is served');
  started.child.kill('SIGTERM');
  expect(await started.exited).toBe(0);
  expect(started.output()).not.toMatch(/una-clave|otra-clave/);
});

it('a bucket that refuses us stops the start, in a sentence without keys', async () => {
  const refusing = http.createServer((_, response) => response.writeHead(403, { 'Content-Type': 'application/xml' }).end(DENIED));
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`;
  const settings = { ...postgres.settings, ...keys, STORAGE_URL: `s3://evidencias?endpoint=${endpoint}` };
  const stopped = await launch(path.join(postgres.folder, 'stopped'), settings);
  expect(await stopped.exited).toBe(1);
  refusing.close();
  expect(stopped.output()).toContain('No se puede llegar a las imágenes de STORAGE_URL (');
  expect(stopped.output()).not.toMatch(/una-clave|otra-clave| {4}at /);
});
