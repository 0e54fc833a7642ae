#!/usr/bin/env node
/** The terminal app from any folder: `npm run cli` without npm, on the Node that the lockfile pins. File names count from here. */
process.env.INIT_CWD = process.cwd();
process.argv.splice(2, 0, 'cli');
await import('../../tools/launch.mjs');
