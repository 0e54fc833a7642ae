import { fullName, type Person } from '../../domain/people/person.ts';
import { Refused } from '../../domain/refusal.ts';
import { hashOf, newSecret } from '../../secrets/tokens.ts';
import { holdAccess } from '../account/hold-access.ts';
import { recordAdminAct } from '../admin/record-admin-act.ts';
import type { OpenUseCase, UseCase } from '../use-case.ts';

/** Since when the actor has a calendar address, and when it was last read; null and null without one. */
export const readCalendarFeed: UseCase<unknown, { createdAt: Date | null; readAt: Date | null }> = async ({ repos, actor }) => {
  const feed = await repos.calendarFeeds.of(actor.id);
  return { createdAt: feed?.createdAt ?? null, readAt: feed?.readAt ?? null };
};

/** Makes the actor's calendar address, in the place of the one before; its token is answered here and never again. */
export const createCalendarFeed: UseCase<unknown, { url: string }> = async (context) => {
  const { repos, actor, now, request } = context;
  await holdAccess(context);
  const token = newSecret();
  await repos.calendarFeeds.replace(actor.id, hashOf(token), now);
  await recordAdminAct(context, { act: 'calendarFeed.create', subject: { kind: 'calendarFeed', id: actor.id, name: fullName(actor) } });
  return { url: new URL(`/api/calendar/${token}.ics`, request.publicUrl).href };
};

/** Revokes it; from the next reading on it opens nothing. */
export const revokeCalendarFeed: UseCase<unknown, void> = async (context) => {
  const { repos, actor } = context;
  if (!(await repos.calendarFeeds.remove(actor.id))) throw new Refused({ code: 'calendar.unknown' });
  await recordAdminAct(context, { act: 'calendarFeed.revoke', subject: { kind: 'calendarFeed', id: actor.id, name: fullName(actor) } });
};

/** Whose calendar a token opens now. */
export const findCalendarReader: OpenUseCase<{ token: string }, Person | undefined> = ({ repos, input, now }) =>
  repos.calendarFeeds.readerOf(hashOf(input.token), now);
