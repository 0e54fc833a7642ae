import type { EndpointName } from '@bitacora/core/contract';
import type { TokenScope } from '@bitacora/core/domain/people/account';
import type { Actor } from '@bitacora/core/domain/people/person';
import { type Refusal, Refused } from '@bitacora/core/domain/refusal';
import { type Core, hashOf, isSame } from '@bitacora/core/server';
import { findSession, glanceAtSession } from '@bitacora/core/use-cases/account/log-in';
import { findBearer } from '@bitacora/core/use-cases/account/personal-tokens';
import type { Context } from 'koa';
import type { Slot } from '../http/concurrency-limit.ts';
import type { SessionCookie } from './cookies.ts';

/** Who calls, and by what. With an Authorization header the cookie is not looked at. */
export interface AuthenticatedCaller {
  /** Null when nobody is logged in, and for the bot itself. */
  actor: Actor | null;
  by: 'cookie' | 'token' | 'service';
  /** Of a token; null for the others. */
  scope: TokenScope | null;
}

/** The calls of a token of scope `import_people`. */
const importCalls: readonly EndpointName[] = ['importUsers', 'revokeBearer'];

/** The refusal of a caller whom only some calls are open to, or null. */
const refusalByCaller = ({ scope }: AuthenticatedCaller, name: EndpointName): Refusal | null =>
  scope === 'import_people' && !importCalls.includes(name) ? { code: 'token.importOnly' } : null;

/** Reads the caller's authority from the database at every call (docs/product.md, 8); refuses a token that is none. */
export type Authenticate = (ctx: Context) => Promise<AuthenticatedCaller>;

/** The token in an Authorization header; empty where there is none. */
export const bearerIn = (header: string): string => /^Bearer +(.+)$/i.exec(header)?.[1] ?? '';

const bot: AuthenticatedCaller = { actor: null, by: 'service', scope: null };

/** The web asks something again by itself: nobody need be there. */
const isBackground = (ctx: Context) => ctx.get('X-Bitacora-Background') === '1';

/** `recognise` only glances: it never counts as being there. `identify` does unless the caller says that nobody is. */
export function authenticateBy(
  core: Core,
  cookie: SessionCookie,
  botTokens: readonly string[] = [],
): { identify: Authenticate; recognise: Authenticate; credentialOf: (ctx: Context) => string | null } {
  const serviceHashes = botTokens.map(hashOf);
  const anyone = { actor: null, channel: 'web', effect: 'reads' } as const;

  async function byToken(header: string): Promise<AuthenticatedCaller | null> {
    const secretHash = hashOf(bearerIn(header));
    if (serviceHashes.some((hash) => isSame(secretHash, hash))) return bot;
    const { result } = await core.perform({ ...anyone, useCase: findBearer, input: { secretHash } });
    if (!result) return null;
    const { person, channel, scope } = result;
    return { actor: { ...person, channel }, by: 'token', scope };
  }

  async function byCookie(ctx: Context, isGlance: boolean): Promise<AuthenticatedCaller> {
    const idHash = cookie.idHashOf(ctx);
    const useCase = isGlance ? glanceAtSession : findSession;
    const person = idHash && (await core.perform({ ...anyone, useCase, input: { idHash } })).result;
    return { actor: person ? { ...person, channel: 'web' } : null, by: 'cookie', scope: null };
  }

  async function caller(ctx: Context, isGlance: boolean): Promise<AuthenticatedCaller> {
    const header = ctx.get('Authorization');
    const authenticated = header ? await byToken(header) : await byCookie(ctx, isGlance);
    await (ctx.state.turn as Slot | undefined)?.identified(authenticated?.by === 'service' ? 'service' : (authenticated?.actor ?? null));
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
    identify: (ctx) => caller(ctx, isBackground(ctx)),
    recognise: (ctx) => caller(ctx, true),
  };
}

export function demandActor(actor: Actor | null): Actor {
  if (!actor) throw new Refused({ code: 'session.missing' });
  return actor;
}
