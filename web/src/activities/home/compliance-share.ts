import type { Endpoints, Reply } from '@bitacora/core/contract';
import { addDays, type CalendarDate } from '@bitacora/core/domain/calendar';
import { writtenDay } from '@bitacora/core/messages/dates';

export type ComplianceGroups = Reply<Endpoints['readComplianceGroups']>;

/** One bar: how much of what is finished. A share of nothing has no compliance to show. */
export interface Share {
  /** On the axis, and in the table. */
  short: string;
  name: string;
  finished: number;
  total: number;
  percent: number;
}

/** The best first; between equals the one with more to do. */
export const byDepartment = ({ departments }: ComplianceGroups): Share[] =>
  departments
    .map(({ department, finished, total, compliance }) => ({ short: department, name: department, finished, total, percent: compliance }))
    .sort((a, b) => b.percent - a.percent || b.total - a.total);

const withoutYear = (day: string) => day.replace(/ \d{4}$/, '');

/** Every week from the first to the last, those in which nothing was registered too: time has no gaps. */
export function byWeek({ weeks }: ComplianceGroups): Share[] {
  const byWeekStart = new Map(weeks.map((week) => [week.weekStart, week]));
  const [first, last] = [weeks[0]?.weekStart, weeks.at(-1)?.weekStart];
  const shares: Share[] = [];
  for (let monday: CalendarDate | undefined = first; monday && last && monday <= last; monday = addDays(monday, 7)) {
    const { finished, total, compliance } = byWeekStart.get(monday) ?? { finished: 0, total: 0, compliance: 0 };
    shares.push({ short: withoutYear(writtenDay(monday)), name: writtenDay(monday), finished, total, percent: compliance });
  }
  return shares;
}
