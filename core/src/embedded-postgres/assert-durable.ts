import { Client } from 'pg';
import { embeddedDatabase } from '../messages/embedded-database.ts';
import { StartProblem } from './start-problem.ts';

/** Without any of these, work that was acknowledged can be lost when the power goes. */
const NEEDED = ['fsync', 'full_page_writes', 'synchronous_commit'];
/** `remote_apply` promises more than `on`. */
const SAFE = ['on', 'remote_apply'];

/** Refuses a server that does not keep what it acknowledges. */
export async function assertDurable(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query('SELECT name, setting FROM pg_settings WHERE name = ANY($1) AND setting <> ALL($2)', [
      NEEDED,
      SAFE,
    ]);
    if (!rows.length) return;
    const wrong = rows.map(({ name, setting }) => `${name} = ${setting}`).join(', ');
    throw new StartProblem(embeddedDatabase.notDurable(wrong));
  } finally {
    await client.end();
  }
}
