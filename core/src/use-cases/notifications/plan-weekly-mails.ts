import { addDays } from '../../domain/calendar.ts';
import { weekToMail } from '../../domain/notifications/weekly-mail.ts';
import { isPrivileged } from '../../domain/people/person.ts';
import type { OpenUseCase } from '../use-case.ts';

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
