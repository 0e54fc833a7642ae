import { expect, it } from 'vitest';
import { type DueWork, forecastLateness, forecastWeeks, LEAST_HISTORY, type PastWork } from '../../src/domain/reports/forecast.ts';
import { forecastInWords } from '../../src/messages/reports/forecast.ts';
import { day } from '../factories.ts';

const past = (assigneeId: number, daysLeft: number, total: number): PastWork => ({ assigneeId, daysLeft, total });
const due = (assigneeId: number, daysLeft: number, ...ids: number[]): DueWork => ({
  assigneeId,
  daysLeft,
  total: ids.length,
  activities: ids.slice(0, 3).map((id) => ({ id, description: `Actividad ${id}` })),
});

it('a week is Monday to Sunday, and the past is the eight weeks before it', () => {
  for (const today of ['2026-11-23', '2026-11-26', '2026-11-29'])
    expect(forecastWeeks(day(today))).toEqual({
      past: { from: '2026-09-28', to: '2026-11-22' },
      week: { from: '2026-11-23', to: '2026-11-29' },
    });
});

it('says nothing without enough history, and nothing where nothing is due', () => {
  const history = past(1, 0, LEAST_HISTORY);
  expect(forecastLateness([{ ...history, total: LEAST_HISTORY - 1 }], [due(1, 3, 7)])).toBeNull();
  expect(forecastLateness([history], [])).toBeNull();
  expect(forecastLateness([history], [due(1, 3, 7)])).toEqual({ due: 1, late: 0, heaviest: [] });
});

it('late work is late whatever the past was, and each person is judged by the own past', () => {
  const history = [past(1, 7, 100), past(2, -1, 100)];
  expect(forecastLateness(history, [due(1, -2, 4), due(1, -1, 3)])).toMatchObject({ due: 2, late: 2, heaviest: [{ id: 4 }, { id: 3 }] });
  const forecast = forecastLateness(history, [due(2, 4, 9, 8, 7, 6), due(1, 7, 1, 2, 3), due(2, 2, 11)]);
  expect(forecast).toMatchObject({ due: 8, late: 5, heaviest: [{ id: 11 }, { id: 7 }, { id: 8 }] });
});

it('a person of whom little is known is judged as everybody is', () => {
  const everybody = [past(1, -1, 50), past(2, 0, 50)];
  const lateOfTen = (history: PastWork[]) => forecastLateness([...everybody, ...history], [due(9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)])?.late;
  expect([lateOfTen([]), lateOfTen([past(9, -1, 1)]), lateOfTen([past(9, -1, 40)])]).toEqual([5, 6, 10]);
});

it('work that is open on its last day is judged by what was open on its last day', () => {
  const history = [past(1, 5, 80), past(1, 0, 10), past(1, -1, 10)];
  const lateOfTen = (daysLeft: number) => forecastLateness(history, [due(1, daysLeft, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)])?.late;
  expect([lateOfTen(7), lateOfTen(0)]).toEqual([1, 5]);
});

it('is one sentence', () => {
  const named = [
    { id: 12, description: 'Cambiar\nfiltro' },
    { id: 31, description: 'Pintar el muro' },
  ];
  expect(forecastInWords({ due: 14, late: 2, heaviest: named })).toBe(
    'Esta semana vencen 14 actividades abiertas y, si todo sigue igual, 2 se entregarán tarde; las que más pesan: 12 «Cambiar filtro» y 31 «Pintar el muro».',
  );
  expect(forecastInWords({ due: 1, late: 1, heaviest: named.slice(0, 1) })).toBe(
    'Esta semana vence 1 actividad abierta y, si todo sigue igual, 1 se entregará tarde; la que más pesa: 12 «Cambiar filtro».',
  );
  expect(forecastInWords({ due: 3, late: 0, heaviest: [] })).toBe(
    'Esta semana vencen 3 actividades abiertas y, si todo sigue igual, ninguna se entregará tarde.',
  );
});

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A way of delivering: how many days before the deadline, negative for late, in a week from -8 to 0, which is the week of the forecast. */
type Habit = (random: () => number, week: number) => number;
const habit =
  (late: number, early = 4): Habit =>
  (random) =>
    random() < late ? -1 - Math.floor(random() * 5) : Math.floor(random() * (early + 1));
const many = (count: number, one: (index: number) => Habit) => Array.from({ length: count }, (_, index) => one(index));
const companies = {
  steady: () => many(12, (person) => habit(0.05 + 0.03 * person)),
  punctual: () => many(12, () => habit(0.01, 9)),
  'one bad person': () => many(12, (person) => habit(person === 0 ? 0.9 : 0.05)),
  'a few people': () => many(3, (person) => habit(0.1 + 0.2 * person)),
  'many days early': () => many(12, (person) => habit(0.1 + 0.02 * person, 20)),
  improving: () => many(12, () => (random, week) => habit(0.15 - 0.0375 * week)(random, week)),
  worsening: () => many(12, () => (random, week) => habit(0.45 + 0.0375 * week)(random, week)),
} satisfies Record<string, () => Habit[]>;

/** Lives eight weeks and the one after; forecasts on one of its days; returns what was foreseen and what came. */
function liveWeeks(habits: Habit[], weekday: number, random: () => number) {
  const history: PastWork[] = [];
  const open: DueWork[] = [];
  let came = 0;
  for (const [assigneeId, deliver] of habits.entries())
    for (let week = -8; week <= 0; week++)
      for (let n = 2 + Math.floor(random() * 3); n > 0; n--) {
        const early = deliver(random, week);
        if (week < 0) history.push(past(assigneeId, Math.max(-1, Math.min(7, early)), 1));
        else {
          const daysLeft = Math.floor(random() * 7) - weekday;
          if (early > daysLeft) continue;
          open.push(due(assigneeId, daysLeft, open.length));
          if (early < 0) came++;
        }
      }
  return { forecast: forecastLateness(history, open), came };
}

/**
 * docs/decisions/0057 has these figures: between which bounds the mean error of a week lies, in activities, and in how many of a hundred
 * weeks the forecast was right to two activities.
 */
it.each<[keyof typeof companies, { meanError: [number, number]; rightWeeks: number }]>([
  ['steady', { meanError: [-0.3, 0.3], rightWeeks: 65 }],
  ['punctual', { meanError: [-0.3, 0.3], rightWeeks: 95 }],
  ['one bad person', { meanError: [-0.3, 0.3], rightWeeks: 90 }],
  ['a few people', { meanError: [-0.3, 0.3], rightWeeks: 90 }],
  ['many days early', { meanError: [-0.3, 0.3], rightWeeks: 80 }],
  ['improving', { meanError: [2, 6], rightWeeks: 10 }],
  ['worsening', { meanError: [-6, -2], rightWeeks: 10 }],
])('%s: the forecast is as right as the decision says', (kind, { meanError, rightWeeks }) => {
  for (const weekday of [0, 2]) {
    const random = randomNumbers(57);
    const weeks = Array.from({ length: 400 }, () => liveWeeks(companies[kind](), weekday, random));
    const errors = weeks.flatMap(({ forecast, came }) => (forecast ? [forecast.late - came] : []));
    expect(errors).toHaveLength(weeks.length);
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    expect(mean).toBeGreaterThan(meanError[0]);
    expect(mean).toBeLessThan(meanError[1]);
    expect((100 * errors.filter((error) => Math.abs(error) <= 2).length) / errors.length).toBeGreaterThan(rightWeeks);
  }
});
