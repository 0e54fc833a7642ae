import type { Core } from '@bitacora/core/server';
import { changePassword, demandChangeable, findOwnHash, provenChange } from '@bitacora/core/use-cases/account/change-password';
import type { Special } from '../handlers.ts';
import type { RateLimits } from '../http/rate-limit.ts';
import type { DeviceCookie } from './device-cookie.ts';
import type { SessionCookie } from './session-cookie.ts';

export interface PasswordParts {
  core: Core;
  cookie: SessionCookie;
  device: DeviceCookie;
  limits: RateLimits;
}

/** A person changes their password: proven and hashed outside the transaction, as at the login. Only failures use the allowance up. */
export function passwordHandler({ core, cookie, device, limits }: PasswordParts): Special<'changePassword'> {
  return {
    async changePassword({ endsAccess, ...change }, { ctx, actor, by, once }) {
      demandChangeable(change);
      await limits.spend('passwordChange', actor.id);
      const { result: stored } = await core.perform({ ...by, useCase: findOwnHash, input: {}, effect: 'reads' });
      const kept = { keptIdHash: cookie.idHashOf(ctx) as Buffer, keptDeviceHash: device.hashOf(ctx) };
      const input = { proof: await provenChange(stored, change), ...kept, endsAccess };
      const { result } = await core.perform({ ...by, useCase: changePassword, input, effect: 'writes', once });
      await limits.restore('passwordChange', actor.id);
      return result;
    },
  };
}
