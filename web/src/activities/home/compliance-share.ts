import type { Endpoints, Reply } from '@bitacora/core/contract';
import { addDays, type CalendarDate, type DateRange } from '@bitacora/core/domain/calendar';
import { dueRowsPath, registeredPath } from '@bitacora/core/domain/reports/list-address';
import { writtenDay } from '@bitacora/core/messages/dates';
import { within } from '../../reports/punctuality-ranges.ts';

/** With the range that they count. */
export type ComplianceGroups = Reply<Endpoints['readComplianceGroups']> & { range: DateRange };

/** One bar: the finished part of a group. A group without activities has no compliance. */
export interface Share {
  /** The label on the axis. */
  short: string;
  name: string;
  finished: number;
  total: number;
  percent: number;
  /** The addresses of the rows that are counted. */
  to: string;
  toFinished: string;
}

const verified = { statuses: ['verified'] } as const;

/** Highest compliance first; between equals the larger group first. */
export const byDepartment = ({ departments, range }: ComplianceGroups): Share[] =>
  departments
    .map(({ department, finished, total, compliance }) => {
      const query = { ...range, departments: [department] };
      const rows = { to: registeredPath(query), toFinished: registeredPath({ ...query, ...verified }) };
      return { short: department, name: department, finished, total, percent: compliance, ...rows };
    })
    .sort((a, b) => b.percent - a.percent || b.total - a.total);

const withoutYear = (day: string) => day.replace(/ \d{4}$/, '');

/** Every week from the first to the last, also weeks without activities. */
export function byWeek({ weeks, range }: ComplianceGroups): Share[] {
  const byWeekStart = new Map(weeks.map((week) => [week.weekStart, week]));
  const [first, last] = [weeks[0]?.weekStart, weeks.at(-1)?.weekStart];
  const shares: Share[] = [];
  for (let monday: CalendarDate | undefined = first; monday && last && monday <= last; monday = addDays(monday, 7)) {
    const { finished, total, compliance } = byWeekStart.get(monday) ?? { finished: 0, total: 0, compliance: 0 };
    const query = within(range, monday, addDays(monday, 6));
    const rows = { to: dueRowsPath('due', query), toFinished: dueRowsPath('due', { ...query, ...verified }) };
    shares.push({ short: withoutYear(writtenDay(monday)), name: writtenDay(monday), finished, total, percent: compliance, ...rows });
  }
  return shares;
}
