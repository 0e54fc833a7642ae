/** `npm run admin -- …` runs commands of the operator on the database's machine, without a login (docs/backup.md). */
import path from 'node:path';
import { administer } from '../api/src/commands/administer.ts';
import { readSettings } from '../api/src/settings/settings.ts';
import { bearFailures } from '../core/src/processes/log-output.ts';
import { loadEnvFile } from '../core/src/settings/environment.ts';

// A log without room does not end a backup; a lost result on stdout does end with an error.
bearFailures(process.stderr);
const root = path.resolve(import.meta.dirname, '..');
const callersFolder = process.env.INIT_CWD ?? process.cwd();
process.chdir(root); // DATA_DIR is relative to the checkout, as it is for the product
const shellNames = new Set(Object.keys(process.env));
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
  fileNames: Object.keys(process.env).filter((name) => !shellNames.has(name)),
  place: (name) => path.resolve(callersFolder, name),
});
