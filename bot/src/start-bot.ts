import type { ChatService } from '@bitacora/core/domain/notifications/chat';
import type { Env } from '@bitacora/core/settings/read-values';
import type { Logger } from 'pino';
import { createBot } from './create-bot.ts';
import { listen } from './listen.ts';
import type { ChatChannel } from './request.ts';
import type { BotSettings } from './settings.ts';

/** Starts the chats of the settings; none waits for the other. `idleMs` is the pause after the API had no work. */
export async function startBot(
  settings: BotSettings,
  env: Env,
  log: Logger,
  idleMs?: number,
): Promise<{ port: number; stop(): Promise<void> }> {
  const { apiUrl, publicUrl, token, previousToken, slack, teams, host, port } = settings;
  const bot = createBot({ apiUrl, publicUrl, token, previousToken, log, idleMs });
  const channels: [ChatService, ChatChannel][] = [];
  // Each chat has a large library, so only the configured ones are loaded.
  if (slack)
    channels.push([
      'slack',
      (await import('./channels/slack/slack-channel.ts')).slackChannel({ settings: slack, ...bot.forChannels, log }),
    ]);
  if (teams)
    channels.push([
      'teams',
      (await import('./channels/teams/teams-channel.ts')).teamsChannel({ settings: teams, env, ...bot.forChannels, log }),
    ]);

  const server = await listen(
    channels.map(([, { middleware }]) => middleware),
    { host, port, log, isAccepted: bot.isAccepted },
  );
  const work = bot.work();
  for (const [name, channel] of channels) {
    channel.start().then(
      () => {
        bot.join(name, channel);
        log.info({ chat: name }, 'the chat is ready');
      },
      (error: unknown) => log.error({ err: error, chat: name }, 'the chat could not be opened'),
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
