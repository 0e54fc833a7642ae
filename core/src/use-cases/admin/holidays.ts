import type { CalendarDate } from '../../domain/calendar.ts';
import type { Holiday } from '../../domain/holidays.ts';
import { Refused } from '../../domain/refusal.ts';
import { recordAdminAct } from '../record-admin-act.ts';
import type { UseCase } from '../use-case.ts';

export const listHolidays: UseCase<unknown, Holiday[]> = ({ repos }) => repos.holidays.all();

const holidaySubject = (day: CalendarDate) => ({ kind: 'holiday', id: day, name: day }) as const;

export const saveHoliday: UseCase<Holiday, void> = async (context) => {
  const { repos, input } = context;
  const { day, name } = input;
  const earlier = await repos.holidays.find(day);
  await repos.holidays.save({ day, name });
  const before = earlier ? { name: earlier.name } : null;
  if (earlier?.name !== name) await recordAdminAct(context, { act: 'holiday.save', subject: holidaySubject(day), before, after: { name } });
};

/** Makes the day a working day. What was kept back because of the holiday is sent after all, today's reminders included. */
export const removeHoliday: UseCase<{ day: CalendarDate }, void> = async (context) => {
  const { repos, input, now, today } = context;
  const earlier = await repos.holidays.find(input.day);
  if (!(await repos.holidays.remove(input.day))) throw new Refused({ code: 'holiday.unknown' });
  const before = { name: earlier?.name ?? null };
  await recordAdminAct(context, { act: 'holiday.remove', subject: holidaySubject(input.day), before });
  await repos.outbox.takeUp(now);
  if (input.day === today) await repos.reminders.forgetIdle(today);
};
