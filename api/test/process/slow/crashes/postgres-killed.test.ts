import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { reach } from '@bitacora/core/embedded-postgres/claim';
import { connect, type Database } from '@bitacora/core/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deep, expectWithin, isDeep } from '../../../../../core/test/deep.ts';
import { given } from '../../../../../core/test/factories.ts';
import { dataFolder, launch, type Product, until, untilReady } from '../../product.ts';
import { isLinux, kill, postmasterOf, processesOn, remove } from '../../traces.ts';
import { writeBetweenKills } from './between-kills.ts';
import { crew, type Journal } from './clients.ts';
import { compare } from './compare.ts';

const WRITES = deep(10_000, 300);
const KILLS = deep(5, 2);
const RECOVERY_MS = 5_000;
const SETTINGS = { RATE_LIMIT_FACTOR: '1000', SCHEDULER: 'off' };

describe.runIf(isLinux)('the API on its embedded PostgreSQL', () => {
  let dataDir: string;
  let product: Product;

  beforeEach(async () => {
    dataDir = dataFolder();
    product = await launch(dataDir, SETTINGS);
    await untilReady(product);
  });
  afterEach(async () => {
    product.child.kill('SIGTERM');
    await product.exited;
    remove(dataDir);
  });

  function embeddedUrl(): string {
    const data = path.join(dataDir, 'pg18/data');
    const port = fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[3];
    return `postgres://bitacora:${fs.readFileSync(path.join(data, 'bitacora.password'), 'utf8')}@127.0.0.1:${port}/bitacora`;
  }

  /** Connected only while nobody kills anything. */
  async function withDatabase<Result>(use: (db: Database) => Promise<Result>): Promise<Result> {
    const db = connect(embeddedUrl());
    return use(db).finally(() => db.destroy());
  }

  /** Kills every process of PostgreSQL at once and nobody else; how long it then took from its return to the next acknowledged write. */
  async function killPostgres({ acknowledged }: Journal): Promise<number> {
    const first = postmasterOf(dataDir);
    const connectionString = embeddedUrl();
    kill(...processesOn(dataDir).flatMap(({ pid, command }) => (command.includes('guardian.ts') ? [] : [pid])));
    await until(() => ![0, first].includes(postmasterOf(dataDir)), product.output);
    await (await reach({ connectionString })).end();
    const back = performance.now();
    const count = acknowledged.length;
    await until(() => acknowledged.length > count, product.output);
    return performance.now() - back;
  }

  async function load(writes: number, kills: number) {
    const recoveries: number[] = [];
    const clients = await withDatabase((db) => crew({ url: product.url, given: given(db), size: 16, imageEvery: 5 }));
    const { journal } = clients;
    await writeBetweenKills(clients, { writes, kills, kill: async () => recoveries.push(await killPostgres(journal)) });
    return { journal, recoveries, differences: await withDatabase((db) => compare(db, journal.acknowledged)) };
  }

  it(`loses and doubles nothing in ${WRITES} writes when PostgreSQL is killed ${KILLS} times, says so while it is away, and recovers by itself`, {
    timeout: 600_000,
  }, async () => {
    const { journal, recoveries, differences } = await load(WRITES, KILLS);
    expect(journal.wrong).toEqual([]);
    expect(differences).toEqual({ lost: [], doubled: [], halves: [] });
    expect(product.child.exitCode).toBe(null);
    expect([...journal.statuses.keys()].sort()).toEqual([200, 503]);
    expect(journal.unanswered).toBe(0);
    expect([...journal.awayBodies].map((body) => JSON.parse(body))).toEqual([
      { success: false, code: 'database.away', error: expect.stringMatching(/\S/) },
    ]);
    expectWithin(Math.max(...recoveries), RECOVERY_MS);
    expect(await imagesWithoutFile()).toEqual([]);
    if (isDeep)
      console.log({ writes: journal.acknowledged.length, away: journal.statuses.get(503), slowestRecoveryMs: Math.max(...recoveries) });
  });

  async function imagesWithoutFile(): Promise<string[]> {
    const ids: string[] = (await withDatabase((db) => db('images').select('id'))).map(({ id }) => id);
    return ids.filter((id) => !fs.existsSync(path.join(dataDir, 'images', id.slice(0, 2), id)));
  }

  it.runIf(isDeep)(
    'would be seen to lose writes by this very test, were PostgreSQL to acknowledge before it has written',
    {
      timeout: 120_000,
    },
    async () => {
      await withDatabase(async (db) => {
        await db.raw('ALTER SYSTEM SET synchronous_commit = off');
        await db.raw(`ALTER SYSTEM SET wal_writer_delay = '10s'`);
        await db.raw('SELECT pg_reload_conf()');
      });
      await pause(200);
      const { differences } = await load(2_000, 3);
      console.log({ lostByCanary: differences.lost.length });
      expect(differences.lost).not.toEqual([]);

      product.child.kill('SIGTERM');
      await product.exited;
      product = await launch(dataDir, SETTINGS);
      expect(await product.exited).toBe(1);
      expect(product.output()).toContain('synchronous_commit = off');
    },
  );
});
