import type { Knex } from 'knex';
import type { Status } from '../domain/activity/activity.ts';
import type { OpenRange } from '../domain/reports/date-range.ts';
import { datingOf, type FilterGroup, type Filters, type Scope } from '../domain/reports/report.ts';
import { normalise } from '../domain/text.ts';

/** Which activities a figure, a table, a facet or a workbook is about. */
export interface Selection {
  scope: Scope;
  /** Who `assignedByMe` and `mine` are. */
  readerId: number;
  /** Never empty. Those of the report itself: a filter on the status restricts them further and dates nothing. */
  statuses: readonly Status[];
  /** Null for any day. */
  range: OpenRange | null;
  filters: Filters;
  /** Words of the description, taken literally; '' for any. */
  search: string;
}

/** The column that places the selection's activities in time. */
export const datedBy = ({ statuses }: Selection) => (datingOf(statuses) === 'endedAt' ? 'activities.ended_at' : 'activities.created_at');

/** % and _ are letters (docs/product.md, 4). */
export const literally = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

const PEOPLE = `(select id from users where id = any(?::int[]) or first_name || ' ' || last_name = any(?::text[]))`;
const idsAndNames = (people: readonly (number | string)[]) => [
  people.filter((person) => typeof person === 'number'),
  people.filter((person) => typeof person === 'string'),
];

/** The condition of one group; null where it restricts nothing. */
export function filterCondition(db: Knex, group: FilterGroup, filters: Filters): Knex.Raw | null {
  if (filters[group].length === 0) return null;
  const conditions: Record<FilterGroup, () => Knex.Raw> = {
    topics: () => db.raw('activities.topic_id in (select id from topics where name_key = any(?::text[]))', [filters.topics.map(normalise)]),
    departments: () =>
      db.raw('activities.topic_id in (select id from topics where department = any(?::text[]))', [[...filters.departments]]),
    statuses: () => db.raw('activities.status = any(?::text[])', [[...filters.statuses]]),
    priorities: () => db.raw('activities.priority = any(?::text[])', [[...filters.priorities]]),
    owners: () => db.raw(`activities.owner_id in ${PEOPLE}`, idsAndNames(filters.owners)),
    assignees: () => db.raw(`activities.assignee_id in ${PEOPLE}`, idsAndNames(filters.assignees)),
  };
  return conditions[group]();
}

/** Everything a selection asks but the filter groups, as conditions on `activities`. */
export function selected(db: Knex, zone: string, selection: Selection): Knex.QueryBuilder {
  const { scope, readerId, statuses, range, search } = selection;
  const query = db('activities').whereRaw('activities.status = any(?::text[])', [[...statuses]]);
  if (scope === 'assignedByMe') query.where('activities.ownerId', readerId).whereNot('activities.assigneeId', readerId);
  if (scope === 'mine') query.where('activities.assigneeId', readerId);
  if (range?.from) query.whereRaw(`${datedBy(selection)} >= (?::date)::timestamp at time zone ?`, [range.from, zone]);
  if (range?.to) query.whereRaw(`${datedBy(selection)} < (?::date + 1)::timestamp at time zone ?`, [range.to, zone]);
  const words = normalise(search);
  if (words) query.whereLike('activities.descriptionKey', literally(words));
  return query;
}
