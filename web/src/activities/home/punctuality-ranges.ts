import type { CalendarDate, DateRange } from '@bitacora/core/domain/calendar';

/** Clips a week or a month to the range, because its figures count only that part. */
export const within = (range: DateRange, from: CalendarDate, to: CalendarDate): DateRange => ({
  from: from < range.from ? range.from : from,
  to: to > range.to ? range.to : to,
});
