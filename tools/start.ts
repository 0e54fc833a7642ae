/** `npm start` builds web and terminal app if their sources changed. Then it runs the server here, and the bot if a chat is set. */
import os from 'node:os';
import { bundle, foldersFor } from '../cli/bundle.ts';
import { hasChat, startBotChild } from './bot-child.ts';
import { buildWeb } from './build-web.ts';

if (buildWeb()) {
  // Built here, because other users of this machine may not write in the checkout. The server hands it out, and works without it.
  await bundle(foldersFor(process.env, os.homedir())).catch((error) => console.error(error.message));
  const { ending } = await import('../api/src/main.ts');
  if (ending && hasChat(process.env)) ending.onEnd(startBotChild().stop);
} else process.exitCode = 1;
