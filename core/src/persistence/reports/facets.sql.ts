import { type FilterGroup, filterGroups } from '../../domain/reports/report.ts';
import { activeGroups, filterCondition, markBits, markGroups, type QueriedSelection, selectedActivities } from './selection.sql.ts';

/**
 * Groups that one GROUP BY counts together: a topic has one department, and statuses, priorities and marks have few combinations. Each of
 * people's groups is counted alone.
 */
const facetSets: readonly { columns: readonly string[]; groups: readonly FilterGroup[] }[] = [
  { columns: ['topic_id'], groups: ['topics', 'departments'] },
  { columns: ['status', 'priority', 'urgencies_marks'], groups: ['statuses', 'priorities', 'urgencies'] },
  { columns: ['owner_id'], groups: ['owners'] },
  { columns: ['assignee_id'], groups: ['assignees'] },
];
const facetColumns = facetSets.flatMap(({ columns }) => columns);
const isText = (column: string) => column === 'status' || column === 'priority';
const paddedColumns = (set: readonly string[]) =>
  facetColumns.map((column) => (set.includes(column) ? column : `null::${isText(column) ? 'text' : 'integer'} as ${column}`));

/** Counts all groups in one pass over the activities. A row of the result belongs to one set, and the columns of the others are null. */
const countWithoutFilters = () => `
  select ${facetColumns.join(', ')}, ${filterGroups.map((group) => `count(*)::int as ${group}`).join(', ')}
  from chosen
  group by grouping sets (${facetSets.map(({ columns }) => `(${columns.join(', ')})`).join(', ')})`;

/**
 * Counts each set of groups in a query of its own, because with filters each looks at few activities. `in_<group>` says whether an activity
 * passes the filter of a group. A group ignores its own filter and demands those of the others.
 */
function countUnderFilters(active: readonly FilterGroup[]): string {
  const sets = facetSets.map(({ columns, groups }) => {
    const outside = active.filter((group) => !groups.includes(group)).map((group) => `in_${group}`);
    const totals = filterGroups.map((group) => {
      if (!groups.includes(group)) return `0 as ${group}`;
      const others = active.filter((other) => other !== group && groups.includes(other)).map((other) => `in_${other}`);
      return `count(*)${others.length > 0 ? ` filter (where ${others.join(' and ')})` : ''}::int as ${group}`;
    });
    return `
    select ${[...paddedColumns(columns), ...totals].join(', ')} from chosen
    ${outside.length > 0 ? `where ${outside.join(' and ')}` : ''} group by ${columns.join(', ')}`;
  });
  return sets.join(' union all ');
}

/**
 * Counts every group under the filters of the others, with the names of topics and people. An activity that fails two filters counts
 * nowhere, so `isNear` leaves it out at once; `offset 0` makes PostgreSQL compute each filter once. The hits of a search were found without filters.
 */
export function facetQuery(selection: QueriedSelection): string {
  const active = activeGroups(selection);
  const unfiltered = { ...selection, filters: { ...selection.filters, ...Object.fromEntries(active.map((group) => [group, []])) } };
  const isNear = active.length > 1 ? `where ${active.map((group) => `in_${group}::int`).join(' + ')} >= ${active.length - 1}` : '';
  const rows = selectedActivities(unfiltered, {
    columns: (part) =>
      [
        'topic_id, status, priority, owner_id, assignee_id',
        ...markGroups.map((group) => `${markBits(group, part)} as ${group}_marks`),
        ...active.map((group) => `${filterCondition(group, { ...part, filters: selection.filters })} as in_${group}`),
      ].join(', '),
  });
  return `
  with chosen as (select * from (select * from ${rows} ${isNear && 'offset 0'}) as activities ${isNear})
  select topic_id as "topicId", status, priority, owner_id as "ownerId", assignee_id as "assigneeId", topics.name as topic,
    ${markGroups.map((group) => `${group}_marks as "${group}Marks"`).join(', ')}, topics.department,
    first_name || ' ' || last_name as person, ${filterGroups.map((group) => `counted.${group}`).join(', ')}
  from (${active.length > 0 ? countUnderFilters(active) : countWithoutFilters()}) as counted
  left join topics on topics.id = topic_id
  left join users on users.id = coalesce(owner_id, assignee_id)`;
}
