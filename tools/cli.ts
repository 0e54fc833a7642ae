/** `npm run cli -- …`: the terminal app from the checkout. File names count from the folder one stands in, not from the checkout. */
import { pathToFileURL } from 'node:url';
import { bundle } from '../cli/bundle.ts';

if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
await import(pathToFileURL(await bundle()).href);
