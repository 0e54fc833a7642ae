import { addDays } from '../../domain/calendar.ts';
import { weekToMail } from '../../domain/notifications/notification-rules.ts';
import { type Actor, adminPolicy, isPrivileged } from '../../domain/people/person.ts';
import type { OpenUseCase } from '../use-case.ts';

/** The person as a reader of the company's figures; null if they may not read them any more. */
export const findWeeklyReader: OpenUseCase<{ recipientId: number }, Actor | null> = async ({ repos, input }) => {
  const person = await repos.users.find(input.recipientId);
  return person?.isActive && adminPolicy.readGlobalReports(person) ? { ...person, channel: 'system' } : null;
};

/** Adds the mail of the last week for each privileged person who chose it by this Monday, once (docs/product.md, 7). Returns how many were added. */
export const planWeeklyMails: OpenUseCase<unknown, { count: number }> = async ({ repos, now, today, zone }) => {
  const week = weekToMail(zone, now, today);
  if (!week) return { count: 0 };
  const recipients = (await repos.notificationPreferences.recipientsOf('weekly', addDays(week.to, 1))).filter(isPrivileged);
  return {
    count: await repos.outbox.addWeekly(
      recipients.map(({ id }) => id),
      week,
      now,
    ),
  };
};
