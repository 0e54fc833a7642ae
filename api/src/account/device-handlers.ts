import type { deviceEndpoints } from '@bitacora/core/contract/account/device-endpoints';
import { ACTIVATION_PATH, POLL_SECONDS } from '@bitacora/core/domain/account/account';
import type { Actor } from '@bitacora/core/domain/people/person';
import { isRefusedWith } from '@bitacora/core/domain/refusal';
import type { Core } from '@bitacora/core/server';
import {
  answerDeviceAuthorization,
  beginDeviceAuthorization,
  exchangeDeviceCode,
  readDeviceAuthorization,
  recordWrongUserCode,
} from '@bitacora/core/use-cases/account/device-authorization';
import { demandRecentLogin } from '@bitacora/core/use-cases/use-case';
import type { SessionCookie } from '../auth/cookies.ts';
import type { CalledBy, Handlers } from '../calls/handlers.ts';
import { limitedAddress } from '../http/client-network.ts';
import type { RateLimits } from '../http/rate-limit.ts';

export interface DeviceDependencies {
  core: Core;
  cookie: SessionCookie;
  limits: RateLimits;
  publicUrl: string;
  pollSeconds?: number;
}

/** The calls by which a browser approves a terminal (RFC 8628). Guesses of codes are limited before the database looks them up. */
export function deviceHandlers({
  core,
  cookie,
  limits,
  publicUrl,
  pollSeconds = POLL_SECONDS,
}: DeviceDependencies): Handlers<keyof typeof deviceEndpoints> {
  /** Counts a try before its code is looked up, so that parallel tries are counted too. A right code gives the try back. */
  async function guess<Result>(ip: string, { actor, ...by }: CalledBy<Actor>, work: () => Promise<Result>): Promise<Result> {
    const address = limitedAddress(ip);
    await limits.spend('userCodeGuesses', actor.id);
    await limits.spend('userCodeGuessesByAddress', address);
    const result = await work().catch(async (no: unknown) => {
      if (isRefusedWith(no, 'device.invalidCode'))
        await core.perform({ ...by, actor, useCase: recordWrongUserCode, input: {}, effect: 'writes' });
      throw no;
    });
    await limits.restore('userCodeGuesses', actor.id);
    await limits.restore('userCodeGuessesByAddress', address);
    return result;
  }

  return {
    async beginDeviceAuthorization(input, { ctx, by }) {
      await limits.spend('deviceCodesByAddress', limitedAddress(ctx.ip));
      const { result } = await core.perform({ ...by, useCase: beginDeviceAuthorization, input, effect: 'writes' });
      return { ...result, url: `${publicUrl}${ACTIVATION_PATH}`, interval: pollSeconds };
    },

    async exchangeDeviceCode(input, { ctx, by }) {
      const address = limitedAddress(ctx.ip);
      await limits.demand('wrongTokensByAddress', address);
      const { result } = await core
        .perform({ ...by, useCase: exchangeDeviceCode, input: { ...input, pollSeconds }, effect: 'writes' })
        .catch(async (no: unknown) => {
          if (isRefusedWith(no, 'device.expired')) await limits.count('wrongTokensByAddress', address);
          throw no;
        });
      if (result.kind === 'pending') return { status: 'pending', interval: result.interval, secret: null, expiresOn: null };
      if (result.kind === 'session') cookie.give(ctx, result.secret);
      const token = result.kind === 'token' ? { secret: result.secret, expiresOn: result.expiresOn } : { secret: null, expiresOn: null };
      return { status: 'approved', interval: pollSeconds, ...token };
    },

    readDeviceAuthorization: (input, { ctx, by }) =>
      guess(ctx.ip, by, async () => (await core.perform({ ...by, useCase: readDeviceAuthorization, input, effect: 'reads' })).result),

    async answerDeviceAuthorization(input, { ctx, by, once }) {
      // Only an approval needs a recent login, so that anybody can reject a stranger's terminal at once.
      if (input.isApproved) demandRecentLogin(by.request);
      const answer = async () => (await core.perform({ ...by, useCase: answerDeviceAuthorization, input, effect: 'writes', once })).result;
      return guess(ctx.ip, by, answer);
    },
  };
}
