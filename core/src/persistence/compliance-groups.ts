import type { Knex } from 'knex';
import type { Status } from '../domain/activity.ts';
import type { CalendarDate } from '../domain/calendar.ts';
import { datedBy, type Selection } from './activity-selection.ts';

/** So many activities of one status; of a department, or of the week that begins on that Monday. */
export interface GroupCount {
  department: string | null;
  weekStart: CalendarDate | null;
  status: Status;
  total: number;
}

/** One pass over a selection counts it by topic and by business week; the few topics are summed to departments afterwards. */
export async function countByDepartmentAndWeek(
  db: Knex,
  zone: string,
  chosen: Knex.QueryBuilder,
  selection: Selection,
): Promise<GroupCount[]> {
  const week = db.raw(`date_trunc('week', ${datedBy(selection)} at time zone ?)::date as week_start`, [zone]);
  const counted = db
    .from(chosen.select('activities.topicId', 'activities.status', week).as('chosen'))
    .select('topicId', 'weekStart', 'status')
    .count('* as total')
    .groupByRaw('grouping sets ((topic_id, status), (week_start, status))');
  return db
    .from(counted.as('counted'))
    .leftJoin('topics', 'topics.id', 'topicId')
    .groupBy('department', 'weekStart', 'status')
    .orderBy(['weekStart', 'department'])
    .select('department', 'weekStart', 'status')
    .select(db.raw('sum(total)::int as total'));
}
