import { expect, it } from 'vitest';
import { lapses } from '../../../src/domain/activities/activity.ts';
import { addDays, type CalendarDate } from '../../../src/domain/calendar.ts';
import { repeatDueActivities } from '../../../src/use-cases/activities/repeat-activity.ts';
import { stagedDatabase } from '../../database.ts';
import { deep } from '../../deep.ts';
import { day, given } from '../../factories.ts';
import { calendarOf } from '../../paper-calendar.ts';
import { statutoryHolidays } from '../../statutory-holidays.ts';

/** Numbers from 0 to 1, the same in every run. */
let seed = 47;
const random = () => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
};

const { database, on } = await stagedDatabase();
const { db } = database;

const FIRST = day('2027-01-01');
/** The short form ends after the first leap day and the year that follows it. */
const LAST = addDays(FIRST, deep(3_652, 1_160));
const STARTS: readonly CalendarDate[] = [day('2027-01-31'), day('2027-02-27'), day('2028-02-29')];

/** Closes open work as people do, at any time: most is verified, without the act that registers the next one, and at most three stay open. */
const closeSome = () =>
  db.raw(`update activities set status = 'verified', started_at = created_at, closed_at = created_at, verified_at = created_at, resolution = 'x'
    where is_open and id not in (
      select id from (select id, row_number() over (partition by coalesce(series_id, id) order by id desc) as place from activities where is_open) as ranked
      where place <= 3
    )`);

it('each date of ten years exists at most once, none is invented, and none is lost while the server runs', {
  timeout: 1_800_000,
}, async () => {
  const { owner } = await given(db).parties();
  const holidays = Array.from({ length: 12 }, (_, year) => statutoryHolidays(2027 + year)).flat();
  await db('holidays').insert(holidays).onConflict('day').ignore();
  const series = [];
  // The start decides where a month ends; it makes no difference to days, which are most of the rows.
  for (const repeats of lapses)
    for (const startsOn of repeats === 'day' || repeats === 'weekday' ? STARTS.slice(0, 1) : STARTS)
      series.push(await given(db).activity({ owner, repeats, dueOn: startsOn, description: `${repeats} ${startsOn}` }));

  const away = new Set<CalendarDate>();
  for (let today = FIRST; today <= LAST; today = addDays(today, 1)) {
    if (random() < 0.01) for (let count = 0; count < 1 + random() * 20; count++) away.add(addDays(today, count));
    if (away.has(today)) continue;
    on.setClock(`${today}T18:00:00Z`);
    // Two processes look at the same moment.
    await Promise.all([on.anyone(repeatDueActivities, { after: 0 }), on.anyone(repeatDueActivities, { after: 0 })]);
    await closeSome();
  }

  const days = holidays.map((holiday) => holiday.day);
  for (const first of series) {
    const members = await db('activities').where({ id: first.id }).orWhere({ seriesId: first.id }).orderBy('id').select('id', 'dueOn');
    const dates: CalendarDate[] = members.map(({ dueOn }) => dueOn);
    expect(new Set(dates).size).toBe(dates.length);
    const paper = calendarOf(first.repeats as NonNullable<typeof first.repeats>, first.dueOn, dates.at(-1) as CalendarDate, days);
    expect(dates.filter((date) => !paper.includes(date))).toEqual([]);
    for (const [index, { id, dueOn }] of members.entries()) {
      const before = dates[index - 1];
      if (!before) continue;
      // The first day with a server after the earlier date decides; what lay before it is skipped, and said.
      let registeredOn = addDays(before, 1);
      while (away.has(registeredOn)) registeredOn = addDays(registeredOn, 1);
      const missing = paper.filter((date) => date > before && date < dueOn);
      expect(missing.filter((date) => date >= registeredOn)).toEqual([]);
      const [{ facts }] = await db('activityHistory').where({ activityId: id, act: 'repeat' }).select('facts');
      expect(facts.skipped ?? 0).toBe(missing.length);
    }
    const next = calendarOf(first.repeats as NonNullable<typeof first.repeats>, first.dueOn, addDays(LAST, 400), days).find(
      (date) => date > (dates.at(-1) as CalendarDate),
    );
    expect((dates.at(-1) as CalendarDate) >= addDays(LAST, -30) || (next as CalendarDate) > LAST).toBe(true);
  }
});
