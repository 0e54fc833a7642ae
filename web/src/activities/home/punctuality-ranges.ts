import { addDays, addMonths, type CalendarDate, type DateRange } from '@bitacora/core/domain/calendar';
import { startOfMonth } from '@bitacora/core/domain/reports/punctuality';
import { punctualityPage as texts } from '../../messages/punctuality-texts.ts';

/** Ranges that people ask for, up to today. */
export function presetRanges(today: CalendarDate): ({ label: string } & DateRange)[] {
  const month = startOfMonth(today);
  return [
    { label: texts.thisMonth, from: month, to: today },
    { label: texts.lastMonth, from: addMonths(month, -1), to: addDays(month, -1) },
    { label: texts.threeMonths, from: addMonths(today, -3), to: today },
    { label: texts.thisYear, from: `${today.slice(0, 4)}-01-01` as CalendarDate, to: today },
  ];
}

/** Clips a week or a month to the range, because its figures count only that part. */
export const within = (range: DateRange, from: CalendarDate, to: CalendarDate): DateRange => ({
  from: from < range.from ? range.from : from,
  to: to > range.to ? range.to : to,
});
