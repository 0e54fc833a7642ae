/** `npm run cli -- …` runs the terminal app from the checkout. File names are relative to the folder of the caller, not to the checkout. */
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isReleased } from './install.mjs';

const root = path.resolve(import.meta.dirname, '..');
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
const file = isReleased(root) ? path.join(root, 'cli/dist/bitacora.mjs') : await build();
await import(pathToFileURL(file).href);

/** Imports the bundler late, because a release does not contain it. */
async function build(): Promise<string> {
  const { bundle, foldersFor } = await import('../cli/bundle.ts');
  return bundle(foldersFor(process.env, os.homedir())).catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}
