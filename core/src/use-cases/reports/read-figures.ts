import { openStatuses, type Status } from '../../domain/activities/activity.ts';
import { parseSearchWords } from '../../domain/activities/search.ts';
import { type CalendarDate, type DateRange, defaultRange } from '../../domain/calendar.ts';
import type { Actor } from '../../domain/people/person.ts';
import {
  type PunctualityReport,
  type PunctualityRow,
  punctualities,
  punctualityFigures,
  punctualShare,
  rejectedShare,
  startOfMonth,
  startOfWeek,
} from '../../domain/reports/punctuality.ts';
import { compliance, countedStatuses, type Figures, type Filters, pickFilters, sumFigures } from '../../domain/reports/report.ts';
import type { GroupCount, PunctualityCount } from '../../persistence/reports/activity-reports.ts';
import type { Selection } from '../../persistence/reports/selection.sql.ts';
import type { Context, UseCase } from '../use-case.ts';
import { cardSelection } from './read-reports.ts';

type Compliance = Omit<Figures, 'pending'> & { compliance: number };

const byName = new Intl.Collator('es-MX').compare;

/** Computes the figures of each group alone, in the order the groups came. */
function figuresByName<Name extends string>(counts: readonly GroupCount<Name>[]): [Name, Compliance][] {
  const groups = Map.groupBy(counts, ({ name }) => name);
  return [...groups].map(([name, ofGroup]) => {
    const counts: Partial<Record<Status, number>> = {};
    for (const { status, total } of ofGroup) counts[status] = (counts[status] ?? 0) + total;
    const { total, finished } = sumFigures(counts);
    return [name, { total, finished, compliance: compliance(finished, total) }];
  });
}

interface GroupCompliances {
  departments: ({ department: string } & Compliance)[];
  /** Due work that an import brought as finished; the weeks leave it out. */
  imported: number;
  weeks: ({ weekStart: CalendarDate } & Compliance)[];
}

/**
 * Reads the company's figures by the topic's department and by week. Weeks begin on Monday and are of the deadline; they count only what
 * was due, because work that is not due yet cannot be late.
 */
export const readComplianceGroups: UseCase<{ from?: CalendarDate | null; to?: CalendarDate | null }, GroupCompliances> = async (
  context,
) => {
  const { activityReports } = context.repos;
  const selection = await cardSelection('company', context);
  const ofDue = { ...selection, dating: 'deadline' } as const;
  const [byDepartment, byDeadline] = await context.repos.readAll(
    () => activityReports.countByDepartment(selection),
    () => activityReports.countByDeadline(ofDue),
  );
  const byWeek = byDeadline.filter(({ total }) => total > 0).map((count) => ({ ...count, name: startOfWeek(count.name) }));
  const departments = figuresByName(byDepartment).map(([department, figures]) => ({ department, ...figures }));
  return {
    departments: departments.sort((a, b) => byName(a.department, b.department)),
    imported: byDeadline.reduce((sum, { imported }) => sum + imported, 0),
    weeks: figuresByName(byWeek).map(([weekStart, figures]) => ({ weekStart, ...figures })),
  };
};

interface LoadQuery {
  isAssigned?: boolean;
  departments?: readonly string[];
  /** By id or full name. */
  assignees?: readonly (number | string)[];
}

/** The work of one person, each number with the rows of a report by the filters of the same name. */
interface LoadOfPerson {
  id: number;
  name: string;
  open: number;
  late: number;
  /** Due today or within the next seven days. */
  week: number;
  /** Verified since the first day of this month, without work that an import brought as finished. */
  done: number;
}

/** Counts the work of each person, by name. A person without open work who finished none this month is left out, unless asked for by id. */
export const readPeopleLoad: UseCase<LoadQuery, { people: LoadOfPerson[] }> = async ({ input, repos, actor, today }) => {
  const { isAssigned, departments = [], assignees = [] } = input;
  const everything = {
    scope: isAssigned ? ('assignedByMe' as const) : ('company' as const),
    readerId: actor.id,
    today,
    filters: pickFilters({ departments, assignees }),
    words: [],
  };
  const open: Selection = { ...everything, statuses: openStatuses, range: null };
  const thisMonth = { from: startOfMonth(today), to: today };
  const verified: Selection = { ...everything, statuses: ['verified'], range: thisMonth, isMeasured: true };
  const [pending, finished] = await repos.readAll(
    () => repos.activityReports.countByPerson(open),
    () => repos.activityReports.countByPerson(verified),
  );
  const people = new Map<number, LoadOfPerson>();
  for (const { id, name, total, late, week } of pending) people.set(id, { id, name, open: total, late, week, done: 0 });
  for (const { id, name, total } of finished)
    people.set(id, { ...(people.get(id) ?? { id, name, open: 0, late: 0, week: 0 }), done: total });
  const ids = assignees.filter((one) => typeof one === 'number');
  for (const [id, name] of await repos.users.readNames(ids.filter((one) => !people.has(one))))
    people.set(id, { id, name, open: 0, late: 0, week: 0, done: 0 });
  return { people: [...people.values()].sort((a, b) => byName(a.name, b.name) || a.id - b.id) };
};

export interface PunctualityQuery extends Partial<Filters> {
  from?: CalendarDate | null | undefined;
  to?: CalendarDate | null | undefined;
  search?: string;
  isAssigned?: boolean;
}

function sumPunctuality(counts: readonly PunctualityCount[]): PunctualityRow {
  const sums = punctualities.map((one) => [one, counts.reduce((sum, count) => sum + count[one], 0)]);
  const figures = punctualityFigures(Object.fromEntries(sums));
  return { ...figures, share: punctualShare(figures) };
}

const figuresBy = <Key>(counts: readonly PunctualityCount[], keyOf: (count: PunctualityCount) => Key): [Key, PunctualityRow][] =>
  [...Map.groupBy(counts, keyOf)].map(([key, ofGroup]) => [key, sumPunctuality(ofGroup)]);

/** Selects work whose deadline lies in the range; its statuses leave out canceled work. An end left open is the usual one. */
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
    filters: pickFilters(filters),
    words: parseSearchWords(search),
    today,
  };
}

/** Reads how due work was delivered, in all and by group, and how long its verdicts took (docs/product.md, 4). */
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
    total: sumPunctuality(byTopic),
    departments: figuresBy(byTopic, ({ department }) => department)
      .map(([department, figures]) => ({ department, ...figures }))
      .sort((a, b) => byName(a.department, b.department)),
    topics: figuresBy(byTopic, ({ topic }) => topic)
      .map(([topic, figures]) => ({ topic, ...figures }))
      .sort((a, b) => byName(a.topic, b.topic)),
    people: figuresBy(byPerson, ({ assigneeId }) => assigneeId as number)
      .map(([id, figures]) => ({ id, name: names.get(id) as string, ...figures }))
      .sort((a, b) => byName(a.name, b.name) || a.id - b.id),
    months: figuresBy(byDeadline, ({ deadlineOn }) => startOfMonth(deadlineOn as CalendarDate)).map(([monthStart, figures]) => ({
      monthStart,
      ...figures,
    })),
    weeks: figuresBy(byDeadline, ({ deadlineOn }) => startOfWeek(deadlineOn as CalendarDate)).map(([weekStart, figures]) => ({
      weekStart,
      ...figures,
    })),
    verification: { ...clock, rejectedShare: rejectedShare(clock) },
  };
};
