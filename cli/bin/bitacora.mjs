#!/usr/bin/env node
/** Runs the terminal app from any folder, without npm, on the Node that the lockfile pins. File names are relative to that folder. */
process.env.INIT_CWD = process.cwd();
process.argv.splice(2, 0, 'cli');
await import('../../tools/launch.mjs');
