import type { Knex } from 'knex';
import { openStatuses, type Status } from '../domain/activity/activity.ts';
import { undeliveredStatuses } from '../domain/activity/deadline.ts';
import type { CalendarDate } from '../domain/calendar.ts';
import { filterGroups, noFilters, type Page, type Scope } from '../domain/reports/report.ts';
import { countFacets, type Facets } from './activity-facets.ts';
import { inOrder } from './activity-order.ts';
import { datedBy, filterCondition, type Selection, selected } from './activity-selection.ts';
import { type ActivityFacts, type ActivityLine, joined, joinedLines } from './activity-views.ts';
import { countByDepartment, countByWeek } from './compliance-groups.ts';

const BATCH = 500;

/** Lists and figures over many activities. All of them read one `Selection`, so that they agree (docs/product.md, 4). */
export const activityReportsOn = (db: Knex, zone: string) => {
  function chosen(selection: Selection) {
    const query = selected(db, zone, selection);
    for (const group of filterGroups) {
      const condition = filterCondition(db, group, selection.filters);
      if (condition) query.where(condition);
    }
    return query;
  }

  async function* batchesOf<Row extends { id: number }>(selection: Selection, joinedBy: typeof joined): AsyncGenerator<Row[]> {
    const newestFirst = `${datedBy(selection)} desc, activities.id desc`;
    const place = `(${datedBy(selection)}, activities.id)`;
    let rest = chosen(selection);
    for (;;) {
      const ids = rest.select('activities.id').orderByRaw(newestFirst).limit(BATCH);
      const batch = (await joinedBy(db).join(ids.as('page'), 'page.id', 'activities.id').orderByRaw(newestFirst)) as Row[];
      yield batch;
      const last = batch.at(-1);
      if (!last || batch.length < BATCH) return;
      rest = chosen(selection).whereRaw(`${place} < (select ${datedBy(selection)}, id from activities where id = ?)`, [last.id]);
    }
  }

  return {
    /** One page, sorted by the database; only the activities on it are joined with their names. */
    async page(selection: Selection, { page, size, sort }: Page): Promise<ActivityFacts[]> {
      const { ids, order } = inOrder(db, zone, chosen(selection), selection, sort);
      const one = ids.limit(size).offset((page - 1) * size);
      return joined(db).join(one.as('page'), 'page.id', 'activities.id').orderByRaw(order);
    },

    /** How many there are, and how many of them are overdue on that day. */
    async count(selection: Selection, today: CalendarDate): Promise<{ total: number; late: number }> {
      const late = db.raw('count(*) filter (where deadline_on < ? and status = any(?::text[])) as late', [today, [...undeliveredStatuses]]);
      return chosen(selection).count('* as total').select(late).first();
    },

    /** All of them, the newest first, some hundred at a time: memory does not grow with the report. */
    batches: (selection: Selection) => batchesOf<ActivityFacts>(selection, joined),
    /** The same with what a line of a report says. */
    lines: (selection: Selection) => batchesOf<ActivityLine>(selection, joinedLines),

    async countByStatus(selection: Selection): Promise<Partial<Record<Status, number>>> {
      const rows: { status: Status; total: number }[] = await chosen(selection).groupBy('status').select('status').count('* as total');
      return Object.fromEntries(rows.map(({ status, total }) => [status, total]));
    },

    countByDepartment: (selection: Selection) => countByDepartment(db, chosen(selection)),
    countByWeek: (selection: Selection) => countByWeek(db, zone, chosen(selection), selection),

    /** How many activities each value of each group would show, under the other groups' filters. */
    facets(selection: Selection): Promise<Facets> {
      return countFacets(db, selected(db, zone, selection), selection.filters);
    },

    /** The business day the oldest open activity of a scope was registered. */
    async oldestOpen(scope: Scope, readerId: number): Promise<CalendarDate | null> {
      const everything = { scope, readerId, statuses: openStatuses, range: null, filters: noFilters, search: '' };
      const row = await selected(db, zone, everything).first(db.raw('(min(created_at) at time zone ?)::date as oldest_on', [zone]));
      return row.oldestOn;
    },
  };
};
