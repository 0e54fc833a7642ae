import { isAcceptableExpiry, latestExpiry, type TokenScope } from '../domain/access-token.ts';
import type { CalendarDate } from '../domain/calendar.ts';
import { invalid, Refused } from '../domain/refusal.ts';
import { writtenDay } from '../messages/dates.ts';
import { validation } from '../messages/validation.ts';
import type { PersonalToken, TokenBearer } from '../persistence/access-tokens.ts';
import { hashOf, newAccessToken } from '../secrets/tokens.ts';
import { DONE, type Done, type Registered } from './done.ts';
import type { OpenUseCase, UseCase } from './use-case.ts';

/** The actor's own tokens, the newest first. */
export const listTokens: UseCase<unknown, PersonalToken[]> = ({ repos, actor }) => repos.accessTokens.of(actor.id);

/** Makes a personal token; its secret is answered here and never again. */
export const createToken: UseCase<{ name: string; scope: TokenScope; expiresOn: CalendarDate }, Registered & { secret: string }> = async (
  context,
) => {
  const { repos, actor, input, now, today } = context;
  const { name, scope, expiresOn } = input;
  if (!isAcceptableExpiry(expiresOn, today)) throw invalid('expires_on', validation.tokenExpiry(writtenDay(latestExpiry(today))));
  if (!(await repos.users.hold(actor.id))) throw new Refused({ code: 'user.notActive' });
  const { secret, prefix } = newAccessToken();
  const token = { userId: actor.id, secretHash: hashOf(secret), prefix, name, scope, createdAt: now };
  return { success: true, id: await repos.accessTokens.add(token, expiresOn), secret };
};

/** Revokes one of the actor's tokens; it opens nothing from the next call on. */
export const revokeToken: UseCase<{ tokenId: number }, Done> = async ({ repos, actor, input }) => {
  if (!(await repos.accessTokens.revoke(input.tokenId, actor.id))) throw new Refused({ code: 'token.unknown' });
  return DONE;
};

/** Ends the very token one calls with, as at a logout. */
export const revokeBearer: UseCase<{ secretHash: Buffer }, Done> = async ({ repos, input }) => {
  await repos.accessTokens.revokeBySecret(input.secretHash);
  return DONE;
};

/** Who bears a token now. */
export const findBearer: OpenUseCase<{ secretHash: Buffer }, TokenBearer | undefined> = ({ repos, input, now }) =>
  repos.accessTokens.bearerOf(input.secretHash, now);
