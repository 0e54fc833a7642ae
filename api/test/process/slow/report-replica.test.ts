import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { connect, createReadReplica, type Database, migrate, type ReplicaSnapshot } from '@bitacora/core/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reportSource } from '../../../src/reports/report-source.ts';
import { type Browser, browser } from '../../browser.ts';
import { openWorkbook, rowsOf } from '../../sheets/workbooks.ts';
import { type OutsidePostgres, outsidePostgres } from '../outside-postgres.ts';
import { launch, type Product, until, untilReady } from '../product.ts';
import type { Cluster } from './deep/clusters/cluster.ts';
import { startCluster } from './deep/clusters/cluster.ts';
import { REPLICA, startReplica } from './deep/clusters/start-replica.ts';

const AS_OF = 'Con los datos hasta';

let postgres: OutsidePostgres;
let cluster: Cluster;
let copy: Database;
let product: Product;
let manager: Browser;
beforeAll(async () => {
  postgres = await outsidePostgres();
  await migrate(postgres.db);
  cluster = await startReplica(postgres, { max_standby_streaming_delay: '0' });
  copy = connect(cluster.url);
  product = await launch(path.join(postgres.folder, 'product'), { ...postgres.settings, DATABASE_REPORTS_URL: cluster.url });
  await untilReady(product);
  manager = browser(product.url, await postgres.given.session(await postgres.given.manager(), new Date()));
});
afterAll(async () => {
  product?.child.kill('SIGTERM');
  await product?.exited;
  await copy?.destroy();
  await cluster?.stop();
  await postgres?.close();
});

const registered = () => postgres.given.activity({ createdAt: new Date() });

/** The folios of the pending report as a workbook, and as of when it says that they are. */
async function workbook() {
  const { status, bytes } = await manager.call('POST', '/api/create_report_activities_f', { body: { statusFilters: ['Not started'] } });
  expect(status).toBe(200);
  const book = await openWorkbook(bytes);
  const criteria = new Map(rowsOf(book.getWorksheet('Criterios')) as [string, unknown][]);
  const [, ...rows] = rowsOf(book.getWorksheet('Actividades'));
  return { folios: rows.map(([folio]) => folio), asOf: criteria.get(AS_OF) };
}
const timesSaid = (sentence: string) => product.output().split(sentence).length - 1;

it('a workbook is read on the standby, with all that was acknowledged, and says as of when', async () => {
  const { id } = await registered();
  const { folios, asOf } = await workbook();
  expect(folios).toContain(id);
  expect(asOf).toBeInstanceOf(Date);
  expect(await manager.client.readStatus()).toMatchObject({ hasReportsReplica: true, reportsAsOf: expect.any(Date) });
});

it('one that is some seconds behind is read as it is, one that is too far behind is not', async () => {
  await copy.raw('select pg_wal_replay_pause()');
  const { id } = await registered();
  const { folios, asOf } = await workbook();
  expect(folios).not.toContain(id);
  expect(asOf).toBeInstanceOf(Date);
  await expect(createReadReplica(postgres.db, copy, { behindMaxMs: 1 }).openSnapshot()).rejects.toThrow('it is as of 20');
  await copy.raw('select pg_wal_replay_resume()');
  expect((await workbook()).folios).toContain(id);
});

it('is one moment, in which nothing can be written', async () => {
  const moment = await createReadReplica(postgres.db, copy).openSnapshot();
  const count = async (db: Database): Promise<number> => (await db.raw('select count(*) as total from activities')).rows[0].total;
  const before = await count(moment.db);
  await registered();
  await until(async () => (await count(copy)) > before);
  expect(await count(moment.db)).toBe(before);
  await expect(moment.db('activities').delete()).rejects.toMatchObject({ code: '25006' });
  await moment.end();
  await moment.end();
});

it('one that answers nothing is not waited for', async () => {
  const silent = connect(cluster.url, { poolSize: 1 });
  const { pid } = (await silent.raw('select pg_backend_pid() as pid')).rows[0];
  process.kill(pid, 'SIGSTOP');
  await expect(createReadReplica(postgres.db, silent).openSnapshot()).rejects.toThrow(/timeout/);
  process.kill(pid, 'SIGCONT');
  await silent.destroy();
});

it('what the standby takes back before there is an answer is read on the primary', async () => {
  const warnings: unknown[] = [];
  const log = { warn: (facts: unknown) => warnings.push(facts), info: () => {} };
  const write = async (at: ReplicaSnapshot | null) => {
    if (!at) return Readable.from(['primary']);
    await at.db('holidays').count();
    await postgres.db('holidays').delete();
    await postgres.db.raw('vacuum holidays');
    for (;;) await at.db.raw('select pg_sleep(0.05)');
  };
  await postgres.db.raw(`insert into holidays select date '2200-01-01' + n, 'Día ' || n from generate_series(1, 500) n`);
  const stream = await reportSource(createReadReplica(postgres.db, copy), log)(write);
  expect((await buffer(stream)).toString()).toBe('primary');
  // The statement under way is cancelled, or the connection ended between two of them.
  expect(warnings).toEqual([{ err: expect.any(Error) }]);
});

it('while the standby is away the primary is read, and the log says so once; then it is read again', async () => {
  const { port } = cluster;
  await cluster.stop();
  const { id } = await registered();
  expect(await workbook()).toEqual({ folios: expect.arrayContaining([id]), asOf: undefined });
  expect((await workbook()).asOf).toBeUndefined();
  expect(timesSaid('read replica not readable')).toBe(1);
  expect(await manager.client.readStatus()).toMatchObject({ hasReportsReplica: true, reportsAsOf: null });
  cluster = await startCluster(path.join(postgres.folder, REPLICA), port);
  expect((await workbook()).asOf).toBeInstanceOf(Date);
  expect(timesSaid('read replica read again')).toBe(1);
});
