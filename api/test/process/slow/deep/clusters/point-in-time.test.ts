import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type Database } from '@bitacora/core/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { admin } from '../../../administration/admin.ts';
import { type OutsidePostgres, outsidePostgres } from '../../../outside-postgres.ts';
import { dataFolder, launch, type Product, until, untilReady } from '../../../product.ts';
import { remove } from '../../../traces.ts';
import { crew } from '../../crashes/clients.ts';
import { compare } from '../../crashes/compare.ts';
import { baseBackup } from './base-backup.ts';
import { type Cluster, configure, homeOf, place, startCluster } from './cluster.ts';

/** How long people work before the base backup is ready, then until the named second, and after it. */
const WORK_MS = 5_000;
/** Restored, recovered and serving. */
const RTO_MAX_MS = 300_000;
/** Tables that only gain rows, so the commit time of each row decides what a second holds. */
const ADDED_TO = ['activity_history', 'comments', 'images'];

let archive: string;
let postgres: OutsidePostgres;
let product: Product;
let restored: Cluster;
let back: Database;
beforeAll(async () => {
  archive = dataFolder(0o777);
  const archiving = { archive_mode: 'on', archive_timeout: '60', archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f` };
  postgres = await outsidePostgres({ ...archiving, track_commit_timestamp: 'on' });
  product = await launch(path.join(postgres.folder, 'product'), postgres.settings);
  await untilReady(product);
});
afterAll(async () => {
  product?.child.kill('SIGKILL');
  await back?.destroy();
  await restored?.stop();
  await postgres.close();
  remove(archive);
});

/** How many rows, and what of them all; only those that had been committed by then where an instant is named. */
async function printOf(db: Database, table: string, until?: string) {
  const sql = `select count(*)::integer as count, md5(string_agg(one::text, '/' order by one::text)) as print from ${table} one`;
  const { rows } = until ? await db.raw(`${sql} where pg_xact_commit_timestamp(xmin) <= ?`, [until]) : await db.raw(sql);
  return rows[0];
}

async function restoreTo(instant: string): Promise<Cluster> {
  const folder = path.join(postgres.folder, 'restored');
  const { data } = homeOf(folder);
  fs.renameSync(homeOf(path.join(postgres.folder, 'base')).data, data);
  configure(data, {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: instant,
    recovery_target_action: 'promote',
    archive_mode: 'off',
  });
  place(data, 'recovery.signal');
  return startCluster(folder);
}

it('goes back to a named second amid the work: all that was acknowledged before it is there, and nothing of what came after', {
  timeout: 240_000,
}, async () => {
  const clients = await crew({ url: product.url, given: postgres.given, size: 8, imageEvery: 3 });
  let isOver = false;
  const working = clients.work(() => isOver);
  await pause(WORK_MS);
  await baseBackup(postgres.url, path.join(postgres.folder, 'postgres'), path.join(postgres.folder, 'base'));
  await pause(WORK_MS);
  const before = [...clients.journal.acknowledged];
  const { rows } = await postgres.db.raw('select clock_timestamp()::text as instant');
  const { instant } = rows[0];
  await pause(WORK_MS);
  isOver = true;
  await working;
  expect(clients.journal.wrong).toEqual([]);
  const prints = await Promise.all(ADDED_TO.map((table) => printOf(postgres.db, table, instant)));
  const { rows: last } = await postgres.db.raw('select pg_walfile_name(pg_switch_wal()) as name');
  await until(() => fs.readdirSync(archive).some((name) => name >= last[0].name));
  product.child.kill('SIGTERM');
  await product.exited;

  const began = performance.now();
  restored = await restoreTo(instant);
  back = connect(restored.url);
  const hasRisen = async () => !(await back.raw('select pg_is_in_recovery() as recovers')).rows[0].recovers;
  await until(hasRisen);
  const images = path.join(postgres.folder, 'product');
  product = await launch(images, { ...postgres.settings, DATABASE_URL: restored.url });
  await untilReady(product);
  const rto = performance.now() - began;

  const { acknowledged } = clients.journal;
  console.log(
    `${before.length} writes before ${instant}, ${acknowledged.length - before.length} after; serving again in ${Math.round(rto)} ms.`,
  );
  const differences = await compare(back, before);
  expect(differences).toMatchObject({ lost: [], halves: [] });
  expect(await Promise.all(ADDED_TO.map((table) => printOf(back, table)))).toEqual(prints);
  expect(acknowledged.length, 'people went on working after it').toBeGreaterThan(before.length + 50);
  const verified = await admin(['verify'], { DATABASE_URL: restored.url, DATA_DIR: images });
  expect(verified, verified.out + verified.err).toMatchObject({ status: 0 });
  expect(rto).toBeLessThan(RTO_MAX_MS);
});
