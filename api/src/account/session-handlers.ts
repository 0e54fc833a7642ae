import { setTimeout } from 'node:timers/promises';
import type { sessionEndpoints } from '@bitacora/core/contract/account/session-endpoints';
import { localDay } from '@bitacora/core/domain/calendar';
import { type Actor, fullName, isDeveloper } from '@bitacora/core/domain/people/person';
import { invalid, isRefusedWith, Refused } from '@bitacora/core/domain/refusal';
import { type Core, repositoriesOn } from '@bitacora/core/server';
import { changePassword, demandChangeable, findOwnHash, provenChange } from '@bitacora/core/use-cases/account/change-password';
import { hasPasswordException } from '@bitacora/core/use-cases/account/company-login';
import { createFirstAdministrator, needsFirstRun } from '@bitacora/core/use-cases/account/create-administrator';
import { closeSession, findCredentials, openSession, proven } from '@bitacora/core/use-cases/account/log-in';
import { readAppearance, readContactUrl } from '@bitacora/core/use-cases/account/profile';
import {
  checkResetToken,
  demandResettable,
  hashForReset,
  requestPasswordReset,
  resetPassword,
} from '@bitacora/core/use-cases/account/reset-password';
import { proveIdentity } from '@bitacora/core/use-cases/account/second-factor';
import { type FailedAccess, recordFailedAccess } from '@bitacora/core/use-cases/record-admin-act';
import type { Logger } from 'pino';
import type { DeviceCookie, SessionCookie } from '../auth/cookies.ts';
import type { Handlers } from '../calls/handlers.ts';
import { callerNetwork, limitedAddress } from '../http/client-network.ts';
import { ClientGone } from '../http/concurrency-limit.ts';
import type { RateLimits } from '../http/rate-limit.ts';
import type { Settings } from '../settings/settings.ts';
import type { IdentityProvider } from './identity-provider.ts';
import type { LoginCall, LoginGate } from './login-gate.ts';
import { withCode } from './second-factor-handlers.ts';

/** An answer takes at least this long, so that its time does not tell whether anybody has the address. In ms. */
const RESET_TAKES_MS = 150;

/** Returns whether an error counts as a failed try. A busy server or an unreachable database does not. */
const isWrongLogin = (no: unknown): no is Refused => isRefusedWith(no, 'credentials.wrong', 'user.inactive');

const isWrongCode = (no: unknown) => isRefusedWith(no, 'secondFactor.wrong');

const isWrongFirstRunCode = (no: unknown) => isRefusedWith(no, 'input.invalid') && 'code' in no.refusal.fields;

const failureReason = ({ refusal }: Refused, account: object | undefined) => {
  if (refusal.code === 'user.inactive') return 'inactive';
  return account ? 'wrongPassword' : 'unknownEmail';
};

export interface SessionDependencies
  extends Pick<Settings, 'publicUrl' | 'hidesUnknownEmail'>,
    Partial<Pick<Settings, 'contactUrl' | 'isExposed' | 'allowsPasswords'>> {
  core: Core;
  cookie: SessionCookie;
  device: DeviceCookie;
  limits: RateLimits;
  isDemo: () => boolean;
  gate: LoginGate;
  /** Unset: people log in with passwords alone. */
  provider?: IdentityProvider | undefined;
  log: Pick<Logger, 'warn'>;
}

type SessionCall = Exclude<keyof typeof sessionEndpoints, 'readPermissions' | 'readOwnData'> | 'changePassword';

export function sessionHandlers(dependencies: SessionDependencies): Handlers<SessionCall> {
  const { core, cookie, device, limits, hidesUnknownEmail, contactUrl, isDemo, isExposed = false, gate, log } = dependencies;
  const { provider, allowsPasswords = true, publicUrl } = dependencies;
  const companyLogin = provider ? { label: provider.label, url: `${publicUrl}/api/oidc/login` } : null;
  /** Refuses passwords where they are off, but to a Desarrollador whose account a command on the server has opened. */
  const demandPasswords = async (email: string | null, { by }: Pick<LoginCall, 'by'>) => {
    if (allowsPasswords) return;
    const isException =
      email !== null && (await core.perform({ ...by, useCase: hasPasswordException, input: { email }, effect: 'reads' })).result;
    if (!isException) throw new Refused({ code: 'credentials.passwordsOff' });
  };
  const recordFailure = async (failed: Omit<FailedAccess, 'network'>, { ctx, by }: LoginCall) => {
    const input = { ...failed, network: callerNetwork(ctx.ip) };
    await core.perform({ ...by, useCase: recordFailedAccess, input, effect: 'writes' });
  };
  const demandOpened = async ({ result: isOpened }: { result: boolean }, email: string, call: LoginCall) => {
    if (isOpened) return;
    await limits.count('wrongTokensByAddress', limitedAddress(call.ctx.ip));
    await recordFailure({ act: 'password.failReset', email, reason: 'wrongToken' }, call);
    throw new Refused({ code: 'reset.invalidToken' });
  };

  const findAppearance = async (actor: Actor) =>
    (await core.perform({ useCase: readAppearance, actor, channel: actor.channel, input: {}, effect: 'reads' })).result;
  /** Returns '' to strangers where unknown emails are hidden, because the administrator's address would reveal an account. */
  const contactUrlFor = async (actor: Actor | null) => {
    if (!actor && !contactUrl && hidesUnknownEmail) return '';
    const input = { contactUrl };
    return (await core.perform({ useCase: readContactUrl, actor: null, channel: 'web', input, effect: 'reads' })).result;
  };

  let isRegistered = false;
  /** Asks the database until somebody is registered, and then remembers it, because that never changes back. */
  const isFirstRun = async (): Promise<boolean> => {
    if (isRegistered) return false;
    const { result } = await core.perform({ useCase: needsFirstRun, actor: null, channel: 'web', input: {}, effect: 'reads' });
    isRegistered = !result;
    return result;
  };

  /** Remembers the device. A failure does not fail the call, because the session or the password is committed. */
  const remember = (email: string, call: LoginCall, isTrusted = false) =>
    gate.remember(email, call, isTrusted).catch((error: unknown) => log.warn({ err: error }, 'known device not remembered'));

  /** Returns the account that has this password. Each try is counted, delayed and recorded, whatever call it is for. */
  async function proveByPassword(email: string, password: string, call: LoginCall) {
    const { ctx, by } = call;
    const login = await gate.enter(email, call);
    const credentials = await core.perform({ ...by, useCase: findCredentials, input: { email }, effect: 'reads' });
    ctx.state.accountId = credentials.result?.id;
    const account = await proven(credentials.result, password, login.priority).catch(async (no: unknown) => {
      if (isWrongLogin(no)) {
        await recordFailure({ act: 'session.failLogIn', email, reason: failureReason(no, credentials.result) }, call);
        await login.onWrong();
      } else await login.onUntried();
      throw no;
    });
    await login.onRight();
    return account;
  }

  const withLoginCode = <Result>({ id, email }: Pick<Actor, 'id' | 'email'>, call: LoginCall, perform: () => Promise<Result>) =>
    withCode(limits, id, perform).catch(async (no: unknown) => {
      if (isWrongCode(no)) await recordFailure({ act: 'session.failLogIn', email, reason: 'wrongCode' }, call);
      throw no;
    });

  return {
    async readSession(_input, { ctx, actor, isSecondFactorDue }) {
      // The browser's cached images depend on the session's cookie, which must therefore not outlive the session.
      if (!actor && cookie.idHashOf(ctx)) cookie.take(ctx);
      const user = actor && {
        ...actor,
        name: fullName(actor),
        ...(await findAppearance(actor)),
        listSizes: [],
        substitutesFor: [...(actor.substitutesFor ?? [])],
        mailStoppedSince: isDeveloper(actor) ? (await repositoriesOn(core.db, core.zone).installation.mailStop())?.since : undefined,
      };
      const facts = { today: localDay(core.zone, core.clock()), zone: core.zone, isDemo: isDemo(), isDemoExposed: isDemo() && isExposed };
      const loginWays = { allowsPasswords, companyLogin, needsFirstRun: !actor && (await isFirstRun()), isSecondFactorDue };
      return { user, ...facts, contactUrl: await contactUrlFor(actor), ...loginWays };
    },

    readCsrfToken: async (_input, { ctx, actor }) => ({ csrfToken: cookie.csrfToken(ctx), userId: actor?.id ?? null }),

    async logIn({ email, password, code, trustsDevice }, call) {
      const { ctx, by } = call;
      await demandPasswords(email, call);
      const account = await proveByPassword(email, password, call);
      const origin = { endedIdHash: cookie.idHashOf(ctx), userAgent: ctx.get('User-Agent') || null, deviceHash: device.hashOf(ctx) };
      const input = { account, password, ...origin, code };
      const open = async () => (await core.perform({ ...by, useCase: openSession, input, effect: 'writes' })).result;
      const { secret, hasProvenCode } = await (code === undefined ? open() : withLoginCode(account, call, open));
      cookie.give(ctx, secret);
      await remember(email, call, hasProvenCode && trustsDevice === true);
      return { status: 'activo' };
    },

    async confirmIdentity({ password, code }, call) {
      const { ctx, actor, by } = call;
      const input = { sessionIdHash: cookie.idHashOf(ctx) as Buffer, code };
      const prove = async () => void (await core.perform({ ...by, useCase: proveIdentity, input, effect: 'writes' }));
      if (code !== undefined) return withLoginCode(actor, call, prove);
      if (password === undefined) throw invalid('password', 'currentPasswordWrong');
      await demandPasswords(actor.email, call);
      await proveByPassword(actor.email, password, call).catch((no: unknown) => {
        throw isRefusedWith(no, 'credentials.wrong') ? invalid('password', 'currentPasswordWrong') : no;
      });
      return prove();
    },

    async logOut(_input, { ctx, by }) {
      const idHash = cookie.idHashOf(ctx);
      const issuer = idHash && (await core.perform({ ...by, useCase: closeSession, input: { idHash }, effect: 'writes' })).result;
      cookie.take(ctx);
      return { logoutUrl: issuer && provider ? await provider.logoutUrl() : null };
    },

    async requestPasswordReset({ email }, { ctx, by }) {
      await demandPasswords(null, { by });
      const address = limitedAddress(ctx.ip);
      if (!(await gate.findOrigin(email, { ctx, by })).isKnownDevice) {
        await limits.spend('resetByAddress', address);
        if (!hidesUnknownEmail) await limits.demand('resetGuessByAddress', address);
      }
      const minimumWait = setTimeout(RESET_TAKES_MS);
      const input = { email, mayMail: await limits.take('resetLettersByAccount', email) };
      const { result: isSent } = await core.perform({ ...by, useCase: requestPasswordReset, input, effect: 'writes' });
      // Where unknown emails are hidden, reaching this limit would reveal them.
      if (!isSent && !hidesUnknownEmail) await limits.count('resetGuessByAddress', address);
      await minimumWait;
      if (!isSent && !hidesUnknownEmail) throw new Refused({ code: 'reset.unknownEmail' });
    },

    async checkResetToken(input, call) {
      const { ctx, by } = call;
      await demandPasswords(input.email, call);
      await limits.demand('wrongTokensByAddress', limitedAddress(ctx.ip));
      return demandOpened(await core.perform({ ...by, useCase: checkResetToken, input, effect: 'reads' }), input.email, call);
    },

    async resetPassword({ password, ...claim }, call) {
      const { ctx, by } = call;
      await demandPasswords(claim.email, call);
      await limits.demand('wrongTokensByAddress', limitedAddress(ctx.ip));
      demandResettable(password);
      await demandOpened(await core.perform({ ...by, useCase: checkResetToken, input: claim, effect: 'reads' }), claim.email, call);
      const input = { ...claim, passwordHash: await hashForReset(password) };
      /** Rolls back if the client has gone. Otherwise its person would find the token used and not know that the new password counts. */
      const useCase: typeof resetPassword = async (context) => {
        const isOpened = await resetPassword(context);
        if (ctx.req.socket.destroyed) throw new ClientGone();
        return isOpened;
      };
      await demandOpened(await core.perform({ ...by, useCase, input, effect: 'writes' }), claim.email, call);
      await remember(claim.email, call);
    },

    async createFirstAdministrator({ password: typed, ...person }, { ctx, by }) {
      // This is checked before the use case, because that takes the lock of the first start.
      if (!(await isFirstRun())) throw new Refused({ code: 'route.unknown' });
      const address = limitedAddress(ctx.ip);
      await limits.demand('firstRunByAddress', address);
      if (allowsPasswords && typed === undefined) throw invalid('password', 'firstPasswordInvalid');
      const input = { ...person, password: allowsPasswords ? typed : undefined };
      await core.perform({ ...by, useCase: createFirstAdministrator, input, effect: 'writes' }).catch(async (no: unknown) => {
        if (isWrongFirstRunCode(no)) await limits.count('firstRunByAddress', address);
        throw no;
      });
    },

    async changePassword({ endsAccess, ...change }, { ctx, actor, by, once }) {
      await demandPasswords(actor.email, { by });
      demandChangeable(change);
      await limits.spend('passwordChange', actor.id);
      const { result: ownHash } = await core.perform({ ...by, useCase: findOwnHash, input: {}, effect: 'reads' });
      const ownHashes = { keptIdHash: cookie.idHashOf(ctx) as Buffer, keptDeviceHash: device.hashOf(ctx) };
      const input = { proof: await provenChange(ownHash, change), ...ownHashes, endsAccess };
      const { result } = await core.perform({ ...by, useCase: changePassword, input, effect: 'writes', once });
      await limits.restore('passwordChange', actor.id); // only failures use the allowance up
      return result;
    },
  };
}
