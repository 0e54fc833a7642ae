import { FREE_TRIES } from '@bitacora/core/domain/account/account';
import type { Actor } from '@bitacora/core/domain/people/person';
import { type Core, demandHashPlace } from '@bitacora/core/server';
import {
  countLoginTry,
  demandNoLoginWait,
  findLoginOrigin,
  rememberDevice,
  takeBackLoginTry,
} from '@bitacora/core/use-cases/account/log-in';
import type { Context } from 'koa';
import type { DeviceCookie } from '../auth/cookies.ts';
import type { CalledBy } from '../calls/handlers.ts';
import { limitedAddress } from '../http/client-network.ts';
import type { RateLimits } from '../http/rate-limit.ts';

export interface LoginGateDependencies {
  core: Core;
  device: DeviceCookie;
  limits: RateLimits;
  rateLimitFactor: number;
}

export interface LoginCall {
  ctx: Context;
  by: CalledBy<Actor | null>;
}

/** One try of a password. The caller reports its end with one of these functions. */
interface LoginTry {
  /** A password from a known device or network is hashed before the others. */
  priority: 'known' | 'unknown';
  /** Throws if parallel tries together exceeded the limit, because they must not learn more than sequential ones. */
  onWrong(): Promise<void>;
  onRight(): Promise<void>;
  /** Restores the allowance, because the password was not compared. */
  onUntried(): Promise<void>;
}

/**
 * Lets a try of a password in, or refuses it. A known device of the account passes while its own failures are few, because other people's
 * failures must not lock its owner out. All others wait for the account's delay and share their address's allowance.
 */
export function loginGate({ core, device, limits, rateLimitFactor }: LoginGateDependencies) {
  const freeTries = Math.max(1, Math.round(FREE_TRIES * rateLimitFactor));

  async function byKnownDevice(email: string, deviceHash: Buffer): Promise<LoginTry | null> {
    const who = [email, deviceHash.toString('base64url')];
    if (!(await limits.take('loginByDevice', ...who))) return null;
    const restore = () => limits.restore('loginByDevice', ...who);
    return { priority: 'known', onWrong: async () => {}, onRight: restore, onUntried: restore };
  }

  async function byUnknownDevice(email: string, address: string, { by }: LoginCall): Promise<Omit<LoginTry, 'priority'>> {
    await limits.demand('loginByAddress', address);
    const input = { email, freeTries };
    await core.perform({ ...by, useCase: demandNoLoginWait, input, effect: 'reads' });
    await core.perform({ ...by, useCase: countLoginTry, input, effect: 'writes' });
    const takeBack = async () => {
      await core.perform({ ...by, useCase: takeBackLoginTry, input, effect: 'writes' });
    };
    return {
      async onWrong() {
        await limits.count('loginByAddress', address);
        await limits.demandUnder('loginByAddress', address);
      },
      async onRight() {
        await limits.demandUnder('loginByAddress', address);
        await takeBack();
      },
      onUntried: takeBack,
    };
  }

  /** Finds whether the browser is known for the account, and whether its network is known for any account. */
  async function findOrigin(email: string, { ctx, by }: LoginCall) {
    const input = { email, deviceHash: device.hashOf(ctx), network: limitedAddress(ctx.ip) };
    return (await core.perform({ ...by, useCase: findLoginOrigin, input, effect: 'reads' })).result;
  }

  return {
    findOrigin,

    async enter(email: string, call: LoginCall): Promise<LoginTry> {
      const { isKnownDevice, isKnownNetwork } = await findOrigin(email, call);
      const deviceHash = device.hashOf(call.ctx);
      const knownTry = isKnownDevice && deviceHash ? await byKnownDevice(email, deviceHash) : null;
      if (knownTry) return knownTry;
      const priority = isKnownNetwork ? 'known' : 'unknown';
      demandHashPlace(priority);
      return { priority, ...(await byUnknownDevice(email, limitedAddress(call.ctx.ip), call)) };
    },

    /** Makes the browser a known device of a person who has proven who they are. A trusted one is not asked for the second factor. */
    async remember(email: string, { ctx, by }: LoginCall, isTrusted = false): Promise<void> {
      const input = { email, deviceHash: device.hashOf(ctx), network: limitedAddress(ctx.ip), isTrusted };
      const { result: secret } = await core.perform({ ...by, useCase: rememberDevice, input, effect: 'writes' });
      if (secret) device.give(ctx, secret);
    },
  };
}

export type LoginGate = ReturnType<typeof loginGate>;
