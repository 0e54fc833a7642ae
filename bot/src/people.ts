import { createHash } from 'node:crypto';
import { ApiError, type Transport } from '@bitacora/core/client';
import { type BotClient, createBotClient } from '@bitacora/core/client/bot-client';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import type { Privileges } from '@bitacora/core/domain/people/person';
import type { Asker } from './request.ts';
import type { Send } from './transport.ts';

/** A token is given up this long before its end, so that no call meets it. */
const MARGIN_MS = 60_000;
/** Tokens of people who have not written for long are forgotten beyond this many. */
const MOST_KEPT = 5_000;

/** Whoever asks, as the API knows them at this call. */
export interface Me extends Privileges {
  name: string;
  /** The business day, and the zone it is reckoned in. */
  today: CalendarDate;
  zone: string;
}

/** A linked person: what is called through `client` is their act. */
export interface Person {
  client: BotClient;
  /** Read afresh for every request. */
  me(): Promise<Me>;
}

/** The chat account is nobody's. */
export class Stranger extends Error {}
/** It is somebody's who may no longer do anything; `message` is for them. */
export class Barred extends Error {}

export interface People {
  /** Acts of one delivery: however often it comes, each of its writes has the same key, and so happens once. Throws `Stranger` or `Barred`. */
  as(asker: Asker, deliveryId: string): Promise<Person>;
  /** A one-time link by which a logged-in person makes the account theirs. */
  offerLink(asker: Asker): Promise<string>;
}

type Token = { secret: string; expiresAt: Date };

const nameOf = ({ service, workspace, chatUserId }: Asker) => JSON.stringify([service, workspace, chatUserId]);
const keyOf = (...parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

function asStranger(error: unknown): never {
  if (error instanceof ApiError && error.code === 'chatLink.unknown') throw new Stranger();
  if (error instanceof ApiError && error.code === 'chatLink.inactive') throw new Barred(error.message);
  throw error;
}

/** Exchanges who someone is in a chat for a short-lived token of the linked person (docs/product.md, 8). */
export function createPeople({ send, service, now }: { send: Send; service: BotClient; now: () => Date }): People {
  const tokens = new Map<string, Token>();

  async function exchange(asker: Asker): Promise<Token> {
    const token = await service.exchangeChatIdentity({ ...asker, conversation: asker.conversation || undefined }).catch(asStranger);
    tokens.delete(nameOf(asker));
    tokens.set(nameOf(asker), token);
    if (tokens.size > MOST_KEPT) tokens.delete(tokens.keys().next().value as string);
    return token;
  }

  async function tokenOf(asker: Asker): Promise<Token> {
    const kept = tokens.get(nameOf(asker));
    return kept && kept.expiresAt.getTime() - now().getTime() > MARGIN_MS ? kept : exchange(asker);
  }

  /** A token that no longer counts is exchanged once more: whoever was unlinked or deactivated learns it there. */
  function transportOf(asker: Asker, deliveryId: string): Transport {
    return async (request) => {
      const key = keyOf(nameOf(asker), deliveryId, request.method, request.path);
      const { secret } = await tokenOf(asker);
      const response = await send(request, { token: secret, key });
      if (response.status !== 401) return response;
      return send(request, { token: (await exchange(asker)).secret, key });
    };
  }

  return {
    async as(asker, deliveryId) {
      await tokenOf(asker);
      const client = createBotClient(transportOf(asker, deliveryId));
      return { client, me: () => readMe(client) };
    },

    async offerLink(asker) {
      return (await service.offerChatLink(asker)).url;
    },
  };
}

async function readMe(client: BotClient): Promise<Me> {
  const { user, today, zone } = await client.readSession();
  if (!user) throw new Stranger();
  return { ...user, today, zone };
}
