import fc from 'fast-check';
import { expect, it } from 'vitest';
import { reportColumns as workbookColumns } from '../../api/src/reports/report-workbook.ts';
import { itemTone as cardTone, deadlineInWords } from '../../bot/src/cards/activity-card.ts';
import { listingColumns, screenColumns } from '../../cli/src/activity-layout.ts';
import { type Status, statuses } from '../../core/src/domain/activities/activity.ts';
import { judgeTimeliness, rowSignal } from '../../core/src/domain/activities/deadline.ts';
import { addDays, calendarDate } from '../../core/src/domain/calendar.ts';
import { writtenTimeLeft } from '../../core/src/messages/dates.ts';
import { newsTone as mailTone } from '../../core/src/messages/notifications/news-kinds.ts';
import { timeLeftInWords } from '../../core/src/messages/phrases.ts';

const zone = 'America/Mexico_City';
const today = calendarDate('2026-11-20');

const activities = fc.record({
  status: fc.constantFrom(...statuses),
  days: fc.integer({ min: -400, max: 400 }),
  isExtended: fc.boolean(),
});
type DrawnActivity = typeof activities extends fc.Arbitrary<infer Value> ? Value : never;

const activityOf = ({ status, days, isExtended }: DrawnActivity) => {
  const deadline = addDays(today, days);
  return { id: 7, status, daysLeft: days, dueOn: isExtended ? addDays(deadline, -30) : deadline, extendedTo: isExtended ? deadline : null };
};

/** What each output says of an activity: whether somebody is late, and whether it is shown as late. */
function saysLate(sample: DrawnActivity) {
  const activity = activityOf(sample) as never;
  const workbook = workbookColumns([sample.status === 'verified' ? 'in_progress' : sample.status, 'in_progress'])
    .find(({ title }) => title.startsWith('Días restantes'))
    ?.read(activity, { zone, today });
  const csv = listingColumns(['daysLeft'], zone)[0]?.of(activity);
  const screen = screenColumns(['daysLeft'], zone)[0]?.of(activity);
  return {
    heading: judgeTimeliness(sample.status, sample.days) === 'late',
    cell: writtenTimeLeft(sample.status, sample.days)?.includes('de retraso') ?? false,
    workbook: Number(workbook) < 0,
    csv: Number(csv) < 0,
    screen: screen?.includes('de retraso') ?? false,
    card: deadlineInWords(activity).includes('de retraso'),
    mail:
      sample.status !== 'verified' && sample.status !== 'canceled' && timeLeftInWords(sample.status, sample.days).includes('de retraso'),
  };
}

it('heading, row, workbook, terminal, mail and chat card agree on what is late', () => {
  fc.assert(
    fc.property(activities, (sample) => {
      const isLate = (['not_started', 'in_progress', 'on_pause'] as Status[]).includes(sample.status) && sample.days < 0;
      const verdicts = saysLate(sample);
      expect(verdicts).toEqual(Object.fromEntries(Object.keys(verdicts).map((output) => [output, isLate])));
    }),
    { numRuns: 2_000 },
  );
});

it('no output colours delivered work, and every output that has a colour has the same', () => {
  fc.assert(
    fc.property(activities, ({ status, days }) => {
      const signal = rowSignal(status, days);
      if (status === 'completed' || status === 'canceled') expect(signal).toBe('none');
      const activity = { status, daysLeft: days };
      expect(cardTone(activity)).toBe({ late: 'overdue', near: 'soon', verified: 'done', none: 'calm' }[signal]);
      expect(mailTone(activity)).toBe({ late: 'late', near: 'soon', verified: 'done', none: 'off' }[signal]);
    }),
    { numRuns: 2_000 },
  );
});
