import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPostgres } from '../../core/src/embedded-postgres/start-postgres.ts';
import { connect, migrate } from '../../core/src/persistence/database/connect.ts';
import { root } from '../checks/repository.ts';
import { describeSchema } from './describe-schema.ts';

export const SCHEMA_FILE = path.join(root, 'core/schema.sql');

const HEAD = `-- What the migrations make of an empty database, table by table. "npm run schema" writes it, "npm run check" compares it, nothing runs it.

`;
/** Nothing here has to survive a crash. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** What `core/schema.sql` has to be: the migrations run on a PostgreSQL that is started for it and removed. */
export async function readSchema(): Promise<string> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-schema-'));
  fs.chmodSync(dataDir, 0o755); // PostgreSQL of root runs as another user
  const { url, stop } = await startPostgres({ dataDir, settings: FAST });
  try {
    const db = connect(url);
    try {
      await migrate(db);
      return HEAD + (await describeSchema(db));
    } finally {
      await db.destroy();
    }
  } finally {
    await stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}
