import { createHash } from 'node:crypto';
import { ApiError, type Transport } from '@bitacora/core/client';
import { type BotClient, createBotClient } from '@bitacora/core/client/create-client';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import type { Privileges } from '@bitacora/core/domain/people/person';
import { RecentMap } from './deliveries.ts';
import type { Asker } from './request.ts';
import type { Send } from './transport.ts';

/** The bot renews a token this long before its end, so that no call is too late. */
const MARGIN_MS = 60_000;
/** Above this number the least recent token is removed. */
const MAX_TOKENS = 5_000;

/** The asker, as the API answers at this request. */
export interface Me extends Privileges {
  name: string;
  /** The business day in `zone`. */
  today: CalendarDate;
  zone: string;
}

/** A linked person: calls through `client` are their acts. */
interface LinkedPerson {
  client: BotClient;
  /** Read afresh for every request. */
  me(): Promise<Me>;
}

/** The chat account belongs to no person. */
export class UnlinkedAccount extends Error {}
/** The account's person is inactive; `message` is for them. */
export class InactivePerson extends Error {}

export interface People {
  /** Acts as the person. Each write has the same key in every repetition, so it happens once. Throws `UnlinkedAccount` or `InactivePerson`. */
  as(asker: Asker, deliveryId: string): Promise<LinkedPerson>;
  /** Creates a one-time link that a logged-in person opens to link the account. */
  offerLink(asker: Asker): Promise<string>;
  /** Links the account to the person whose code it sent; returns their name. */
  linkByCode(asker: Asker, code: string): Promise<string>;
}

type PersonToken = { secret: string; expiresAt: Date };

const identityKey = ({ service, workspace, chatUserId }: Asker) => JSON.stringify([service, workspace, chatUserId]);
/** Another number is exchanged again, because it may end the link. */
const tokenKey = (asker: Asker) => JSON.stringify([identityKey(asker), asker.phone]);
const hashKey = (...parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

function throwAccountError(error: unknown): never {
  if (error instanceof ApiError && error.code === 'chatLink.unknown') throw new UnlinkedAccount();
  if (error instanceof ApiError && error.code === 'chatLink.inactive') throw new InactivePerson(error.message);
  throw error;
}

/** Exchanges a chat identity for a short-lived token of the linked person (docs/product.md, 8). */
export function createPeople({ send, service, now }: { send: Send; service: BotClient; now: () => Date }): People {
  const tokens = new RecentMap<string, PersonToken>({ most: MAX_TOKENS });

  async function exchange(asker: Asker): Promise<PersonToken> {
    const token = await service.exchangeChatIdentity({ ...asker, conversation: asker.conversation || undefined }).catch(throwAccountError);
    tokens.set(tokenKey(asker), token);
    return token;
  }

  async function readToken(asker: Asker): Promise<PersonToken> {
    const cached = tokens.get(tokenKey(asker));
    return cached && cached.expiresAt.getTime() - now().getTime() > MARGIN_MS ? cached : exchange(asker);
  }

  /** Exchanges a refused token once more; that call fails for an unlinked or inactive person. */
  function createTransport(asker: Asker, deliveryId: string): Transport {
    return async (request) => {
      const key = hashKey(identityKey(asker), deliveryId, request.method, request.path);
      const { secret } = await readToken(asker);
      const response = await send(request, { token: secret, key });
      if (response.status !== 401) return response;
      return send(request, { token: (await exchange(asker)).secret, key });
    };
  }

  return {
    async as(asker, deliveryId) {
      await readToken(asker);
      const client = createBotClient(createTransport(asker, deliveryId));
      return { client, me: () => readMe(client) };
    },

    async offerLink(asker) {
      return (await service.offerChatLink(asker)).url;
    },

    linkByCode: async (asker, code) => (await service.linkChatByCode({ ...asker, code })).name,
  };
}

async function readMe(client: BotClient): Promise<Me> {
  const { user, today, zone } = await client.readSession();
  if (!user) throw new UnlinkedAccount();
  return { ...user, today, zone };
}
