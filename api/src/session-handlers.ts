import { dayIn } from '@bitacora/core/domain/calendar';
import { fullName } from '@bitacora/core/domain/person';
import { Refused } from '@bitacora/core/domain/refusal';
import type { Core } from '@bitacora/core/server';
import { closeSession, findCredentials, openSession, proven } from '@bitacora/core/use-cases/log-in';
import { checkResetToken, requestPasswordReset, resetPassword } from '@bitacora/core/use-cases/reset-password';
import type { SessionHandlers } from './handlers.ts';
import type { SessionCookie } from './http/session-cookie.ts';

const DONE = { success: true } as const;

export interface SessionParts {
  core: Core;
  cookie: SessionCookie;
  hidesUnknownEmail: boolean;
  contactUrl: string;
  isDemo: () => boolean;
}

/** Coming in, going out, and the token that lets one back in (decisions, 1.4, 1.7 and section 5). */
export function sessionHandlers({ core, cookie, hidesUnknownEmail, contactUrl, isDemo }: SessionParts): SessionHandlers {
  const anyone = { actor: null, channel: 'web' } as const;
  const demandOpened = (opened: boolean) => {
    if (!opened) throw new Refused({ code: 'reset.invalidToken' });
    return DONE;
  };

  return {
    async getSession(_input, { actor }) {
      const user = actor && { ...actor, name: fullName(actor) };
      return { user, today: dayIn(core.zone, core.clock()), isDemo: isDemo(), contactUrl };
    },

    async csrfToken(_input, { ctx }) {
      return { success: true, csrfToken: cookie.csrfToken(ctx) };
    },

    async login({ email, password }, { ctx }) {
      const found = await core.perform({ ...anyone, useCase: findCredentials, input: { email }, effect: 'reads' });
      const account = await proven(found.result, password);
      const input = { account, password, endedIdHash: cookie.idHashOf(ctx) };
      const { result: secret } = await core.perform({ ...anyone, useCase: openSession, input, effect: 'writes' });
      cookie.give(ctx, secret);
      return { success: true, status: 'activo' };
    },

    async logout(_input, { ctx }) {
      const idHash = cookie.idHashOf(ctx);
      if (idHash) await core.perform({ ...anyone, useCase: closeSession, input: { idHash }, effect: 'writes' });
      cookie.take(ctx);
      return DONE;
    },

    async passwordResetRequest({ email }) {
      await core.perform({ ...anyone, useCase: requestPasswordReset, input: { email, hidesUnknownEmail }, effect: 'writes' });
      return DONE;
    },

    async validateResetToken(input) {
      return demandOpened((await core.perform({ ...anyone, useCase: checkResetToken, input, effect: 'writes' })).result);
    },

    async resetPassword(input) {
      return demandOpened((await core.perform({ ...anyone, useCase: resetPassword, input, effect: 'writes' })).result);
    },
  };
}
