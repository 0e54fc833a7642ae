/** `npm start` builds web and terminal app if their sources changed. Then it runs the server here, and the bot if a chat is set. */
import { spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { hasChat, startBotChild } from './bot-child.ts';
import { isReleased } from './install.mjs';

if (isReleased(path.resolve(import.meta.dirname, '..')) || (await build())) {
  const { ending } = await import('../api/src/main.ts');
  if (ending && hasChat(process.env)) ending.onEnd(startBotChild().stop);
} else process.exitCode = 1;

/** Imports its parts late, because a release has none of them. */
async function build(): Promise<boolean> {
  const { buildWeb } = await import('./build-web.ts');
  if (!buildWeb()) return false;
  // Built here, because other users of this machine may not write in the checkout. The server hands it out, and works without it.
  const { builtIn, foldersFor } = await import('../cli/bundle.ts');
  // In a process of its own, because the server would keep the 100 MB that the bundler needs.
  const folders = foldersFor(process.env, os.homedir());
  const bundler = path.resolve(import.meta.dirname, '../cli/bundle.ts');
  if (!builtIn(folders)) spawnSync(process.execPath, [bundler, ...folders], { stdio: ['ignore', 'inherit', 'inherit'] });
  return true;
}
