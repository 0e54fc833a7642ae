import { adminPolicy } from '../../domain/activity/policy.ts';
import type { Person } from '../../domain/people/person.ts';
import type { DateRange } from '../../domain/reports/date-range.ts';
import { punctualities } from '../../domain/reports/punctuality.ts';
import { type ReportWorkbook, readReportRows } from '../reports/export-report.ts';
import type { OpenUseCase } from '../use-case.ts';

export interface WeeklyMail {
  person: Person;
  /** What was due in that week, with its figures. */
  report: ReportWorkbook;
}

/** The figures of a week for one person, as they are now; null if they may not read them any more. */
export const readWeeklyMail: OpenUseCase<{ recipientId: number; week: DateRange }, WeeklyMail | null> = async (context) => {
  const { recipientId, week } = context.input;
  const person = await context.repos.users.find(recipientId);
  if (!person?.isActive || !adminPolicy.readGlobalReports(person)) return null;
  const actor = { ...person, channel: 'system' } as const;
  const input = { ...week, dating: 'deadline', punctuality: punctualities } as const;
  return { person, report: await readReportRows({ ...context, actor, input }) };
};
