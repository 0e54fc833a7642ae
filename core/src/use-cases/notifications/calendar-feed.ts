import type { CalendarDate } from '../../domain/calendar.ts';
import { fullName, type Person } from '../../domain/people/person.ts';
import { Refused } from '../../domain/refusal.ts';
import type { ActivityFacts } from '../../persistence/activities/activity-views.sql.ts';
import type { StampedFacts } from '../../persistence/activities/activity-views.ts';
import { hashSecret, newSecret } from '../../secrets/secrets.ts';
import { holdAccess } from '../account/lock-account.ts';
import { recordAdminAct } from '../record-admin-act.ts';
import type { OpenUseCase, UseCase } from '../use-case.ts';

/** Reads when the actor's calendar address was made, and when it was last read; both are null without one. */
export const readCalendarFeed: UseCase<unknown, { createdAt: Date | null; readAt: Date | null }> = async ({ repos, actor }) => {
  const feed = await repos.calendarFeeds.find(actor.id);
  return { createdAt: feed?.createdAt ?? null, readAt: feed?.readAt ?? null };
};

/** Makes the actor's calendar address, which replaces the one before; its token is returned here and never again. */
export const createCalendarFeed: UseCase<unknown, { url: string }> = async (context) => {
  const { repos, actor, now, request } = context;
  await holdAccess(context);
  const token = newSecret();
  await repos.calendarFeeds.replace(actor.id, hashSecret(token), now);
  await recordAdminAct(context, { act: 'calendarFeed.create', subject: { kind: 'calendarFeed', id: actor.id, name: fullName(actor) } });
  return { url: new URL(`/api/calendar/${token}.ics`, request.publicUrl).href };
};

/** Revokes the calendar address; it opens nothing from the next reading on. */
export const revokeCalendarFeed: UseCase<unknown, void> = async (context) => {
  const { repos, actor } = context;
  if (!(await repos.calendarFeeds.remove(actor.id))) throw new Refused({ code: 'calendar.unknown' });
  await recordAdminAct(context, { act: 'calendarFeed.revoke', subject: { kind: 'calendarFeed', id: actor.id, name: fullName(actor) } });
};

export const findCalendarReader: OpenUseCase<{ token: string }, Person | undefined> = ({ repos, input, now }) =>
  repos.calendarFeeds.findReader(hashSecret(input.token), now);

/** The limit is more than any calendar program shows, and little enough to send every hour. */
const MOST_ENTRIES = 1_000;

export interface Calendar {
  today: CalendarDate;
  deadlines: StampedFacts[];
  /** What others finished for the actor, the longest waiting first. */
  awaiting: ActivityFacts[];
}

/** Reads what is in the actor's calendar: a thousand entries at most, their own deadlines before what waits for their verification. */
export const readCalendar: UseCase<unknown, Calendar> = async ({ repos, actor, today }) => {
  const deadlines = await repos.activityViews.listNearest(actor.id, today, MOST_ENTRIES);
  const awaiting = await repos.activityViews.listAwaitingVerification(actor.id);
  return { today, deadlines, awaiting: awaiting.slice(0, MOST_ENTRIES - deadlines.length) };
};
