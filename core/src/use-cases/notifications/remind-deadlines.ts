import { tomorrowAcross } from '../../domain/holidays.ts';
import type { OpenUseCase } from '../use-case.ts';

/**
 * Tells people of their deadlines (docs/product.md, 7), once for each scheduled moment: the moment is taken and everything is
 * written together, or nothing is. What holds is asked of today, however long ago the moment was. Null where another took it.
 */
export const remindDeadlines: OpenUseCase<{ dueAt: Date }, { count: number } | null> = async ({ repos, input, now, today }) => {
  if (!(await repos.reminders.take(input.dueAt, now))) return null;
  const holidays = (await repos.holidays.all()).map(({ day }) => day);
  const count = await repos.reminders.remind(today, tomorrowAcross(today, holidays), now);
  await repos.reminders.note(input.dueAt, count);
  return { count };
};
