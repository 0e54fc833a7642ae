import { addDays, type CalendarDate } from '@bitacora/core/domain/calendar';
import { type Core, createCore } from '@bitacora/core/server';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../core/test/database.ts';
import { deep } from '../../../../core/test/deep.ts';
import { day, given } from '../../../../core/test/factories.ts';
import { SECRET } from '../../../../core/test/stage.ts';
import { reminderSchedule, remindIfDue } from '../../../src/jobs/scheduled-notifications.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse('2027-12-01T00:00:00Z');
/** Twelve months around a leap day. */
const END = START + 366 * DAY;
/** The clock is looked at this often. */
const STEP = deep(HOUR / 2, 8 * HOUR);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => database.wipe());
afterAll(() => database.close());

interface Line {
  from: number;
  to: number;
}
interface Year {
  zone: string;
  cron: string;
  /** The hour and minute of the cron, as text. */
  at: string;
  /** When no process ran. */
  outages?: Line[];
  /** When the clock was wrong by that many milliseconds. */
  jumps?: (Line & { by: number })[];
}

/** Deadlines on month ends, the leap day, the days clocks change, and every fifth day besides. */
const deadlines = [
  ...['2027-12-31', '2028-01-31', '2028-02-28', '2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31', '2028-08-31', '2028-10-31'],
  ...['2028-03-12', '2028-11-05', '2028-03-26', '2028-10-29', '2028-04-02', '2028-10-01'],
  ...Array.from({ length: 66 }, (_, n) => addDays(day('2027-12-06'), 5 * n)),
].map(day);
const holidays = ['2027-12-25', '2028-01-01', '2028-02-07', '2028-05-01', '2028-05-02', '2028-05-03', '2028-09-16'].map(day);

async function registerAll(): Promise<Map<number, CalendarDate>> {
  const make = given(database.db);
  const [owner, assignee, topic] = [await make.manager(), await make.person(), await make.topic()];
  const deadlinesById = new Map<number, CalendarDate>();
  for (const dueOn of deadlines) deadlinesById.set((await make.activity({ owner, assignee, topic, dueOn })).id, dueOn);
  await database.db('holidays').insert(holidays.map((on) => ({ day: on, name: 'Inhábil' })));
  return deadlinesById;
}

const isIn = (lines: Line[] | undefined, instant: number) => (lines ?? []).find(({ from, to }) => instant >= from && instant < to);

/** Lets the year go by, looking at the clock at every step. Answers each sweep's moment and how many were announced. */
async function live({ zone, cron, outages, jumps }: Year): Promise<Date[]> {
  let now = START;
  const clock = () => new Date(now + ((isIn(jumps, now) as { by: number } | undefined)?.by ?? 0));
  const core: Core = createCore({ db: database.db, clock, zone, secret: SECRET });
  const job = { core, schedule: reminderSchedule(cron, zone), log: pino({ level: 'silent' }) };
  const runs: Date[] = [];
  for (; now < END; now += STEP) {
    if (isIn(outages, now)) continue;
    if ((await remindIfDue(job)) !== null) runs.push(clock());
  }
  return runs;
}

/** The day a calendar on the wall there shows. */
const dayThere = (zone: string, instant: number) => new Date(instant).toLocaleDateString('sv-SE', { timeZone: zone }) as CalendarDate;
const timeThere = (zone: string, instant: number) => new Date(instant).toLocaleTimeString('sv-SE', { timeZone: zone, timeStyle: 'short' });

/**
 * The days of the reminder jobs, as a person would note them who looks at a wall clock every step. A job is due when the time of the cron
 * has passed since the last look and a process runs. After an outage it runs once, because one run covers all that it missed.
 */
function reminderDays({ zone, at, outages, jumps }: Year): CalendarDate[] {
  const days: CalendarDate[] = [];
  /** The latest «day time» that is due at an instant: today's, or yesterday's while it is early. */
  const due = (instant: number) => {
    const today = dayThere(zone, instant);
    return `${timeThere(zone, instant) >= at ? today : addDays(today, -1)} ${at}`;
  };
  let last = due(START);
  for (let now = START; now < END; now += STEP) {
    if (isIn(outages, now)) continue;
    const clock = now + ((isIn(jumps, now) as { by: number } | undefined)?.by ?? 0);
    if (due(clock) <= last) continue;
    last = due(clock);
    days.push(dayThere(zone, clock));
  }
  return days;
}

/** The notifications that those jobs should send, from a count of days. */
function expectedKeys(days: CalendarDate[], activities: Map<number, CalendarDate>, people: { owner: number; assignee: number }): string[] {
  const keys = new Set<string>();
  for (const today of days.filter((on) => !holidays.includes(on)))
    for (const [id, dueOn] of activities) {
      const left = (Date.parse(dueOn) - Date.parse(today)) / DAY;
      const kind = left < 0 ? 'overdue' : left < 2 ? 'dueTomorrow' : left < 7 ? 'dueSoon' : null;
      if (kind) keys.add(`${kind}:${id}:${dueOn}:${people.assignee}`);
      if (kind === 'overdue') keys.add(`${kind}:${id}:${dueOn}:${people.owner}`);
    }
  return [...keys].sort();
}

const HALF_PAST_ELEVEN = { cron: '30 23 * * *', at: '23:30' };
const EIGHT = { cron: '0 8 * * *', at: '08:00' };
const line = (from: string, hours: number): Line => ({ from: Date.parse(from), to: Date.parse(from) + hours * HOUR });

/** They have nothing that the others lack, but their dates. */
const usualYears: [string, Year][] = [
  ['in Mexico City at eight', { zone: 'America/Mexico_City', ...EIGHT }],
  ['in Madrid at half past two', { zone: 'Europe/Madrid', cron: '30 2 * * *', at: '02:30' }],
  ['in Sydney at half past eleven at night', { zone: 'Australia/Sydney', ...HALF_PAST_ELEVEN }],
];
const years: [string, Year][] = [
  ...deep(usualYears, []),
  ['in Mexico City at half past eleven at night', { zone: 'America/Mexico_City', ...HALF_PAST_ELEVEN }],
  ['in Tijuana, where 02:30 is skipped and shown twice', { zone: 'America/Tijuana', cron: '30 2 * * *', at: '02:30' }],
  [
    'in Tijuana, with outages of 72 hours over a month end, a leap day and both changes of clocks',
    {
      zone: 'America/Tijuana',
      ...EIGHT,
      outages: [
        line('2027-12-30T00:00:00Z', 72),
        line('2028-02-28T03:00:00Z', 72),
        line('2028-03-11T00:00:00Z', 72),
        line('2028-11-03T12:00:00Z', 72),
      ],
    },
  ],
  [
    'in Madrid, with clocks that jump an hour ahead and an hour back',
    {
      zone: 'Europe/Madrid',
      ...EIGHT,
      jumps: [
        { ...line('2028-01-10T05:00:00Z', 30), by: HOUR },
        { ...line('2028-03-25T05:00:00Z', 48), by: -HOUR },
        { ...line('2028-06-30T05:00:00Z', 4), by: HOUR },
        { ...line('2028-07-04T07:00:00Z', 4), by: -HOUR },
      ],
    },
  ],
];

it.each(years)('a year %s: nothing is missing, nothing is reported twice', { timeout: deep(600_000, 120_000) }, async (_, year) => {
  const activities = await registerAll();
  const runs = await live(year);

  const [{ ownerId: owner, assigneeId: assignee }] = await database.db('activities').limit(1);
  const days = reminderDays(year);
  expect(runs.map((at) => dayThere(year.zone, at.getTime()))).toEqual(days);
  const outboxKeys: string[] = await database.db('outbox').pluck('key');
  expect(outboxKeys.sort()).toEqual(expectedKeys(days, activities, { owner, assignee }));
  expect(days.length).toBeGreaterThan(350);
  expect(outboxKeys.filter((key) => key.startsWith('overdue')).length).toBeGreaterThan(100);
});
