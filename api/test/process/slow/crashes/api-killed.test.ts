import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '@bitacora/core/embedded-postgres/postmaster';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deep, expectWithin, isDeep } from '../../../../../core/test/deep.ts';
import { type OutsidePostgres, outsidePostgres } from '../../outside-postgres.ts';
import { launch, type Product, until, untilReady } from '../../product.ts';
import { kill } from '../../traces.ts';
import { writeBetweenKills } from './between-kills.ts';
import { crew } from './clients.ts';
import { compare } from './compare.ts';

const WRITES = deep(10_000, 300);
const KILLS = deep(10, 2);
/** The short form shares its machine with everything else. */
const UP_MS = deep(3_000, 8_000);

let postgres: OutsidePostgres;
let dataDir: string;
let product: Product;

beforeAll(async () => {
  postgres = await outsidePostgres();
  dataDir = path.join(postgres.folder, 'product');
});
afterAll(async () => {
  product.child.kill('SIGKILL');
  await postgres.close();
});

const port = freePort();
async function start(): Promise<number> {
  product = await launch(dataDir, { ...postgres.settings, PORT: String(await port) });
  return untilReady(product);
}

/** Every image file of the store. */
async function stored() {
  const entries = await readdir(path.join(dataDir, 'images'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('database-'))
    .map(({ parentPath, name }) => ({ name, place: path.join(parentPath, name) }));
}
const names = async () => (await stored()).map(({ name }) => name).sort();

it(`nothing is lost, doubled or left half done in ${WRITES} writes when the API is killed ${KILLS} times`, {
  timeout: 600_000,
}, async () => {
  await start();
  const starts: number[] = [];
  const clients = await crew({ url: product.url, given: postgres.given, size: 16, imageEvery: 5 });
  const killApi = async () => {
    kill(product.child.pid);
    expect(await product.exited).toBe('SIGKILL');
    starts.push(await start());
  };
  await writeBetweenKills(clients, { writes: WRITES, kills: KILLS, kill: killApi });

  const { journal } = clients;
  expect(journal.wrong).toEqual([]);
  expect(await compare(postgres.db, journal.acknowledged)).toEqual({ lost: [], doubled: [], halves: [] });
  const median = starts.sort((a, b) => a - b)[Math.floor(starts.length / 2)] as number;
  expectWithin(median, UP_MS);
  expect(journal.unanswered, 'each kill cuts some write short').toBeGreaterThanOrEqual(KILLS);
  if (isDeep)
    console.log({ writes: journal.acknowledged.length, unanswered: journal.unanswered, startMs: median, slowestStartMs: starts.at(-1) });

  const ids: string[] = (await postgres.db('images').select('id')).map(({ id }) => id);
  const expected = ids.flatMap((id) => [id, `${id}.thumbnail`]).sort();
  const storedNames = await names();
  expect(expected.filter((name) => !storedNames.includes(name))).toEqual([]);
  await expectCleanUp();
  expect(await names()).toEqual(expected);
  expect(await readdir(path.join(dataDir, 'uploads'))).toEqual([]);
  product.child.kill('SIGTERM');
  expect(await product.exited).toBe(0);
});

/** Two hours later the product starts again: the time of grace for orphans is over. */
async function expectCleanUp() {
  product.child.kill('SIGTERM');
  await product.exited;
  const then = new Date(Date.now() - 2 * 3_600_000);
  for (const { place } of await stored()) await utimes(place, then, then);
  const uploads = path.join(dataDir, 'uploads');
  for (const name of await readdir(uploads)) await utimes(path.join(uploads, name), then, then);
  await start();
  const isCleanedUp = async () => (await stored()).length === 2 * Number((await postgres.db('images').count())[0]?.count);
  await until(isCleanedUp, product.output);
}
