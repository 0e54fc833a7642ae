import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { findCluster } from '../src/embedded-postgres/cluster.ts';
import { startPostgres } from '../src/embedded-postgres/start-postgres.ts';
import { connect, migrateTo, readSchema } from '../src/persistence/database/connect.ts';

/**
 * Nothing here has to survive a crash. Planning prepared statements once, as over a company's rows, takes half of what planning each call over
 * tables without statistics does. The deep form judges times, so it keeps the product's setting.
 */
const FAST = {
  ...(process.env.DEEP === '1' ? {} : { plan_cache_mode: 'force_generic_plan' }),
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
  // The write-ahead log may lie in memory.
  max_wal_size: '256MB',
};
const MEMORY = '/dev/shm';
/** Several times what the databases of one run take. */
const ROOM_BYTES = 3 * 2 ** 30;
const HOUR_MS = 3_600_000;

/** Each test file clones a database by `STRATEGY file_copy`, which earlier versions do not know. */
const OLDEST_SERVER = 15;

export const TEMPLATE = 'bitacora_template_test';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A server whose databases ending in `_test` may be dropped. */
    serverUrl: string;
  }
}

type SharedServer = { users: number; server: Promise<{ url: string; stop(): Promise<void> }> };
const shared = globalThis as { bitacoraTestServer?: SharedServer };

/** One PostgreSQL for the whole run, whichever projects take part, with the template of every test database. */
export default async function setup(project: TestProject) {
  shared.bitacoraTestServer ??= { users: 0, server: start() };
  const mine = shared.bitacoraTestServer;
  mine.users++;
  const { url, stop } = await mine.server;
  project.provide('serverUrl', url);
  return async () => {
    if (--mine.users === 0) await stop();
  };
}

async function start() {
  const server = process.env.TEST_DATABASE_URL ? { url: process.env.TEST_DATABASE_URL, stop: async () => {} } : await startEmbedded();
  await buildTemplate(server.url);
  return server;
}

/**
 * Each test file has a database of 800 files: a disk's file system takes more processor to make and remove them than PostgreSQL does. Memory
 * serves where there is plenty.
 */
function placeOfCluster(): string {
  try {
    fs.accessSync(MEMORY, fs.constants.W_OK);
    const { bavail, bsize } = fs.statfsSync(MEMORY);
    if (Math.min(bavail * bsize, os.freemem()) >= ROOM_BYTES) return MEMORY;
  } catch {
    // Linux alone has it.
  }
  return os.tmpdir();
}

async function startEmbedded() {
  const place = placeOfCluster();
  for (const folder of new Set([place, os.tmpdir()].flatMap((parent) => fs.globSync(path.join(parent, 'bitacora-test-*'))))) {
    // A run that was killed leaves its folder, and its guardian ends the server.
    const hasServer = fs.existsSync(path.join(findCluster(folder) ?? folder, 'postmaster.pid'));
    if (Date.now() - fs.statSync(folder).mtimeMs > (hasServer ? 24 : 1) * HOUR_MS) fs.rmSync(folder, { recursive: true, force: true });
  }
  const dataDir = fs.mkdtempSync(path.join(place, 'bitacora-test-'));
  fs.chmodSync(dataDir, 0o755);
  const { url, stop } = await startPostgres({ dataDir, settings: FAST, programs: process.env.TEST_POSTGRES_BIN });
  return {
    url,
    stop: async () => {
      await stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function buildTemplate(serverUrl: string) {
  const admin = new Client({ connectionString: serverUrl });
  await admin.connect();
  const { rows: versions } = await admin.query('SHOW server_version_num');
  const major = Math.floor(Number(versions[0].server_version_num) / 10_000);
  if (major < OLDEST_SERVER) {
    await admin.end();
    throw new Error(`The tests need PostgreSQL ${OLDEST_SERVER} or later; TEST_DATABASE_URL leads to ${major}.`);
  }
  const { rows } = await admin.query(`SELECT datname FROM pg_database WHERE datname ~ '^bitacora_.*_test$'`);
  for (const { datname } of rows) await admin.query(`DROP DATABASE "${datname}" WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();

  const db = connect(databaseUrl(serverUrl, TEMPLATE));
  // Plans of tables that are known to be empty are slow over the rows of a test, so these are not analysed.
  await migrateTo(db, (await readSchema(db)).pending);
  await db.destroy();
}

/** The same server, another database. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
