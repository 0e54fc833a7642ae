import { isOpen, type Status } from '../../domain/activities/activity.ts';
import { urgencyMarks } from '../../domain/activities/deadline.ts';
import { countedStatuses, type FilterGroup, filterGroups, noFilters } from '../../domain/reports/report.ts';
import { IS_IMPORTED, IS_MEASURED } from '../activities/encoded-rows.sql.ts';
import {
  countOfMark,
  datingIn,
  facetRowsOf,
  filterConditionOf,
  foundOf,
  groupsIn,
  IS_DUE,
  IS_OPEN,
  markGroups,
  marksOf,
  newestUnmeasuredOf,
  OF_STATUSES,
  PUNCTUALITY,
  punctualityConditionsOf,
  type QueriedSelection,
  rangeConditions,
  type Selection,
  whereOf,
} from '../activities/selection.sql.ts';
import { urgencyMarkConditions } from '../activities/urgency.sql.ts';
import {
  countedCells,
  countedClosedCells,
  countedDaysOf,
  countedMarks,
  dueDaysOf,
  OUTSIDE_DUE_MONTHS,
  openRestOf,
  readsCounts,
  restOf,
  verdictDaysOf,
  WHOLE_MONTHS,
  WITHIN_DUE_MONTHS,
} from './counted-work.sql.ts';
import { type DueCellKind, dueCells, dueDays, verdictCells, verdictsOf } from './due-work.sql.ts';
import { type CellKind, CLOSED_DEADLINES, OPEN_DEADLINE, openCells, PRIORITY_AT, PRIORITY_OF_BOTH, TOPIC_AT } from './work-counts.sql.ts';

/* Figures of a selection: from the counts of work where these hold it (decisions 34 and 40), else from the activities. */

/** Whether totals and filters of a selection come from the counts. */
export const isCountedWork = (selection: QueriedSelection): boolean => readsCounts(selection) && datingIn(selection) !== 'deadline';

interface FilteredCells {
  kind: CellKind;
  groups: readonly FilterGroup[];
  columns: string;
}
/** The cells that have the values of filter groups, as activities have them; the fewest cells first. */
const filteredCells: readonly FilteredCells[] = [
  { kind: 'priority', groups: ['statuses', 'priorities'], columns: `${PRIORITY_AT('value')} as priority` },
  { kind: 'topic', groups: ['statuses', 'topics', 'departments'], columns: 'value as topic_id' },
  { kind: 'owner', groups: ['statuses', 'owners'], columns: 'value as owner_id' },
  { kind: 'assignee', groups: ['statuses', 'assignees'], columns: 'value as assignee_id' },
  {
    kind: 'topicPriority',
    groups: ['statuses', 'priorities', 'topics', 'departments'],
    columns: `${TOPIC_AT('value')} as topic_id, ${PRIORITY_OF_BOTH('value')} as priority`,
  },
];

/** The total of finished work under filters that a kind of cell has, from the counts; undefined of other work. */
function filteredCountOf(selection: QueriedSelection): string | undefined {
  const active = groupsIn(selection);
  // Only cells of the end of closed work have topic and priority together.
  const isFinished = datingIn(selection) === 'endedAt' && !selection.statuses.some(isOpen);
  const isCounted = isFinished && isCountedWork({ ...selection, filters: noFilters });
  const cells = filteredCells.find(({ groups }) => active.every((group) => groups.includes(group)));
  if (active.length === 0 || !cells || !isCounted) return undefined;
  const condition = active.map((group) => filterConditionOf(group, selection)).join(' and ');
  return `${countedDaysOf(selection)}
  select (select count(*) from ${restOf(selection)} where ${condition})::int + coalesce((
      select sum(total) from (select ${cells.columns}, status, total from ${countedClosedCells(cells.kind, selection)}) as activities
      where ${condition}
    ), 0)::int as total, 0 as late`;
}

/** Whether the counts hold work by deadline: all that counts. */
const isCountedDue = (selection: QueriedSelection): boolean =>
  readsCounts(selection) && datingIn(selection) === 'deadline' && isSameWork(selection.statuses, countedStatuses);
const isSameWork = (some: readonly Status[], others: readonly Status[]) =>
  some.length === others.length && others.every((status) => some.includes(status));

/** The total by deadline, also of some punctualities, from the counts of each day; undefined of other work. */
function dueCountOf(selection: QueriedSelection): string | undefined {
  const { punctuality, isMeasured } = selection;
  if (!isCountedDue({ ...selection, punctuality: undefined, isMeasured: undefined })) return undefined;
  const isDue = 'day < :today::date';
  const counts = (from: string, sign = '') => `
    select ${sign}count(*) as total, ${sign}${countOfMark('late', selection)} as late from ${from}`;
  const looked = OUTSIDE_DUE_MONTHS.map((outside) => `select * from activities where ${whereOf(selection)} and ${outside}`);
  const ofImported = importedConditionsOf({ ...selection, punctuality: undefined, isMeasured: undefined });
  const imported = `activities where ${[ofImported, WITHIN_DUE_MONTHS, ...punctualityConditionsOf(selection)].join(' and ')}`;
  return `${dueDaysOf(selection, 'day')}
  select coalesce(sum(total), 0)::int as total, coalesce(sum(late), 0)::int as late
  from (
    select total, case when punctuality = 'undelivered' and ${isDue} then total else 0 end as late from ${dueDays(WHOLE_MONTHS)}
    ${punctuality ? `where ${isDue} and punctuality = any(:punctuality::text[])` : ''}
    union all ${counts(`(${looked.join(' union all ')}) as activities`)}
    ${punctuality || isMeasured ? `union all ${counts(imported, '-')}` : ''}
  ) as parts`;
}

/** The total without what an import brought as finished, of which there is little; undefined where the counts do not hold the rest. */
function measuredCountOf(selection: QueriedSelection): string | undefined {
  const all = { ...selection, isMeasured: undefined };
  if (!selection.isMeasured || !isCountedWork(all)) return undefined;
  return `select total - (${importedCountOf(all)}) as total, late from (${countOf(all)}) as counted`;
}

/** The total from the counts of work; undefined where they do not hold it. */
const totalFromCounts = (selection: QueriedSelection): string | undefined =>
  filteredCountOf(selection) ??
  dueCountOf(selection) ??
  measuredCountOf(selection) ??
  (isCountedWork(selection)
    ? `${countedDaysOf(selection)}
  select rest.total + coalesce((select sum(total) from ${countedCells('priority', selection)}), 0)::int as total, rest.late + marks.late as late
  from (select count(*)::int as total, ${countOfMark('late', selection)} as late from ${restOf(selection)}) as rest,
    ${countedMarks(['late'], selection)}`
    : undefined);

export const isCountedTotal = (selection: QueriedSelection): boolean => totalFromCounts(selection) !== undefined;

export const countOf = (selection: QueriedSelection): string =>
  totalFromCounts(selection) ??
  `
  select count(*) as total, ${countOfMark('late', selection)} as late
  from (${foundOf(selection)}) as activities`;

/** How many there are without the filters and the punctuality, counted up to `:newest`. */
export const boundedCountOf = (selection: QueriedSelection): string => `
  select count(*)::int as total from (${newestUnmeasuredOf(selection, '')}) as activities`;

/** How many activities have each mark. It reads open ones only, because the others have none. */
export function urgencyCountsOf(selection: QueriedSelection): string {
  const { within, words } = urgencyMarkConditions;
  const isCounted = isCountedWork(selection);
  const looked = isCounted
    ? `(${openRestOf(selection)}) as activities where ${within}`
    : `activities where ${whereOf(selection)} and ${IS_OPEN} and ${within}`;
  const counts = Object.entries(words).map(([mark, condition]) => `(count(*) filter (where ${condition}))::int as "${mark}"`);
  const rest = `select ${counts.join(', ')} from ${looked}`;
  if (!isCounted) return rest;
  const sums = urgencyMarks.map((mark) => `rest."${mark}" + marks."${mark}" as "${mark}"`);
  return `${countedDaysOf(selection)} select ${sums.join(', ')} from (${rest}) as rest, ${countedMarks(urgencyMarks, selection)}`;
}

/** What is counted by status, and by topic where it is asked, in parts that have to be added: `topic_id`, `status`, `total`. */
function partialCountsOf(selection: QueriedSelection, kind: 'topic' | 'priority'): string {
  const columns = kind === 'topic' ? 'topic_id, status' : 'status';
  const counted = (from: string) => `select ${columns}, count(*) as total from ${from} group by ${columns}`;
  if (!isCountedWork(selection)) return counted(`activities where ${whereOf(selection)}`);
  const cells = kind === 'topic' ? 'value, status' : 'status';
  return `${countedDaysOf(selection)} ${counted(restOf(selection))} union all select ${cells}, total from ${countedCells(kind, selection)}`;
}

/** Cells by priority are read, because they are the fewest of all kinds. */
export const statusCountsOf = (selection: QueriedSelection): string => `
  select status, sum(total)::int as total from (${partialCountsOf(selection, 'priority')}) as counted group by status having sum(total) > 0`;

/** By responsible, with the numbers of late work and of work due within the week. */
export function personCountsOf(selection: QueriedSelection): string {
  return `
    select counted.*, first_name || ' ' || last_name as name
    from (
      select assignee_id as id, count(*)::int as total, ${countOfMark('late', selection)} as late,
        ${countOfMark('week', selection)} as week
      from activities where ${whereOf(selection)} group by assignee_id
    ) as counted
    join users on users.id = counted.id`;
}

/** By the topic's department: counted by topic, of which there are few, and then summed. */
export const departmentCountsOf = (selection: QueriedSelection): string => `
  select department as name, status, sum(total)::int as total
  from (${partialCountsOf(selection, 'topic')}) as counted
  join topics on topics.id = topic_id
  group by department, status having sum(total) > 0`;

/**
 * Due work by deadline, without what an import brought as finished: a day has few statuses, and its week and month are computed outside.
 * The counts of closed work hold imported work too, so it is subtracted.
 */
export function deadlineCountsOf(selection: QueriedSelection): string {
  const counted = (condition: string, total = 'count(*)') => `
    select deadline_on as name, status, ${total} as total from activities where ${condition} and ${IS_DUE} group by deadline_on, status`;
  if (!readsCounts(selection) || datingIn(selection) !== 'deadline')
    return `${counted(`${whereOf(selection)} and ${IS_MEASURED}`)} order by deadline_on`;
  // A cell is named as an activity here, so that it has the same conditions.
  const conditions = [OF_STATUSES, ...rangeConditions(selection), IS_DUE].join(' and ');
  return `
    select name, status, sum(total)::int as total from (
      select deadline_on as name, status, total from (
        select day as deadline_on, status, total from ${CLOSED_DEADLINES}
        union all select ${OPEN_DEADLINE}, status, total from ${openCells('deadline')}
      ) as activities where ${conditions}
      union all ${counted(importedConditionsOf(selection), '-count(*)')}
    ) as counted
    group by name, status having sum(total) > 0 order by name`;
}

/** Due work by topic, by responsible and by deadline. `offset 0` computes a punctuality once instead of in each comparison of a sort. */
const punctualitiesOf = (activities: string, total: string) => `
    select topic_id, assignee_id, deadline_on, punctuality, ${total} as total
    from (
      select activities.topic_id, activities.assignee_id, activities.deadline_on, ${PUNCTUALITY} as punctuality
      from ${activities} offset 0
    ) as due
    group by grouping sets ((topic_id, punctuality), (assignee_id, punctuality), (deadline_on, punctuality))`;

/** The same from the counts for whole months. These hold imported work too, so it is subtracted. */
function countedPunctualitiesOf(selection: QueriedSelection): string {
  const looked = OUTSIDE_DUE_MONTHS.map(
    (outside) => `select * from activities where ${[whereOf(selection), IS_DUE, IS_MEASURED, outside].join(' and ')}`,
  );
  const cells = (kind: DueCellKind, columns: string) => `select ${columns}, punctuality, total from ${dueCells(kind, WHOLE_MONTHS)}`;
  return `
    select topic_id, assignee_id, deadline_on, punctuality, sum(total)::int as total
    from (
      ${punctualitiesOf(`(${looked.join(' union all ')}) as activities`, 'count(*)')}
      union all ${cells('topic', 'value, null, null::date')}
      union all ${cells('assignee', 'null, value, null')}
      union all select null, null, day, punctuality, total from ${dueDays(WHOLE_MONTHS)}
      union all ${punctualitiesOf(`activities where ${importedConditionsOf(selection)} and ${IS_DUE} and ${WITHIN_DUE_MONTHS}`, '-count(*)')}
    ) as parts
    group by topic_id, assignee_id, deadline_on, punctuality having sum(total) > 0`;
}

/** Departments, weeks and months of punctuality are sums of these counts. */
export function punctualityCountsOf(selection: QueriedSelection): string {
  const isCounted = isCountedDue(selection);
  const looked = `activities where ${[whereOf(selection), IS_DUE, IS_MEASURED].join(' and ')}`;
  return `
  ${isCounted ? dueDaysOf(selection, 'month') : ''}
  select topic_id as "topicId", topics.name as topic, topics.department, assignee_id as "assigneeId",
    first_name || ' ' || last_name as person, deadline_on as "deadlineOn", punctuality, counted.total
  from (${isCounted ? countedPunctualitiesOf(selection) : punctualitiesOf(looked, 'count(*)')}) as counted
  left join topics on topics.id = topic_id
  left join users on users.id = assignee_id`;
}

/** Work that an import brought as finished. It starts from the imports, because finished work grows for ever. */
const importedConditionsOf = (selection: QueriedSelection): string =>
  `activities.id = any(array(select activity_id from activity_imports)) and ${whereOf(selection)} and ${IS_IMPORTED}`;
export const importedCountOf = (selection: QueriedSelection): string => `
  select count(*)::int as total from activities where ${importedConditionsOf(selection)}`;
/** Counts the imported work that was due; it has no punctuality. */
export const dueImportedCountOf = (selection: QueriedSelection): string => `${importedCountOf(selection)} and ${IS_DUE}`;

/** How long the verdicts of due work took. Percentiles are those of the nearest rank. */
export function verificationClockOf(selection: QueriedSelection): string {
  const isCounted = isCountedDue(selection);
  const { range } = selection;
  const [from, after] = [
    range?.from ? ':from::date' : `'-infinity'::date`,
    range?.to ? 'least(:to::date + 1, :today::date)' : ':today::date',
  ];
  const due = `and activity_id in (select activities.id from activities where ${whereOf(selection)} and ${IS_DUE})`;
  return `
  ${isCounted ? `${verdictDaysOf(selection)}, counted` : 'with counted'} as (
    select minutes, sum(total) as total, sum(total) filter (where act = 'reject') as rejected
    from ${isCounted ? verdictCells(from, after, WHOLE_MONTHS) : `(select act, minutes, 1 as total from (${verdictsOf(due)}) as verdict) as cells`}
    group by minutes having sum(total) > 0
  ), ranked as (
    select minutes, rejected, sum(total) over (order by minutes) as until, sum(total) over () as verdicts from counted
  )
  select coalesce(max(verdicts), 0)::int as verdicts, coalesce(sum(rejected), 0)::int as rejected,
    min(minutes) filter (where until >= 0.5 * verdicts) as "p50Minutes", min(minutes) filter (where until >= 0.9 * verdicts) as "p90Minutes"
  from ranked`;
}

export const oldestOf = (selection: QueriedSelection): string => `
  select (min(created_at) at time zone :zone)::date as "oldestOn" from activities where ${whereOf(selection)}`;

/** What facets are counted by, with the types of the columns. */
const facetColumns = { topic_id: 'int', status: 'text', priority: 'text', owner_id: 'int', assignee_id: 'int', urgencies_marks: 'int' };
type FacetColumn = keyof typeof facetColumns;
/** What is counted together: a department is its topic's; status, priority and marks are few. */
const facetSets: readonly { columns: readonly FacetColumn[]; groups: readonly FilterGroup[] }[] = [
  { columns: ['topic_id'], groups: ['topics', 'departments'] },
  { columns: ['status', 'priority', 'urgencies_marks'], groups: ['statuses', 'priorities', 'urgencies'] },
  { columns: ['owner_id'], groups: ['owners'] },
  { columns: ['assignee_id'], groups: ['assignees'] },
];

/** One row of facets: null and 0 in what it does not count. */
function facetRow(columns: Partial<Record<FacetColumn, string>>, totals: (group: FilterGroup) => string | undefined): string {
  const values = Object.entries(facetColumns).map(([column, type]) => columns[column as FacetColumn] ?? `null::${type}`);
  return [...values, ...filterGroups.map((group) => totals(group) ?? '0')].join(', ');
}

/** Counts activities by the columns of each set, each group under the filters of the others. With filters each set looks at few of them. */
function lookedFacets(selection: Selection): string {
  const active = groupsIn(selection);
  if (active.length === 0) {
    const sets = facetSets.map(({ columns }) => `(${columns.join(', ')})`).join(', ');
    return `select ${Object.keys(facetColumns).join(', ')}, ${filterGroups.map(() => 'count(*)::int').join(', ')} from chosen
      group by grouping sets (${sets})`;
  }
  const sets = facetSets.map(({ columns, groups }) => {
    const outside = active.filter((group) => !groups.includes(group)).map((group) => `in_${group}`);
    const row = facetRow(Object.fromEntries(columns.map((column) => [column, column])), (group) => {
      if (!groups.includes(group)) return undefined;
      const others = active.filter((other) => other !== group && groups.includes(other)).map((other) => `in_${other}`);
      return `count(*)${others.length > 0 ? ` filter (where ${others.join(' and ')})` : ''}::int`;
    });
    return `select ${row} from chosen ${outside.length > 0 ? `where ${outside.join(' and ')}` : ''} group by ${columns.join(', ')}`;
  });
  return sets.join(' union all ');
}

/** The same of what the counts hold. Marks have rows of their own. */
function countedFacets(selection: Selection): string {
  const total = () => 'sum(total)::int';
  const of = (kind: Exclude<CellKind, 'topicPriority'>, columns: Partial<Record<FacetColumn, string>>, by = 'value') =>
    `select ${facetRow(columns, total)} from ${countedCells(kind, selection)} group by ${by}`;
  const bits = urgencyMarks.map((mark, place) => `(${2 ** place}, "${mark}")`);
  return [
    of('topic', { topic_id: 'value' }),
    of('priority', { status: 'status', priority: PRIORITY_AT('value') }, 'status, value'),
    of('owner', { owner_id: 'value' }),
    of('assignee', { assignee_id: 'value' }),
    `select ${facetRow({ urgencies_marks: 'bit' }, () => 'total')}
      from ${countedMarks(urgencyMarks, selection)} cross join lateral (values ${bits.join(', ')}) as mark (bit, total)`,
  ].join(' union all ');
}

/**
 * Counts every group under the filters of the others, in one pass over the activities. One that two filters leave out counts nowhere, so it
 * is left out at once.
 */
export function facetCountsOf(selection: QueriedSelection): string {
  const active = groupsIn(selection);
  const isFromCounts = isCountedWork(selection);
  const passes = active.map((group) => `, ${filterConditionOf(group, selection)} as in_${group}`).join('');
  const isNear = active.length > 1 ? `where ${active.map((group) => `in_${group}::int`).join(' + ')} >= ${active.length - 1}` : '';
  const marks = markGroups.map((group) => `, ${marksOf(group, selection)} as ${group}_marks`).join('');
  return `
    ${isFromCounts ? `${countedDaysOf(selection)},` : 'with'} chosen as (
      select * from (
        select topic_id, status, priority, owner_id, assignee_id ${marks} ${passes}
        from ${isFromCounts ? restOf(selection) : `(${facetRowsOf(selection)}) as activities`} ${isNear && 'offset 0'}
      ) as activities ${isNear}
    )
    select topic_id as "topicId", status, priority, owner_id as "ownerId", assignee_id as "assigneeId", topics.name as topic,
      ${markGroups.map((group) => `${group}_marks as "${group}Marks"`).join(', ')}, topics.department,
      first_name || ' ' || last_name as person, ${filterGroups.map((group) => `counted.${group}`).join(', ')}
    from (
      ${lookedFacets(selection)} ${isFromCounts ? `union all ${countedFacets(selection)}` : ''}
    ) as counted (${[...Object.keys(facetColumns), ...filterGroups].join(', ')})
    left join topics on topics.id = topic_id
    left join users on users.id = coalesce(owner_id, assignee_id)`;
}
