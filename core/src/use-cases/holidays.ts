import { deadlineKinds } from '../domain/announcement.ts';
import type { CalendarDate } from '../domain/calendar.ts';
import type { Holiday } from '../domain/holidays.ts';
import { Refused } from '../domain/refusal.ts';
import { holidayNotice } from '../messages/holidays.ts';
import { DONE, type Done } from './done.ts';
import type { UseCase } from './use-case.ts';

/** Every day of rest, by date. */
export const listHolidays: UseCase<unknown, Holiday[]> = ({ repos }) => repos.holidays.all();

/** Makes a day one of rest, or gives it another name. */
export const saveHoliday: UseCase<Holiday, Done> = async ({ repos, input }) => {
  await repos.holidays.save({ day: input.day, name: input.name });
  return DONE;
};

/** Makes it a working day. What was kept back because of it comes after all, today's reminders included. */
export const removeHoliday: UseCase<{ day: CalendarDate }, Done> = async ({ repos, input, now, today }) => {
  if (!(await repos.holidays.remove(input.day))) throw new Refused({ code: 'holiday.unknown' });
  await repos.outbox.takeUp(deadlineKinds, now);
  if (input.day === today) await repos.sweeps.forgetIdle(today);
  return DONE;
};

/** What an answer adds where the deadline just set is a day of rest. */
export interface Noticed {
  notice?: string;
}

/** A notice, never a refusal: people may well work that day. */
export const noticeOf = (holiday: Holiday | undefined): Noticed => (holiday ? { notice: holidayNotice(holiday) } : {});
