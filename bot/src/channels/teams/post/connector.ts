import type { ActivityParams, Client } from '@microsoft/teams.api';
import type { ClientOptions } from '@microsoft/teams.common';
import type { Logger } from 'pino';
import { NotPosted } from '../../../request.ts';
import { libraryLog } from '../library-log.ts';
import type { Hosts } from '../trust/hosts.ts';
import type { Reference } from './conversation.ts';
import { isId } from './conversation.ts';
import { notPosted } from './not-posted.ts';

const PATIENCE_MS = 10_000;
const ANSWER_BYTES = 1024 * 1024;

/** What the library sends with: to the service's hosts alone, wherever an activity or a stored reference points. */
export function guardedHttp(hosts: Hosts, log: Logger): ClientOptions {
  return {
    logger: libraryLog(log),
    timeout: PATIENCE_MS,
    interceptors: [
      {
        request: ({ config }) => {
          if (!hosts.isService(config.url ?? ''))
            throw new NotPosted('not an address of the Teams service', { isCertain: true, isFinal: true });
          return Object.assign(config, { maxRedirects: 0, maxContentLength: ANSWER_BYTES });
        },
      },
    ],
  };
}

/** Posts, changes and opens conversations at the service that a reference names. Everything throws `NotPosted`. */
export function connectorOf(api: Client, botId: string) {
  const at = ({ serviceUrl }: Reference) => api.clone({ serviceUrl }).conversations;

  /** The chat of the bot and that person alone: the service answers the one there is. */
  async function open(reference: Reference): Promise<string> {
    const { tenant, user, conversation } = reference;
    if (conversation) return conversation;
    const { id } = await at(reference).create({
      bot: { id: `28:${botId}` },
      members: [{ id: user }],
      isGroup: false,
      tenantId: tenant,
      channelData: { tenant: { id: tenant } },
    } as never);
    if (!isId(id)) throw new NotPosted('the Teams service opened no conversation', { isCertain: true, isFinal: false });
    return id;
  }

  return {
    async post(reference: Reference, activity: ActivityParams): Promise<string> {
      try {
        const { id } = await at(reference).createActivity(await open(reference), activity);
        return id;
      } catch (error) {
        throw notPosted(error);
      }
    },
    async change(reference: Reference, message: string, activity: ActivityParams): Promise<void> {
      if (!isId(message)) throw new NotPosted('no message of Teams', { isCertain: true, isFinal: true });
      try {
        await at(reference).updateActivity(await open(reference), message, activity);
      } catch (error) {
        throw notPosted(error);
      }
    },
  };
}
export type Connector = ReturnType<typeof connectorOf>;
