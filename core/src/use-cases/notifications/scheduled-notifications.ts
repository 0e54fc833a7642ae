import { addDays, type CalendarDate, localDay } from '../../domain/calendar.ts';
import { lastAnnouncedDay, nextWorkingDay, workingDaysAgo } from '../../domain/holidays.ts';
import { isReminded, weekToMail } from '../../domain/notifications/notification-rules.ts';
import { type Actor, adminPolicy, isPrivileged } from '../../domain/people/person.ts';
import { type IsWorkingDay, narrowWorkTime, nextOpening, workingDays } from '../../domain/work-time.ts';
import { remindRequests } from '../activities/work-requests.ts';
import type { OpenContext, OpenUseCase, UseCase } from '../use-case.ts';
import { readRest } from './read-rest.ts';

/** Working days after which work that stands still is announced to the first person, and to somebody above. */
const ESCALATED_AFTER = { first: 2, second: 5 };

/** Writes escalations. The next run writes once what a missed run would have written. */
async function escalate(context: OpenContext, isWorkingDay: IsWorkingDay): Promise<number> {
  const { repos, today, now } = context;
  const first = workingDaysAgo(today, ESCALATED_AFTER.first, isWorkingDay);
  const second = workingDaysAgo(today, ESCALATED_AFTER.second, isWorkingDay);
  return (await repos.reminders.escalate(today, { first, second }, now)) + (await remindRequests({ repos, today, now }, first));
}

/**
 * Reminds people of their deadlines (docs/product.md, 7), once for each scheduled moment: the moment is taken and everything is written
 * together, or nothing is. The rules apply as of today, however long ago the moment was. Returns null where another process took it.
 */
export const remindDeadlines: OpenUseCase<{ dueAt: Date }, { count: number } | null> = async (context) => {
  const { repos, input, now, today, zone, workTime } = context;
  if (!(await repos.reminders.take(input.dueAt, now))) return null;
  const { holidays, ownTimes } = await readRest(context);
  const isWorkingDay = workingDays(workTime, holidays);
  // What is written now leaves when its person works next: they must then hear of all that is due before they work again.
  const announcedUntil = (own: string | null) => {
    const time = narrowWorkTime(workTime, own);
    const opensAt = nextOpening(zone, now, time, holidays);
    return lastAnnouncedDay(opensAt ? localDay(zone, opensAt) : today, workingDays(time, holidays));
  };
  const ownDays = ownTimes.map((own) => ({ workTime: own, tomorrow: announcedUntil(own) }));
  const count = isWorkingDay(today)
    ? (await repos.reminders.remind(today, announcedUntil(null), now, ownDays)) + (await escalate(context, isWorkingDay))
    : 0;
  await repos.topicChannels.noteLate(today, now);
  await repos.reminders.note(input.dueAt, count);
  return { count };
};

/**
 * Reminds the actor of these activities once more, by chat, on the next day that has reminders. Activities that they are not reminded of
 * are left out. Idempotent.
 */
export const snoozeReminders: UseCase<{ activityIds: readonly number[] }, { count: number; remindOn: CalendarDate }> = async (context) => {
  const { repos, actor, input, today, workTime } = context;
  const { holidays } = await readRest(context);
  const remindOn = nextWorkingDay(today, workingDays(workTime, holidays));
  const activities = (await repos.activityViews.list(input.activityIds)).filter((activity) => isReminded(activity, actor));
  await repos.reminders.snooze(
    actor.id,
    activities.map(({ id }) => id),
    remindOn,
  );
  return { count: activities.length, remindOn };
};

/** Returns the person as a reader of the company's figures; null if they may not read them any more. */
export const findWeeklyReader: OpenUseCase<{ recipientId: number }, Actor | null> = async ({ repos, input }) => {
  const person = await repos.users.find(input.recipientId);
  return person?.isActive && adminPolicy.readGlobalReports(person) ? { ...person, channel: 'system' } : null;
};

/** Adds the mail of the last week for each privileged person who chose it by this Monday, once (docs/product.md, 7). Returns how many were added. */
export const planWeeklyMails: OpenUseCase<unknown, { count: number }> = async ({ repos, now, today, zone }) => {
  const week = weekToMail(zone, now, today);
  if (!week) return { count: 0 };
  const recipients = (await repos.notificationPreferences.listRecipients('weekly', addDays(week.to, 1))).filter(isPrivileged);
  return {
    count: await repos.outbox.addWeekly(
      recipients.map(({ id }) => id),
      week,
      now,
    ),
  };
};
