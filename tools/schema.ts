/** `node tools/launch.mjs schema` writes core/schema.sql anew. `npm run check` compares it. */
import { writeFileSync } from 'node:fs';
import { readSchema, SCHEMA_FILE } from './schema/read-schema.ts';

writeFileSync(SCHEMA_FILE, await readSchema());
