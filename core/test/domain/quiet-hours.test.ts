import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, type CalendarDate, instantAt, wallClockAt } from '../../src/domain/calendar.ts';
import { quietHours } from '../../src/domain/notifications/notification-rules.ts';
import { narrowWorkTime, readWorkDays, readWorkHours, readWorkTime, usualWorkTime, weekdays } from '../../src/domain/work-time.ts';
import { day } from '../factories.ts';
import { atRest, ZONE } from '../stage.ts';

const at = (on: string, time: string) => {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return instantAt(ZONE, day(on), hours * 60 + minutes);
};
const opening = (on: string, time: string, holidays: CalendarDate[] = []) => quietHours({ ...atRest, holidays }, at(on, time))[0]?.opensAt;

it.each([
  ['2026-11-20', '06:59', '2026-11-20'],
  ['2026-11-20', '07:00', null],
  ['2026-11-20', '19:59', null],
  ['2026-11-20', '20:00', '2026-11-21'],
  ['2026-11-21', '12:00', null],
  ['2026-11-21', '20:00', '2026-11-23'],
  ['2026-11-22', '12:00', '2026-11-23'],
])('on %s at %s the company opens on %s', (on, time, opensOn) => {
  expect(opening(on, time)).toEqual(opensOn ? at(opensOn, '07:00') : undefined);
});

it('opens on the first working day that is no holiday', () => {
  const holidays = [day('2026-12-25'), day('2026-12-26'), day('2026-12-28')];
  expect(opening('2026-12-24', '21:00', holidays)).toEqual(at('2026-12-29', '07:00'));
  expect(opening('2026-12-24', '12:00', holidays)).toBeUndefined();
});

it('who is away rests until the first working day after it, with their own hours', () => {
  const absences = [{ userId: 7, fromOn: day('2026-11-18'), toOn: day('2026-11-21'), workTime: 'tue,wed 09:00-12:00' }];
  expect(quietHours({ ...atRest, absences }, at('2026-11-20', '12:00'))).toEqual([{ recipientId: 7, opensAt: at('2026-11-24', '09:00') }]);
  expect(quietHours({ ...atRest, absences }, at('2026-11-23', '12:00'))).toEqual([]);
});

it.each<[string, number[] | null]>([
  ['mon-sat', [1, 2, 3, 4, 5, 6]],
  ['sat-mon', [6, 0, 1]],
  ['mon, wed', [1, 3]],
  ['mon-fri,sun', [1, 2, 3, 4, 5, 0]],
  ...['', 'lun-vie', 'mon-', 'mon-wed-fri', 'mon,,tue', 'MON'].map((text): [string, null] => [text, null]),
])('WORK_DAYS=%s', (text, days) => {
  expect(readWorkDays(text)).toEqual(days);
});

it.each<[string, { opens: number; closes: number } | null]>([
  ['07:00-20:00', { opens: 420, closes: 1200 }],
  ['00:00-24:00', { opens: 0, closes: 1440 }],
  ...['', '7:00-20:00', '20:00-07:00', '09:00-09:00', '09:60-10:00', '24:00-24:00', '09:00-18:00 '].map((text): [string, null] => [
    text,
    null,
  ]),
])('WORK_HOURS=%s', (text, hours) => {
  expect(readWorkHours(text)).toEqual(hours);
});

const zones = ['America/Mexico_City', 'America/Tijuana', 'Europe/Madrid', 'Australia/Lord_Howe', 'Africa/Cairo', 'UTC'];
const clock = (minute: number) => [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
const workTimeText = fc
  .record({
    days: fc.subarray([...weekdays], { minLength: 1 }),
    hours: fc.uniqueArray(fc.integer({ min: 0, max: 1_440 }), { minLength: 2, maxLength: 2 }),
  })
  .map(
    ({ days, hours }) =>
      `${days.join(',')} ${hours
        .toSorted((a, b) => a - b)
        .map(clock)
        .join('-')}`,
  );

it('of any hours, days, holidays and zones: rest ends at the first minute of work, and never in it', () => {
  const moment = fc.date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2027-12-01T00:00:00Z'), noInvalidDate: true });
  const holidayIn = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 4 });
  fc.assert(
    fc.property(workTimeText, workTimeText, fc.constantFrom(...zones), moment, holidayIn, (companyText, own, zone, now, inDays) => {
      const company = readWorkTime(companyText) ?? usualWorkTime;
      const time = narrowWorkTime(company, own);
      const [today] = wallClockAt(zone, now).toISOString().split('T') as [CalendarDate];
      const holidays = inDays.map((days) => addDays(today, days));
      const isWork = (instant: number) => {
        const wall = wallClockAt(zone, instant);
        const minute = wall.getUTCHours() * 60 + wall.getUTCMinutes();
        const isDay = time.days.includes(wall.getUTCDay()) && !holidays.includes(wall.toISOString().slice(0, 10) as CalendarDate);
        return isDay && minute >= time.opens && minute < time.closes;
      };
      const rule = quietHours({ zone, company, holidays, ownTimes: [own], absences: [] }, now).find(({ workTime }) => workTime === own);
      expect(rule === undefined).toBe(isWork(now.getTime()));
      // Within three hours of a change of clocks an hour of the day is missing or comes twice.
      const offsetAt = (instant: number) => wallClockAt(zone, instant).getTime() - instant;
      const isSteady = (instant: number) => offsetAt(instant - 10_800_000) === offsetAt(instant + 10_800_000);
      for (let instant = now.getTime(); rule && instant < rule.opensAt.getTime(); instant += 600_000)
        if (isWork(instant)) expect(isSteady(instant)).toBe(false);
      // Hours in the gap of a change of clocks may not come on that day.
      if (rule && time.closes - time.opens > 120) expect(isWork(rule.opensAt.getTime())).toBe(true);
    }),
    { numRuns: 300 },
  );
});
