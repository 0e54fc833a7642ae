/** `npm run admin -- …`: commands of the operator of the database's machine, without a login (docs/backup.md). */
import fs from 'node:fs';
import path from 'node:path';
import { administer } from '../api/src/admin/administer.ts';
import { readSettings } from '../api/src/settings.ts';

const root = path.resolve(import.meta.dirname, '..');
const standing = process.env.INIT_CWD ?? process.cwd();
process.chdir(root); // DATA_DIR counts from the checkout, as it does for the product
const envFile = path.join(root, '.env');
if (fs.existsSync(envFile)) process.loadEnvFile(envFile);

process.exitCode = await administer(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  now: () => new Date(),
  settings: () => readSettings(process.env),
  place: (name) => path.resolve(standing, name),
});
