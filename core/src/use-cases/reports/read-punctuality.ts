import { searchWordsIn } from '../../domain/activity/search.ts';
import { type CalendarDate, type DateRange, defaultRange } from '../../domain/calendar.ts';
import type { Actor } from '../../domain/people/person.ts';
import {
  monthOf,
  type PunctualityOf,
  type PunctualityReport,
  punctualityFigures,
  punctualShare,
  rejectedShare,
  weekOf,
} from '../../domain/reports/punctuality.ts';
import { countedStatuses, type Filters, filtersIn } from '../../domain/reports/report.ts';
import type { PunctualityCount } from '../../persistence/activity-reports.ts';
import type { Selection } from '../../persistence/selection.sql.ts';
import type { Context, UseCase } from '../use-case.ts';

export interface PunctualityQuery extends Partial<Filters> {
  from?: CalendarDate | null | undefined;
  to?: CalendarDate | null | undefined;
  search?: string;
  isAssigned?: boolean;
}

const byName = new Intl.Collator('es-MX').compare;

function sumOf(counts: readonly PunctualityCount[]): PunctualityOf {
  const sums: Partial<Record<PunctualityCount['punctuality'], number>> = {};
  for (const { punctuality, total } of counts) sums[punctuality] = (sums[punctuality] ?? 0) + total;
  const figures = punctualityFigures(sums);
  return { ...figures, share: punctualShare(figures) };
}

const figuresBy = <Key>(counts: readonly PunctualityCount[], keyOf: (count: PunctualityCount) => Key): [Key, PunctualityOf][] =>
  [...Map.groupBy(counts, keyOf)].map(([key, ofGroup]) => [key, sumOf(ofGroup)]);

/** Work whose deadline lies in the range, with canceled work left out by the statuses. An end left open is the usual one. */
export function dueSelection(
  { from, to, search = '', isAssigned, ...filters }: PunctualityQuery,
  { actor, today }: Pick<Context<unknown, Actor>, 'actor' | 'today'>,
): Selection & { range: DateRange } {
  const usual = defaultRange(to ?? today);
  return {
    scope: isAssigned ? 'assignedByMe' : 'company',
    readerId: actor.id,
    statuses: countedStatuses,
    dating: 'deadline',
    range: { from: from ?? usual.from, to: usual.to },
    filters: filtersIn(filters),
    words: searchWordsIn(search),
    today,
  };
}

/** How due work was delivered, in all and by group, and how long its verdicts took (docs/product.md, 4). */
export const readPunctuality: UseCase<PunctualityQuery, PunctualityReport> = async (context) => {
  const { repos, input } = context;
  const selection = dueSelection(input, context);
  const [counts, clock, imported] = await repos.readAll(
    () => repos.activityReports.countPunctuality(selection),
    () => repos.activityReports.readVerificationClock(selection),
    () => repos.activityReports.countDueImported(selection),
  );
  const byTopic = counts.filter(({ topicId }) => topicId !== null);
  const byPerson = counts.filter(({ assigneeId }) => assigneeId !== null);
  const byDeadline = counts
    .filter(({ deadlineOn }) => deadlineOn !== null)
    .sort((a, b) => ((a.deadlineOn as string) < (b.deadlineOn as string) ? -1 : 1));
  const names = new Map(byPerson.map(({ assigneeId, person }) => [assigneeId as number, person]));
  return {
    ...selection.range,
    imported,
    total: sumOf(byTopic),
    departments: figuresBy(byTopic, ({ department }) => department)
      .map(([department, figures]) => ({ department, ...figures }))
      .sort((a, b) => byName(a.department, b.department)),
    topics: figuresBy(byTopic, ({ topic }) => topic)
      .map(([topic, figures]) => ({ topic, ...figures }))
      .sort((a, b) => byName(a.topic, b.topic)),
    people: figuresBy(byPerson, ({ assigneeId }) => assigneeId as number)
      .map(([id, figures]) => ({ id, name: names.get(id) as string, ...figures }))
      .sort((a, b) => byName(a.name, b.name) || a.id - b.id),
    months: figuresBy(byDeadline, ({ deadlineOn }) => monthOf(deadlineOn as CalendarDate)).map(([monthStart, figures]) => ({
      monthStart,
      ...figures,
    })),
    weeks: figuresBy(byDeadline, ({ deadlineOn }) => weekOf(deadlineOn as CalendarDate)).map(([weekStart, figures]) => ({
      weekStart,
      ...figures,
    })),
    verification: { ...clock, rejectedShare: rejectedShare(clock) },
  };
};
