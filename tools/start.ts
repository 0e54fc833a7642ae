/** `npm start`: the web is built when its sources changed, then the server runs in this very process, and the bot beside it where a chat is set. */
import { hasChat, startBotChild } from './bot-child.ts';
import { buildWeb } from './build-web.ts';

if (buildWeb()) {
  const { ending } = await import('../api/src/main.ts');
  if (ending && hasChat(process.env)) ending.onEnd(startBotChild().stop);
} else process.exitCode = 1;
