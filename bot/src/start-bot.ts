import type { ChatService } from '@bitacora/core/domain/notifications/chat';
import type { Logger } from 'pino';
import type { Channel } from './channel.ts';
import { createBot } from './create-bot.ts';
import { listen } from './listen.ts';
import type { Settings } from './settings.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Starts whatever chats the settings name. Each begins as soon as its service knows the bot; none waits for the other. `idleMs` is how
 * long to wait where the API had no work.
 */
export async function startBot(
  settings: Settings,
  env: Env,
  log: Logger,
  idleMs?: number,
): Promise<{ port: number; stop(): Promise<void> }> {
  const { apiUrl, publicUrl, token, previousToken, slack, teams, host, port } = settings;
  const bot = createBot({ apiUrl, publicUrl, token, previousToken, log, idleMs });
  const channels: [ChatService, Channel][] = [];
  // Each brings a library of its own size: only what is configured is loaded.
  if (slack)
    channels.push(['slack', (await import('./channels/slack/slack-channel.ts')).slackChannel({ settings: slack, ...bot.inner, log })]);
  if (teams)
    channels.push(['teams', (await import('./channels/teams/teams-channel.ts')).teamsChannel({ settings: teams, env, ...bot.inner, log })]);

  const server = await listen(
    channels.map(([, { middleware }]) => middleware),
    { host, port, log, isAccepted: bot.isAccepted },
  );
  const work = bot.work();
  for (const [name, channel] of channels) {
    channel.start().then(
      () => {
        bot.join(name, channel);
        log.info({ chat: name }, 'El chat está listo.');
      },
      (error: unknown) => log.error({ err: error, chat: name }, 'No se pudo abrir el chat.'),
    );
  }
  return {
    port: server.port,
    async stop() {
      await server.close();
      await work.stop();
      await Promise.all(channels.map(([, channel]) => channel.stop()));
    },
  };
}
