import { type Core, hashOf } from '@bitacora/core/server';
import { revokeBearer } from '@bitacora/core/use-cases/account/personal-tokens';
import type { Special } from '../handlers.ts';
import { bearerIn } from './authenticate.ts';

/** A token ends itself: only the request tells which one it is. */
export function tokenHandler({ core }: { core: Core }): Special<'revokeBearer'> {
  return {
    async revokeBearer(_, { ctx, by, once }) {
      const input = { secretHash: hashOf(bearerIn(ctx.get('Authorization'))) };
      return (await core.perform({ useCase: revokeBearer, ...by, input, effect: 'writes', once })).result;
    },
  };
}
