import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type CalendarDate } from '../../src/domain/calendar.ts';
import { holidayNotice } from '../../src/messages/dates.ts';
import { day } from '../factories.ts';
import { statutoryHolidays } from '../statutory-holidays.ts';

const datesOf = (year: number) => statutoryHolidays(year).map((holiday) => holiday.day.slice(5));

describe('the days of rest of a year', () => {
  it.each([
    [2024, ['01-01', '02-05', '03-18', '05-01', '09-16', '10-01', '11-18', '12-25']],
    [2026, ['01-01', '02-02', '03-16', '05-01', '09-16', '11-16', '12-25']],
    [2027, ['01-01', '02-01', '03-15', '05-01', '09-16', '11-15', '12-25']],
    [2030, ['01-01', '02-04', '03-18', '05-01', '09-16', '10-01', '11-18', '12-25']],
  ])('%i: as the calendars on the wall say', (year, dates) => {
    expect(datesOf(year)).toEqual(dates);
  });

  /** Day by day, counting Mondays. */
  function walked(year: number): CalendarDate[] {
    const holidays: CalendarDate[] = [];
    const mondays = new Map<string, number>();
    for (let today = day(`${year}-01-01`); today < `${year + 1}`; today = addDays(today, 1)) {
      const [month = '', dayOfMonth = ''] = [today.slice(5, 7), today.slice(8)];
      const isMonday = new Date(`${today}T12:00:00Z`).getUTCDay() === 1;
      if (isMonday) mondays.set(month, (mondays.get(month) ?? 0) + 1);
      const nth = isMonday ? mondays.get(month) : 0;
      const isFixed = ['01-01', '05-01', '09-16', '12-25'].includes(`${month}-${dayOfMonth}`);
      const isMoved = (month === '02' && nth === 1) || (month === '03' && nth === 3) || (month === '11' && nth === 3);
      const isHandover = [2024, 2030, 2036, 2042, 2048].includes(year) && `${month}-${dayOfMonth}` === '10-01';
      if (isFixed || isMoved || isHandover) holidays.push(today);
    }
    return holidays;
  }

  it('are those that a walk over the year finds, in order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2024, max: 2053 }), (year) => {
        expect(statutoryHolidays(year).map((holiday) => holiday.day)).toEqual(walked(year));
      }),
    );
  });

  it('are reported in Spanish', () => {
    expect(holidayNotice({ day: day('2026-12-25'), name: 'Navidad' })).toBe('El viernes 25 de diciembre es inhábil: Navidad.');
    expect(holidayNotice({ day: day('2027-05-01'), name: 'Día del Trabajo' })).toBe('El sábado 1 de mayo es inhábil: Día del Trabajo.');
  });
});
