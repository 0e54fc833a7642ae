import { type EndpointName, endpoints } from '@bitacora/core/contract';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { needsSecondFactor, type SecondFactorRule, type TokenScope } from '@bitacora/core/domain/account/account';
import type { Actor } from '@bitacora/core/domain/people/person';
import { type Refusal, Refused } from '@bitacora/core/domain/refusal';
import { historyNote } from '@bitacora/core/messages/activities/history-note';
import {
  type Core,
  EncodedJson,
  hashOf,
  isSame,
  type SessionOwner,
  unwordedNotes,
  type WriteCount,
  type WriteCounter,
} from '@bitacora/core/server';
import { findSession, findSessionWithCount, findSessionWithPending } from '@bitacora/core/use-cases/account/log-in';
import { findBearer } from '@bitacora/core/use-cases/account/personal-tokens';
import { type EncodedActivity, findSessionWithActivity } from '@bitacora/core/use-cases/activities/read-with-session';
import type { OpenUseCase } from '@bitacora/core/use-cases/use-case';
import type { Context } from 'koa';
import * as z from 'zod/mini';
import { activityFields, encodedPage, partFields } from '../http/activity-fields.ts';
import type { Slot } from '../http/concurrency-limit.ts';
import type { SessionCookie } from './cookies.ts';

type SessionRead = OpenUseCase<{ idHash: Buffer; isGlance: boolean }, { person: SessionOwner; reply: unknown } | undefined>;

const withPending = findSessionWithPending(activityFields);
const withActivity = findSessionWithActivity(partFields);

/** The rows of a history with the notes that are sentences of their facts. */
const withNotes = (history: string): string =>
  history.replace(unwordedNotes, (_, act: string, facts: string) =>
    JSON.stringify(historyNote({ act, note: null, facts: JSON.parse(JSON.parse(facts)) })),
  );

function replyOf({ lines, details, parts }: EncodedActivity) {
  const { history } = parts;
  return new EncodedJson(encodedPage(lines, details, history ? { ...parts, history: withNotes(history) } : parts));
}

const { params, query } = endpoints.readActivity;

/**
 * Calls whose answer comes with the session, in one statement. Null where the call reads the usual way. The reply is null where the call
 * itself refuses it. The request already has its place (`concurrencyLimit`): its person's, or its network's where the session is not known yet.
 */
const readsWithSession: Partial<Record<EndpointName, (ctx: Context) => SessionRead | null>> = {
  listMyPending: () => withPending,
  readActivity: (ctx) => {
    const [id, parts] = [z.safeDecode(params, ctx.params), z.safeDecode(query, ctx.query as never)];
    if (!id.success || !parts.success) return null;
    const { activityId } = id.data;
    const include = parts.data.include ?? [];
    return async (context) => {
      const session = await withActivity({ ...context, input: { ...context.input, activityId, include } });
      return session && { person: session.person, reply: session.reply && replyOf(session.reply) };
    };
  },
};

/** Who calls, and by what. With an Authorization header the cookie is not looked at. */
export interface AuthenticatedCaller {
  /** Null when nobody is logged in, and for the bot itself. */
  actor: Actor | null;
  by: 'cookie' | 'token' | 'service';
  /** A token has a scope; null for other credentials. */
  scope: TokenScope | null;
  /** A session by password alone, of a person who must have a second factor: only the calls that set one up are open. */
  isSecondFactorDue: boolean;
  /** What the call answers, where it was read with the session; nothing of it leaves before the call is authorized. */
  reply?: unknown;
  /** How much the person wrote, where the session was read with it. */
  count?: WriteCount | null;
}

/** The calls of a token of scope `import_people`. */
const importCalls: readonly EndpointName[] = ['importUsers', 'revokeBearer'];

/** The calls of a session without the second factor that its person must have, besides those of strangers. */
const callsBeforeSecondFactor: readonly EndpointName[] = ['logOut', 'readSecondFactor', 'beginSecondFactor', 'confirmSecondFactor'];

/** The refusal of a caller with limited authority, or null. Both kinds are refused at routes outside the contract. */
function refusalByCaller({ scope, isSecondFactorDue }: AuthenticatedCaller, name: EndpointName): Refusal | null {
  if (scope === 'import_people' && !importCalls.includes(name)) return { code: 'token.importOnly' };
  const isForStrangers = (endpoints as Record<string, Endpoint>)[name]?.who === 'anyone';
  return isSecondFactorDue && !isForStrangers && !callsBeforeSecondFactor.includes(name) ? { code: 'secondFactor.due' } : null;
}

/**
 * Reads the caller's authority from the database at every call (docs/product.md, 8); refuses a token that is none. Give it a counter only
 * for a write that no other site can have caused and no queue refuses any more.
 */
export type Authenticate = (ctx: Context, counter?: WriteCounter) => Promise<AuthenticatedCaller>;

/** The token in an Authorization header; empty where there is none. */
export const bearerIn = (header: string): string => /^Bearer +(.+)$/i.exec(header)?.[1] ?? '';

const bot: AuthenticatedCaller = { actor: null, by: 'service', scope: null, isSecondFactorDue: false };

/** The web asks something again by itself: nobody need be there. */
const isBackground = (ctx: Context) => ctx.get('X-Bitacora-Background') === '1';

/** `authenticateInBackground` never counts as a visit of the person. `authenticate` does, unless the call says that nobody is there. */
export function authenticateBy(
  core: Core,
  cookie: SessionCookie,
  botTokens: readonly string[] = [],
  secondFactorRule: SecondFactorRule = 'off',
): { authenticate: Authenticate; authenticateInBackground: Authenticate; credentialOf: (ctx: Context) => string | null } {
  const serviceHashes = botTokens.map(hashOf);
  const anyone = { actor: null, channel: 'web', effect: 'reads' } as const;

  async function byToken(header: string): Promise<AuthenticatedCaller | null> {
    const secretHash = hashOf(bearerIn(header));
    if (serviceHashes.some((hash) => isSame(secretHash, hash))) return bot;
    const { result } = await core.perform({ ...anyone, useCase: findBearer, input: { secretHash } });
    if (!result) return null;
    const { person, channel, scope } = result;
    return { actor: { ...person, channel }, by: 'token', scope, isSecondFactorDue: false };
  }

  async function lookUp(
    ctx: Context,
    input: { idHash: Buffer; isGlance: boolean },
    counter?: WriteCounter,
  ): Promise<{ person: SessionOwner; reply?: unknown; count?: WriteCount | null } | undefined> {
    if (counter) {
      const question = { ...input, counter, countsPasswordOnly: secondFactorRule === 'off' };
      return (await core.perform({ ...anyone, useCase: findSessionWithCount, input: question })).result;
    }
    const useCase = readsWithSession[ctx.state.endpoint as EndpointName]?.(ctx);
    if (useCase) return (await core.perform({ ...anyone, useCase, input })).result;
    const person = (await core.perform({ ...anyone, useCase: findSession, input })).result;
    return person && { person };
  }

  async function byCookie(ctx: Context, isGlance: boolean, counter?: WriteCounter): Promise<AuthenticatedCaller> {
    const idHash = cookie.idHashOf(ctx);
    const session = idHash && (await lookUp(ctx, { idHash, isGlance }, counter));
    if (!session) return { actor: null, by: 'cookie', scope: null, isSecondFactorDue: false };
    const { isPasswordOnly, ...person } = session.person;
    const isSecondFactorDue = isPasswordOnly && needsSecondFactor(secondFactorRule, person);
    const { reply, count } = session;
    return { actor: { ...person, channel: 'web' }, by: 'cookie', scope: null, isSecondFactorDue, reply, count };
  }

  async function caller(ctx: Context, isGlance: boolean, counter?: WriteCounter): Promise<AuthenticatedCaller> {
    const header = ctx.get('Authorization');
    const authenticated = header ? await byToken(header) : await byCookie(ctx, isGlance, counter);
    await (ctx.state.slot as Slot | undefined)?.forCaller(authenticated?.by === 'service' ? 'service' : (authenticated?.actor ?? null));
    if (!authenticated) throw new Refused({ code: 'token.invalid' });
    ctx.state.actor = authenticated.actor;
    const no = refusalByCaller(authenticated, ctx.state.endpoint);
    if (no) throw new Refused(no);
    return authenticated;
  }

  function credentialOf(ctx: Context): string | null {
    const header = ctx.get('Authorization');
    const digest = header ? hashOf(bearerIn(header)) : cookie.idHashOf(ctx);
    return digest && `${header ? 'token' : 'session'} ${digest.toString('base64')}`;
  }
  return {
    credentialOf,
    authenticate: (ctx, counter) => caller(ctx, isBackground(ctx), counter),
    authenticateInBackground: (ctx) => caller(ctx, true),
  };
}

export function demandActor(actor: Actor | null): Actor {
  if (!actor) throw new Refused({ code: 'session.missing' });
  return actor;
}
