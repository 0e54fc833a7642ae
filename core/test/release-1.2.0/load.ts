import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';

/**
 * Puts the database of version 1.2.0 into an empty one, as that build left it: `schema` alone, or with the rows of the demo company. The demo's
 * images are not here.
 */
export async function loadRelease120(url: string, { isDemo = false } = {}): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const name of isDemo ? ['schema', 'demo'] : ['schema'])
      await client.query(gunzipSync(readFileSync(new URL(`${name}.sql.gz`, import.meta.url))).toString());
  } finally {
    await client.end();
  }
}
