import { addMonths, type CalendarDate, earlierOf } from '../calendar.ts';

/** Both ends included, in the business calendar. */
export interface DateRange {
  from: CalendarDate;
  to: CalendarDate;
}

/** One month back to today; it begins earlier when the oldest pending activity does (docs/product.md, 12). */
export function defaultRange(today: CalendarDate, oldestPendingOn: CalendarDate | null = null): DateRange {
  const monthBack = addMonths(today, -1);
  return { from: oldestPendingOn ? earlierOf(monthBack, oldestPendingOn) : monthBack, to: today };
}

/** A range with open sides: null leaves out no activity on that side. */
export interface OpenRange {
  from: CalendarDate | null;
  to: CalendarDate | null;
}

/** What the finished report covers where somebody left a side to it. */
export function finishedRange({ from, to }: OpenRange, today: CalendarDate): DateRange {
  const usual = defaultRange(to ?? today);
  return { from: from ?? usual.from, to: usual.to };
}
