import type { ActivityParams, Client } from '@microsoft/teams.api';
import type { ClientOptions, ILogger } from '@microsoft/teams.common';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { libraryWarning, NotPosted, UNSENT } from '../../request.ts';
import type { TeamsHosts } from './settings.ts';

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** Logs the library's warnings and errors only, because its lower levels would log whole activities. */
export function libraryLog(log: Logger): ILogger {
  const warn = libraryWarning(log, 'teams');
  const ignore = () => {};
  const logger: ILogger = {
    error: warn,
    warn,
    info: ignore,
    debug: ignore,
    trace: ignore,
    log: (level, ...parts) => (level === 'error' || level === 'warn' ? warn(...parts) : undefined),
    child: () => logger,
  };
  return logger;
}

/** Lets the library call the service's hosts only, also if an activity or a stored reference names another address. */
export function guardedHttp(hosts: TeamsHosts, log: Logger): ClientOptions {
  return {
    logger: libraryLog(log),
    timeout: TIMEOUT_MS,
    interceptors: [
      {
        request: ({ config }) => {
          if (!hosts.isService(config.url ?? ''))
            throw new NotPosted('not an address of the Teams service', { isCertain: true, isFinal: true });
          return Object.assign(config, { maxRedirects: 0, maxContentLength: MAX_RESPONSE_BYTES });
        },
      },
    ],
  };
}

/** The library puts ids into paths as they are, so an id must not lead elsewhere. */
const id = z.string().check(z.regex(/^(?!\.+$)[\w:@.;=+|-]{1,300}$/));
export const isId = (text: string): boolean => z.safeParse(id, text).success;

/** The bot writes there to a person or a channel. The API stores it as opaque JSON, and the bot validates it on its return. */
const referenceSchema = z.object({
  serviceUrl: z.string(),
  tenant: id,
  /** The person's chat with the bot, or a channel; null before the service has opened the chat. */
  conversation: z.nullable(id),
  /** Null for a channel. */
  user: z.nullable(id),
});
export type TeamsReference = z.output<typeof referenceSchema>;

export const encodeReference = (reference: TeamsReference): string => JSON.stringify(reference);

/** Null for invalid text, and for a host that is not the service's. */
export function decodeReference(text: string, hosts: TeamsHosts): TeamsReference | null {
  try {
    const { success, data } = z.safeParse(referenceSchema, JSON.parse(text));
    return success && hosts.isService(data.serviceUrl) && (data.conversation ?? data.user) !== null ? data : null;
  } catch {
    return null;
  }
}

/** Posts, updates and opens conversations at the service of a reference. Every failure is a `NotPosted`. */
export function createConnector(api: Client, botId: string) {
  const conversationsAt = ({ serviceUrl }: TeamsReference) => api.clone({ serviceUrl }).conversations;

  /** Opens the person's chat with the bot. The service answers an existing chat, so a repeated call opens no second one. */
  async function open(to: TeamsReference): Promise<string> {
    const { tenant, user, conversation } = to;
    if (conversation) return conversation;
    try {
      const members = [{ id: user ?? '' }] as never;
      const opened = await conversationsAt(to).create({ members, tenantId: tenant, channelData: { tenant: { id: tenant } } });
      if (isId(opened.id)) return opened.id;
    } catch (error) {
      const { message, isFinal } = notPosted(error);
      throw new NotPosted(message, { isCertain: true, isFinal });
    }
    throw new NotPosted('Teams: no conversation was opened', { isCertain: true, isFinal: false });
  }

  /** The library's own sender adds the same fields. */
  const fromBot = (activity: ActivityParams, conversation: string): ActivityParams =>
    Object.assign({}, activity, { from: { id: botId, role: 'bot' }, conversation: { id: conversation } });

  return {
    async post(to: TeamsReference, activity: ActivityParams): Promise<string> {
      try {
        const conversation = await open(to);
        return (await conversationsAt(to).createActivity(conversation, fromBot(activity, conversation))).id;
      } catch (error) {
        throw notPosted(error);
      }
    },
    async update(to: TeamsReference, message: string, activity: ActivityParams): Promise<void> {
      if (!isId(message)) throw new NotPosted('Teams: no message to change', { isCertain: true, isFinal: true });
      try {
        const conversation = await open(to);
        await conversationsAt(to).updateActivity(conversation, message, fromBot(activity, conversation));
      } catch (error) {
        throw notPosted(error);
      }
    },
  };
}
export type Connector = ReturnType<typeof createConnector>;

/** After these a retry can help: the bot's login, a timeout, a conflict of two writers, the rate limit. */
const TRANSIENT = new Set([401, 408, 409, 412, 429]);

/** Classifies what the library threw. After a 5xx or a timeout the message may have been posted. */
function notPosted(error: unknown): NotPosted {
  if (error instanceof NotPosted) return error;
  const { response, code, isAxiosError, message } = error as {
    response?: { status: number };
    code?: string;
    isAxiosError?: boolean;
    message?: string;
  };
  const reason = `Teams: ${response ? `answer ${response.status}` : (code ?? message ?? 'unknown failure')}`;
  if (response) {
    const isCertain = response.status < 500;
    return new NotPosted(reason, { isCertain, isFinal: isCertain && !TRANSIENT.has(response.status) });
  }
  // Any other failure happened before the exchange, such as a refused login.
  return new NotPosted(reason, { isCertain: !isAxiosError || UNSENT.has(code ?? ''), isFinal: false });
}
