import { isAcceptableExpiry, latestExpiry, type TokenScope } from '../../domain/account/account.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import { adminPolicy } from '../../domain/people/person.ts';
import { invalid, Refused } from '../../domain/refusal.ts';
import type { PersonalToken, RevokedToken, TokenBearer } from '../../persistence/account/access-tokens.ts';
import { hashSecret, newAccessToken } from '../../secrets/secrets.ts';
import { type AdminContext, recordAdminAct } from '../record-admin-act.ts';
import type { OpenUseCase, RegisteredId, UseCase } from '../use-case.ts';
import { holdAccess } from './lock-account.ts';

export const listTokens: UseCase<unknown, PersonalToken[]> = ({ repos, actor }) => repos.accessTokens.list(actor.id);

/** Makes a personal token; its secret is answered here and never again. */
export const createToken: UseCase<{ name: string; scope: TokenScope; expiresOn: CalendarDate }, RegisteredId & { secret: string }> = async (
  context,
) => {
  const { repos, actor, input, now, today } = context;
  const { name, scope, expiresOn } = input;
  if (scope === 'import_people' && !adminPolicy.manageUsers(actor)) throw new Refused({ code: 'admin.forbidden', act: 'manageUsers' });
  if (!isAcceptableExpiry(expiresOn, today)) throw invalid('expiresOn', 'tokenExpiry', { day: latestExpiry(today) });
  await holdAccess(context);
  const { secret, prefix } = newAccessToken();
  const token = { userId: actor.id, secretHash: hashSecret(secret), prefix, name, scope, createdAt: now };
  const id = await repos.accessTokens.add(token, expiresOn);
  await recordAdminAct(context, { act: 'token.create', subject: { kind: 'token', id, name }, after: { prefix, scope, expiresOn } });
  return { id, secret };
};

const recordRevocation = (context: AdminContext, { id, name, prefix, scope }: RevokedToken) =>
  recordAdminAct(context, { act: 'token.revoke', subject: { kind: 'token', id, name }, before: { prefix, scope } });

/** Revokes one of the actor's tokens; it opens nothing from the next call on. */
export const revokeToken: UseCase<{ tokenId: number }, void> = async (context) => {
  const revoked = await context.repos.accessTokens.revoke(context.input.tokenId, context.actor.id);
  if (!revoked) throw new Refused({ code: 'token.unknown' });
  await recordRevocation(context, revoked);
};

/** Ends the token that the call itself carries, as at a logout. */
export const revokeBearer: UseCase<unknown, void> = async (context) => {
  const { repos, request } = context;
  const revoked = request.bearerHash && (await repos.accessTokens.revokeBySecret(request.bearerHash));
  if (revoked) await recordRevocation(context, revoked);
};

export const findBearer: OpenUseCase<{ secretHash: Buffer }, TokenBearer | undefined> = ({ repos, input, now, today }) =>
  repos.accessTokens.findBearer(input.secretHash, now, today);
