/** `npm start`: builds web and terminal app if their sources changed, then runs the server in this process, and the bot beside it if a chat is set. */
import os from 'node:os';
import { bundle, foldersFor } from '../cli/bundle.ts';
import { hasChat, startBotChild } from './bot-child.ts';
import { buildWeb } from './build-web.ts';

if (buildWeb()) {
  // Built here, because other users of this machine may not write in the checkout. The server needs no terminal app.
  await bundle(foldersFor(process.env, os.homedir())).catch((error) => console.error(error.message));
  const { ending } = await import('../api/src/main.ts');
  if (ending && hasChat(process.env)) ending.onEnd(startBotChild().stop);
} else process.exitCode = 1;
