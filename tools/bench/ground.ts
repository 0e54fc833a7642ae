import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { connect, type Database, migrate } from '../../core/src/core.ts';
import { startPostgres } from '../../core/src/embedded-postgres/start-postgres.ts';

/** Noon in Mexico City, on a working day. */
export const NOW = new Date('2026-11-19T18:00:00.000Z');
export const ZONE = 'America/Mexico_City';
export const SECRET = 'a secret that only the bench knows, of more than 32 bytes';

/** Hands over a migrated database on a PostgreSQL of its own, as durable as the product's, and removes it afterwards. */
export async function onGround<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-bench-'));
  fs.chmodSync(folder, 0o755);
  const server = await startPostgres({ dataDir: folder });
  const db = connect(server.url);
  try {
    await migrate(db);
    return await work(db);
  } finally {
    await db.destroy();
    await server.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
