import { addDays, type CalendarDate, instantAt, localDay, localMinute } from './calendar.ts';

/** Days (0 is Sunday) and minutes of the day in which notifications may leave; `closes` is the first minute after them. */
export interface WorkTime {
  days: readonly number[];
  opens: number;
  closes: number;
}

/** The words of WORK_DAYS, by number. */
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** Reads 'mon-fri,sun'; null where it is none of the kind. A range may pass Saturday. */
export function readWorkDays(text: string): number[] | null {
  const days = text.split(',').flatMap((range) => {
    const [from = -1, to = from, ...others] = range
      .trim()
      .split('-')
      .map((name) => weekdays.indexOf(name as 'sun'));
    if (from < 0 || to < 0 || others.length > 0) return [-1];
    return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, index) => (from + index) % 7);
  });
  return days.includes(-1) ? null : [...new Set(days)];
}

/** Reads '07:00-20:00', which ends on the same day, at '24:00' at the latest. */
export function readWorkHours(text: string): Omit<WorkTime, 'days'> | null {
  if (!/^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(text)) return null;
  const [opens = 0, closes = 0] = text.split('-').map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
  return opens < closes ? { opens, closes } : null;
}

/** Reads days and hours, as `users.work_time` holds them: 'mon,tue,wed 09:00-18:00'. */
export function readWorkTime(text: string): WorkTime | null {
  const [days, hours] = [readWorkDays(text.split(' ')[0] ?? ''), readWorkHours(text.split(' ')[1] ?? '')];
  return days && hours && text.split(' ').length === 2 ? { days, ...hours } : null;
}

const writeMinute = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
export const writeWorkTime = ({ days, opens, closes }: WorkTime): string =>
  `${days.map((weekday) => weekdays[weekday]).join(',')} ${writeMinute(opens)}-${writeMinute(closes)}`;

/** Returns what is in both; the company's where nothing is, because it may have changed since the person chose. */
export function narrowWorkTime(company: WorkTime, text: string | null): WorkTime {
  const own = (text && readWorkTime(text)) || company;
  const days = own.days.filter((weekday) => company.days.includes(weekday));
  const [opens, closes] = [Math.max(own.opens, company.opens), Math.min(own.closes, company.closes)];
  return days.length > 0 && opens < closes ? { days, opens, closes } : company;
}

export const isNarrower = ({ days, opens, closes }: WorkTime, company: WorkTime): boolean =>
  days.every((weekday) => company.days.includes(weekday)) && opens >= company.opens && closes <= company.closes;

export type IsWorkingDay = (day: CalendarDate) => boolean;
export const workingDays =
  ({ days }: Pick<WorkTime, 'days'>, holidays: readonly CalendarDate[]): IsWorkingDay =>
  (day) =>
    days.includes(new Date(`${day}T00:00:00Z`).getUTCDay()) && !holidays.includes(day);

export function openingFrom(zone: string, from: CalendarDate, time: WorkTime, holidays: readonly CalendarDate[]): Date {
  const isWorking = workingDays(time, holidays);
  let day = from;
  while (!isWorking(day)) day = addDays(day, 1);
  return instantAt(zone, day, time.opens);
}

export function nextOpening(zone: string, now: Date, time: WorkTime, holidays: readonly CalendarDate[]): Date | null {
  const [today, minute] = [localDay(zone, now), localMinute(zone, now)];
  if (workingDays(time, holidays)(today) && minute >= time.opens && minute < time.closes) return null;
  return openingFrom(zone, minute < time.opens ? today : addDays(today, 1), time, holidays);
}

export const usualWorkTime: WorkTime = { days: [1, 2, 3, 4, 5, 6], opens: 7 * 60, closes: 20 * 60 };
