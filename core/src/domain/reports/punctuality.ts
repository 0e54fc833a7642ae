import type { Activity, Status } from '../activities/activity.ts';
import { effectiveDeadline } from '../activities/deadline.ts';
import { addDays, type CalendarDate, type DateRange, daysBetween, localDay } from '../calendar.ts';

/** How due work was delivered: by its first date, by its extended or corrected date, after both, or not yet. */
export const punctualities = ['onTime', 'onTimeExtended', 'late', 'undelivered'] as const;
export type Punctuality = (typeof punctualities)[number];

/** Delivered work was verified or waits for its verdict. A rejection clears `closedAt`, so a rejected completion does not count. */
export const deliveredStatuses = ['completed', 'verified'] as const satisfies readonly Status[];

type DeliveryDates = Pick<Activity, 'status' | 'dueOn' | 'extendedTo' | 'closedAt'> & {
  /** The date of the registration, where a correction changed it. */
  firstDueOn?: CalendarDate | null;
};

/**
 * Returns null for work that is not due: canceled work, and work whose deadline is today or later, delivered or not. Callers leave out
 * finished work that an import brought, because its dates are those of a file.
 */
export function judgePunctuality(activity: DeliveryDates, today: CalendarDate, zone: string): Punctuality | null {
  const { status, dueOn, firstDueOn, closedAt } = activity;
  if (status === 'canceled' || effectiveDeadline(activity) >= today) return null;
  const isDelivered = (deliveredStatuses as readonly Status[]).includes(status);
  if (!isDelivered || !closedAt) return 'undelivered';
  const deliveredOn = localDay(zone, closedAt);
  if (deliveredOn <= (firstDueOn ?? dueOn)) return 'onTime';
  return deliveredOn <= effectiveDeadline(activity) ? 'onTimeExtended' : 'late';
}

export type PunctualityFigures = { due: number } & Record<Punctuality, number>;

export function punctualityFigures(counts: Partial<Record<Punctuality, number>>): PunctualityFigures {
  const { onTime = 0, onTimeExtended = 0, late = 0, undelivered = 0 } = counts;
  return { due: onTime + onTimeExtended + late + undelivered, onTime, onTimeExtended, late, undelivered };
}

/** Returns the whole percent of due work that was delivered by its effective deadline; 0 where nothing was due. */
export const punctualShare = ({ due, onTime, onTimeExtended }: PunctualityFigures): number =>
  due === 0 ? 0 : Math.round(((onTime + onTimeExtended) / due) * 100);

export const startOfWeek = (day: CalendarDate): CalendarDate => addDays(day, -((daysBetween(A_MONDAY, day) % 7) + 7) % 7);
const A_MONDAY = '2026-11-16' as CalendarDate;

export const startOfMonth = (day: CalendarDate): CalendarDate => `${day.slice(0, 7)}-01` as CalendarDate;

/** How long verdicts took, from completion to approval or rejection. Times are null without verdicts. */
export interface VerificationClock {
  verdicts: number;
  rejected: number;
  p50Minutes: number | null;
  p90Minutes: number | null;
}

/** Returns the whole percent of the verdicts that rejected; 0 where there are none. */
export const rejectedShare = ({ verdicts, rejected }: Pick<VerificationClock, 'verdicts' | 'rejected'>): number =>
  verdicts === 0 ? 0 : Math.round((rejected / verdicts) * 100);

/** `share` is the whole percent that was delivered by the effective deadline. */
export type PunctualityRow = PunctualityFigures & { share: number };

export interface PunctualityReport extends DateRange {
  /** Work that an import brought as finished; the figures leave it out. */
  imported: number;
  total: PunctualityRow;
  departments: ({ department: string } & PunctualityRow)[];
  topics: ({ topic: string } & PunctualityRow)[];
  /** One row for each responsible, by name, because people are not ranked. */
  people: ({ id: number; name: string } & PunctualityRow)[];
  months: ({ monthStart: CalendarDate } & PunctualityRow)[];
  weeks: ({ weekStart: CalendarDate } & PunctualityRow)[];
  verification: VerificationClock & { rejectedShare: number };
}
