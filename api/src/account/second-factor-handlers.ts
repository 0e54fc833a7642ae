import type { secondFactorEndpoints } from '@bitacora/core/contract/account/second-factor-endpoints';
import { needsSecondFactor } from '@bitacora/core/domain/account/account';
import type { Actor } from '@bitacora/core/domain/people/person';
import { invalid, isRefusedWith, Refused } from '@bitacora/core/domain/refusal';
import type { Core } from '@bitacora/core/server';
import { findOwnHash, isOwnPassword } from '@bitacora/core/use-cases/account/change-password';
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '@bitacora/core/use-cases/account/second-factor';
import type { UseCase } from '@bitacora/core/use-cases/use-case';
import type { SessionCookie } from '../auth/cookies.ts';
import type { CallContext, Handlers } from '../calls/handlers.ts';
import type { RateLimits } from '../http/rate-limit.ts';
import type { Settings } from '../settings/settings.ts';

export interface SecondFactorDependencies extends Partial<Pick<Settings, 'secondFactorRule'>> {
  core: Core;
  cookie: SessionCookie;
  limits: RateLimits;
}

/**
 * Performs a call that needs a code of the second factor. Only wrong codes use the two allowances up. They are taken before the code is
 * compared, because parallel tries must not exceed them.
 */
export async function withCode<Result>(limits: RateLimits, personId: number, perform: () => Promise<Result>): Promise<Result> {
  await limits.spend('secondFactor', personId);
  const restore = async () => {
    await limits.restore('secondFactor', personId);
    await limits.restore('secondFactorOfDay', personId);
  };
  try {
    await limits.spend('secondFactorOfDay', personId);
    const result = await perform();
    await restore();
    return result;
  } catch (error) {
    const isGuess = isRefusedWith(error, 'secondFactor.wrong', 'session.tooManyTries');
    if (!isGuess) await restore();
    throw error;
  }
}

/** The calls about a person's own second factor that compare a password or a code. */
export function secondFactorHandlers({
  core,
  cookie,
  limits,
  secondFactorRule = 'off',
}: SecondFactorDependencies): Handlers<Exclude<keyof typeof secondFactorEndpoints, 'resetSecondFactor'>> {
  const isFactorRequired = (actor: Actor) => needsSecondFactor(secondFactorRule, actor);
  const writeWithCode = <In, Out>(useCase: UseCase<In, Out>, input: In, { by, once }: Pick<CallContext<Actor>, 'by' | 'once'>) =>
    withCode(limits, by.actor.id, async () => (await core.perform({ ...by, useCase, input, effect: 'writes', once })).result);
  return {
    async readSecondFactor(_input, { actor, by }) {
      const { result } = await core.perform({ ...by, useCase: readSecondFactor, input: {}, effect: 'reads' });
      return { ...result, isRequired: isFactorRequired(actor) };
    },

    async beginSecondFactor({ currentPassword, code }, { actor, by }) {
      await limits.spend('passwordChange', actor.id);
      const { result: ownHash } = await core.perform({ ...by, useCase: findOwnHash, input: {}, effect: 'reads' });
      if (!(await isOwnPassword(currentPassword, ownHash))) throw invalid('currentPassword', 'currentPasswordWrong');
      await limits.restore('passwordChange', actor.id); // only failures use the allowance up
      const begin = async () => (await core.perform({ ...by, useCase: beginSecondFactor, input: { code }, effect: 'writes' })).result;
      return code === undefined ? begin() : withCode(limits, actor.id, begin);
    },

    confirmSecondFactor: ({ code }, context) =>
      writeWithCode(confirmSecondFactor, { code, sessionIdHash: cookie.idHashOf(context.ctx) as Buffer }, context),

    renewRecoveryCodes: (input, context) => writeWithCode(renewRecoveryCodes, input, context),

    async removeSecondFactor(input, context) {
      if (isFactorRequired(context.actor)) throw new Refused({ code: 'secondFactor.mandatory' });
      return writeWithCode(removeSecondFactor, input, context);
    },
  };
}
