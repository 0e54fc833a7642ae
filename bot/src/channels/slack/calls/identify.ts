import { setTimeout as delay } from 'node:timers/promises';
import type { webApi } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Identity } from '../trust/ours.ts';
import { notPosted } from './not-posted.ts';

const AGAIN_MS = 5_000;

/** Who the token is, asked until Slack answers; null where it was no longer wanted. Throws where Slack answers that the token is nobody's. */
export async function identify(client: webApi.WebClient, { log, signal }: { log: Logger; signal: AbortSignal }): Promise<Identity | null> {
  while (!signal.aborted) {
    try {
      return await ask(client);
    } catch (error) {
      if (error instanceof TypeError || notPosted(error).isFinal) throw error;
      log.warn(`slack: not reached yet: ${error instanceof Error ? error.message : error}`);
      await delay(AGAIN_MS, undefined, { signal }).catch(() => {});
    }
  }
  return null;
}

async function ask(client: webApi.WebClient): Promise<Identity> {
  const { team_id: teamId, user_id: botUserId, bot_id: botId, app_id } = await client.auth.test();
  if (!teamId || !botUserId || !botId) throw new TypeError('SLACK_BOT_TOKEN is not the token of a bot in one workspace.');
  const appId = app_id ?? (await client.bots.info({ bot: botId })).bot?.app_id;
  if (!appId) throw new TypeError('Slack does not say of which app SLACK_BOT_TOKEN is.');
  return { teamId, appId, botId, botUserId };
}
