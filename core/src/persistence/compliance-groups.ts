import type { Knex } from 'knex';
import type { Status } from '../domain/activity/activity.ts';
import type { CalendarDate } from '../domain/calendar.ts';
import { datedBy, type Selection } from './activity-selection.ts';

/** How many activities of one status a group has. */
export interface GroupCount<Name extends string = string> {
  name: Name;
  status: Status;
  total: number;
}

/** By the topic's department: counted by topic, of which there are few, and then summed. */
export async function countByDepartment(db: Knex, chosen: Knex.QueryBuilder): Promise<GroupCount[]> {
  const byTopic = chosen.groupBy('topicId', 'status').select('topicId', 'status').count('* as total');
  return db
    .from(byTopic.as('counted'))
    .join('topics', 'topics.id', 'topicId')
    .groupBy('department', 'status')
    .select('department as name', 'status', db.raw('sum(total)::int as total'));
}

/**
 * By business week, named by its Monday, the earliest first. Each week is a stretch of the index that places activities in time: to
 * reckon the week of every activity takes four times as long. Weeks before the first activity and after the last are not looked at, however wide
 * the range.
 */
export async function countByWeek(
  db: Knex,
  zone: string,
  chosen: Knex.QueryBuilder,
  selection: Selection,
): Promise<GroupCount<CalendarDate>[]> {
  const placed = datedBy(selection);
  const ends = chosen
    .clone()
    .select(db.raw(`min(${placed}) at time zone ? as first_at, max(${placed}) at time zone ? as last_at`, [zone, zone]));
  const ofWeek = chosen
    .whereRaw(`${placed} >= week at time zone ? and ${placed} < (week + interval '7 days') at time zone ?`, [zone, zone])
    .groupBy('status')
    .select('status')
    .count('* as total');
  const weeks = `generate_series(date_trunc('week', first_at), last_at, interval '7 days') as week`;
  return db
    .from(db.raw(`? as ends cross join lateral ${weeks} cross join lateral ? as counted`, [ends, ofWeek]))
    .orderBy('week')
    .select(db.raw('week::date as name'), 'status', 'total');
}
