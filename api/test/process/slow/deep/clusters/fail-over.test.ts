import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type Database } from '@bitacora/core/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OutsidePostgres, outsidePostgres } from '../../../outside-postgres.ts';
import { launch, type Product, until, untilReady } from '../../../product.ts';
import { kill, processesOn } from '../../../traces.ts';
import { crew } from '../../crashes/clients.ts';
import { compare } from '../../crashes/compare.ts';
import type { Cluster } from './cluster.ts';
import { REPLICA, startReplica } from './start-replica.ts';

const WORK_MS = 5_000;

let postgres: OutsidePostgres;
let replica: Cluster;
let newPrimary: Database;
let product: Product;
beforeAll(async () => {
  postgres = await outsidePostgres();
  product = await launch(path.join(postgres.folder, 'product'), postgres.settings);
  await untilReady(product);
  replica = await startReplica(postgres);
});
afterAll(async () => {
  product?.child.kill('SIGKILL');
  await newPrimary?.destroy();
  await replica?.stop();
  await postgres.close();
});

async function followsSynchronously(): Promise<boolean> {
  const { rows } = await postgres.db.raw(`select sync_state from pg_stat_replication where application_name = '${REPLICA}'`);
  return rows[0]?.sync_state === 'sync';
}

it('a synchronous standby takes over from a server that dies amid the work, and has all that was acknowledged', {
  timeout: 120_000,
}, async () => {
  await postgres.db.raw(`alter system set synchronous_standby_names = '${REPLICA}'`);
  await postgres.db.raw('select pg_reload_conf()');
  await until(followsSynchronously);
  const clients = await crew({ url: product.url, given: postgres.given, size: 8, imageEvery: 3 });
  let isOver = false;
  const working = clients.work(() => isOver);
  await pause(WORK_MS);

  const dead = path.join(postgres.folder, 'postgres');
  kill(...processesOn(dead).map(({ pid }) => pid), product.child.pid);
  await product.exited;
  const { journal } = clients;
  const acknowledged = [...journal.acknowledged];

  const began = performance.now();
  newPrimary = connect(replica.url);
  await newPrimary.raw('select pg_promote()');
  const settings = { ...postgres.settings, DATABASE_URL: replica.url, PORT: new URL(product.url).port };
  product = await launch(path.join(postgres.folder, 'product'), settings);
  await untilReady(product);
  const ms = performance.now() - began;
  console.log(`${acknowledged.length} writes, serving again ${Math.round(ms)} ms after the standby was told to rise.`);
  expect(await compare(newPrimary, acknowledged)).toMatchObject({ lost: [], halves: [] });
  await until(() => journal.acknowledged.length > acknowledged.length + 20);
  isOver = true;
  await working;
  expect(journal.wrong).toEqual([]);
});
