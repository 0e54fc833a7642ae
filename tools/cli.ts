/** `npm run cli -- …`: the terminal app from the checkout. File names count from the folder one stands in, not from the checkout. */
import os from 'node:os';
import { pathToFileURL } from 'node:url';
import { bundle, foldersFor } from '../cli/bundle.ts';

if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
const file = await bundle(foldersFor(process.env, os.homedir())).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
await import(pathToFileURL(file).href);
