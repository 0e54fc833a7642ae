/** `npm run admin -- …`: commands of the operator of the database's machine, without a login (docs/backup.md). */
import path from 'node:path';
import { administer } from '../api/src/commands/administer.ts';
import { readSettings } from '../api/src/settings/settings.ts';
import { loadEnvFile } from '../core/src/settings/environment.ts';

const root = path.resolve(import.meta.dirname, '..');
const standing = process.env.INIT_CWD ?? process.cwd();
process.chdir(root); // DATA_DIR counts from the checkout, as it does for the product
const stated = new Set(Object.keys(process.env));
try {
  loadEnvFile(path.join(root, '.env'));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

process.exitCode = await administer(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  now: () => new Date(),
  settings: () => readSettings(process.env),
  env: process.env,
  fileNames: Object.keys(process.env).filter((name) => !stated.has(name)),
  place: (name) => path.resolve(standing, name),
});
