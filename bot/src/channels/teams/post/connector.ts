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

  /** The chat of the bot and that person alone: the service answers the one there is, so that asking twice opens no second one. */
  async function open(reference: Reference): Promise<string> {
    const { tenant, user, conversation } = reference;
    if (conversation) return conversation;
    try {
      const members = [{ id: user ?? '' }] as never;
      const { id } = await at(reference).create({ members, tenantId: tenant, channelData: { tenant: { id: tenant } } });
      if (isId(id)) return id;
    } catch (error) {
      const { message, isFinal } = notPosted(error);
      throw new NotPosted(message, { isCertain: true, isFinal });
    }
    throw new NotPosted('Teams: no conversation was opened', { isCertain: true, isFinal: false });
  }

  /** As the library's own sender writes it. */
  const from = (activity: ActivityParams, conversation: string): ActivityParams =>
    Object.assign({}, activity, { from: { id: botId, role: 'bot' }, conversation: { id: conversation } });

  return {
    async post(reference: Reference, activity: ActivityParams): Promise<string> {
      try {
        const conversation = await open(reference);
        const { id } = await at(reference).createActivity(conversation, from(activity, conversation));
        return id;
      } catch (error) {
        throw notPosted(error);
      }
    },
    async change(reference: Reference, message: string, activity: ActivityParams): Promise<void> {
      if (!isId(message)) throw new NotPosted('Teams: no message to change', { isCertain: true, isFinal: true });
      try {
        const conversation = await open(reference);
        await at(reference).updateActivity(conversation, message, from(activity, conversation));
      } catch (error) {
        throw notPosted(error);
      }
    },
  };
}
export type Connector = ReturnType<typeof connectorOf>;
