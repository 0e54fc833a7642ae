import type { Knex } from 'knex';
import { priorities, type ReportField, statuses } from '../domain/activity/activity.ts';
import { datingOf, type Sort } from '../domain/reports/report.ts';
import type { Selection } from './activity-selection.ts';
import { columnList } from './statement.ts';

/** As much of a description as its indexes hold: what is alike until here is told apart by the folio. */
const DESCRIPTION_SORTED = 100;

/** Names are sorted once in their small table; the activities then compare whole numbers. */
const places = (table: string, name: string) => `(select id, rank() over (order by ${name}) as place from ${table}) as places`;
const PERSON = `first_name || ' ' || last_name`;
const joins: Partial<Record<ReportField, readonly [table: string, key: string]>> = {
  owner: [places('users', PERSON), 'activities.owner_id'],
  assignee: [places('users', PERSON), 'activities.assignee_id'],
  topic: [places('topics', 'name'), 'activities.topic_id'],
  department: [places('topics', 'department'), 'activities.topic_id'],
};

const listed = (words: readonly string[]) => `array[${words.map((word) => `'${word}'`).join(', ')}]`;

/**
 * What a field is sorted by where it is not its own column. `+ 0` hides the folio from an index of all activities, which PostgreSQL
 * would walk in the hope of soon meeting enough that match.
 */
const keys: Partial<Record<ReportField, string>> = {
  id: 'activities.id + 0',
  owner: 'places.place',
  topic: 'places.place',
  department: 'places.place',
  description: `left(activities.description, ${DESCRIPTION_SORTED})`,
  assignee: 'places.place',
  daysLeft: 'activities.deadline_on',
  priority: `array_position(${listed(priorities)}, activities.priority)`,
  status: `array_position(${listed(statuses)}, activities.status)`,
  daysTaken: '(activities.ended_at at time zone :zone)::date - (activities.created_at at time zone :zone)::date',
};

function keyOf(column: ReportField, selection: Selection): string {
  const isElsewhere = column === 'createdAt' && datingOf(selection.statuses) === 'endedAt';
  return isElsewhere ? `activities.created_at + interval '0'` : (keys[column] ?? columnList('activities', [column]));
}

/** Fields that every activity has. */
const complete: ReadonlySet<ReportField> = new Set([
  'id',
  'owner',
  'createdAt',
  'topic',
  'department',
  'description',
  'assignee',
  'dueOn',
  'daysLeft',
  'priority',
  'status',
] as const);

/** What is missing comes last either way. Where nothing can be missing it stays unsaid, for the sake of the indexes. */
function nullsOf(column: ReportField, selection: Selection): string {
  const isEnd = column === 'endedAt' || column === 'daysTaken';
  return complete.has(column) || (isEnd && datingOf(selection.statuses) === 'endedAt') ? '' : 'nulls last';
}

/** Orders a selection's activities, the folio deciding between equals; `place` is what they were ordered by. */
export function inOrder(db: Knex, zone: string, query: Knex.QueryBuilder, selection: Selection, { column, isDescending }: Sort) {
  const direction = isDescending ? 'desc' : 'asc';
  const join = joins[column];
  if (join) query.joinRaw(`join ${join[0]} on places.id = ${join[1]}`);
  const order = `${direction} ${nullsOf(column, selection)}`;
  const key = db.raw(keyOf(column, selection), column === 'daysTaken' ? { zone } : {});
  return {
    ids: query.select('activities.id', db.raw('? as sorted_by', [key])).orderByRaw(`sorted_by ${order}, activities.id ${direction}`),
    /** For whoever joins the ids to more columns. */
    order: `page.sorted_by ${order}, page.id ${direction}`,
  };
}
