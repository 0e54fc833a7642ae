import { Refused } from '../../domain/refusal.ts';
import type { PushAddress } from '../../persistence/push-subscriptions.ts';
import { holdAccess } from '../account/hold-access.ts';
import type { UseCase } from '../use-case.ts';

/** The browser of the caller's session shows their notifications until that session logs out, also after it expires. */
export const subscribePush: UseCase<PushAddress, void> = async (context) => {
  const { repos, actor, input, now, request } = context;
  if (!request.sessionIdHash) throw new Refused({ code: 'session.missing' });
  await holdAccess(context);
  const { endpoint, publicKey, authSecret } = input;
  const { sessionIdHash } = request;
  await repos.pushSubscriptions.keep({ endpoint, publicKey, authSecret, userId: actor.id, sessionIdHash, createdAt: now });
};

export const unsubscribePush: UseCase<{ endpoint: string }, void> = async ({ repos, actor, input }) => {
  await repos.pushSubscriptions.removeOne(actor.id, input.endpoint);
};
