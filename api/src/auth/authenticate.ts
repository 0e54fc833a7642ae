import { type EndpointName, endpoints } from '@bitacora/core/contract';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { needsSecondFactor, type SecondFactorRule, type TokenScope } from '@bitacora/core/domain/account/account';
import type { Actor } from '@bitacora/core/domain/people/person';
import { type Refusal, Refused } from '@bitacora/core/domain/refusal';
import { type Core, hashOf, isSame } from '@bitacora/core/server';
import { findSession } from '@bitacora/core/use-cases/account/log-in';
import { findBearer } from '@bitacora/core/use-cases/account/personal-tokens';
import type { Context } from 'koa';
import type { Slot } from '../http/concurrency-limit.ts';
import type { OwnRequest } from '../http/own-calls.ts';
import type { SessionCookie } from './cookies.ts';

/** The caller and the kind of credential. If there is an Authorization header, the cookie is ignored. */
export interface AuthenticatedCaller {
  /** Null when nobody is logged in, and for the bot itself. */
  actor: Actor | null;
  by: 'cookie' | 'token' | 'service';
  /** A token has a scope; null for other credentials. */
  scope: TokenScope | null;
  /** A session by password alone, of a person who must have a second factor: only the calls that set one up are open. */
  isSecondFactorDue: boolean;
  /** A session whose person proved their identity a short time ago. */
  hasRecentLogin: boolean;
}

const importCalls: readonly EndpointName[] = ['importUsers', 'revokeBearer'];

/** The calls of a session without the second factor that its person must have, besides those of strangers. */
const callsBeforeSecondFactor: readonly EndpointName[] = ['logOut', 'readSecondFactor', 'beginSecondFactor', 'confirmSecondFactor'];

/** The refusal of a caller with limited authority, or null. Both kinds are refused at routes outside the contract. */
function refusalByCaller({ actor, scope, isSecondFactorDue }: AuthenticatedCaller, name: EndpointName): Refusal | null {
  if (scope === 'assistant' && actor?.channel !== 'assistant' && name !== 'revokeBearer') return { code: 'token.assistantOnly' };
  if (scope === 'import_people' && !importCalls.includes(name)) return { code: 'token.importOnly' };
  const isForStrangers = (endpoints as Record<string, Endpoint>)[name]?.who === 'anyone';
  return isSecondFactorDue && !isForStrangers && !callsBeforeSecondFactor.includes(name) ? { code: 'secondFactor.due' } : null;
}

/** Reads the caller's authority from the database at every call (docs/product.md, 8). Refuses an invalid token. */
export type Authenticate = (ctx: Context) => Promise<AuthenticatedCaller>;

export const readBearer = (header: string): string => /^Bearer +(.+)$/i.exec(header)?.[1] ?? '';

const bot: AuthenticatedCaller = { actor: null, by: 'service', scope: null, isSecondFactorDue: false, hasRecentLogin: false };

/** Returns whether the web repeats a read by itself, which does not show that a person is present. */
const isBackground = (ctx: Context) => ctx.get('X-Bitacora-Background') === '1';

/** `authenticateInBackground` never keeps a session from being idle. `authenticate` does, except for background calls of the web. */
export function authenticateBy(
  core: Core,
  cookie: SessionCookie,
  botTokens: readonly string[] = [],
  secondFactorRule: SecondFactorRule = 'off',
): { authenticate: Authenticate; authenticateInBackground: Authenticate; readCredential: (ctx: Context) => string | null } {
  const serviceHashes = botTokens.map(hashOf);
  const anyone = { actor: null, channel: 'web', effect: 'reads' } as const;

  async function byToken(ctx: Context, header: string): Promise<AuthenticatedCaller | null> {
    const secretHash = hashOf(readBearer(header));
    if (serviceHashes.some((hash) => isSame(secretHash, hash))) return bot;
    const { result } = await core.perform({ ...anyone, useCase: findBearer, input: { secretHash } });
    if (!result) return null;
    const { person, channel, scope } = result;
    return {
      actor: { ...person, channel: (ctx.req as OwnRequest).channel ?? channel },
      by: 'token',
      scope,
      isSecondFactorDue: false,
      hasRecentLogin: false,
    };
  }

  async function byCookie(ctx: Context, isGlance: boolean): Promise<AuthenticatedCaller> {
    const idHash = cookie.idHashOf(ctx);
    const session = idHash && (await core.perform({ ...anyone, useCase: findSession, input: { idHash, isGlance } })).result;
    if (!session) return { actor: null, by: 'cookie', scope: null, isSecondFactorDue: false, hasRecentLogin: false };
    const { isPasswordOnly, hasRecentLogin, ...person } = session;
    const isSecondFactorDue = isPasswordOnly && needsSecondFactor(secondFactorRule, person);
    return { actor: { ...person, channel: 'web' }, by: 'cookie', scope: null, isSecondFactorDue, hasRecentLogin };
  }

  async function caller(ctx: Context, isGlance: boolean): Promise<AuthenticatedCaller> {
    const header = ctx.get('Authorization');
    const authenticated = header ? await byToken(ctx, header) : await byCookie(ctx, isGlance);
    await (ctx.state.slot as Slot | undefined)?.forCaller(authenticated?.by === 'service' ? 'service' : (authenticated?.actor ?? null));
    if (!authenticated) throw new Refused({ code: 'token.invalid' });
    ctx.state.actor = authenticated.actor;
    const no = refusalByCaller(authenticated, ctx.state.endpoint);
    if (no) throw new Refused(no);
    return authenticated;
  }

  function readCredential(ctx: Context): string | null {
    const header = ctx.get('Authorization');
    const digest = header ? hashOf(readBearer(header)) : cookie.idHashOf(ctx);
    return digest && `${header ? 'token' : 'session'} ${digest.toString('base64')}`;
  }
  return {
    readCredential,
    authenticate: (ctx) => caller(ctx, isBackground(ctx)),
    authenticateInBackground: (ctx) => caller(ctx, true),
  };
}

export function demandActor(actor: Actor | null): Actor {
  if (!actor) throw new Refused({ code: 'session.missing' });
  return actor;
}
