import type { Knex } from 'knex';
import { type Activity, closedStatuses, openStatuses, type Status } from '../domain/activity.ts';
import type { CalendarDate } from '../domain/calendar.ts';
import type { DateRange } from '../domain/date-range.ts';

/** An activity with the names people read: every list and consult is made of these. */
export interface ActivityFacts extends Activity {
  topic: string;
  topicDescription: string | null;
  department: string;
  ownerFirstName: string;
  ownerLastName: string;
  assigneeFirstName: string;
  assigneeLastName: string;
}

const columns = [
  'activities.*',
  'topics.name as topic',
  'topics.description as topicDescription',
  'topics.department',
  'owners.firstName as ownerFirstName',
  'owners.lastName as ownerLastName',
  'assignees.firstName as assigneeFirstName',
  'assignees.lastName as assigneeLastName',
];

/** The read side: activities joined with topic, owner and assignee in one query. */
export const activityViewsOn = (db: Knex, zone: string) => {
  const views = () =>
    db('activities')
      .join('topics', 'topics.id', 'activities.topicId')
      .join('users as owners', 'owners.id', 'activities.ownerId')
      .join('users as assignees', 'assignees.id', 'activities.assigneeId')
      .select(columns);
  const assignedTo = (userId: number, statuses: readonly Status[]) =>
    views().where('activities.assigneeId', userId).whereIn('activities.status', statuses);

  return {
    async find(id: number): Promise<ActivityFacts | undefined> {
      return views().where('activities.id', id).first();
    },

    /** What a person still has to do, the nearest deadline first. */
    async pendingOf(userId: number): Promise<ActivityFacts[]> {
      return assignedTo(userId, openStatuses).orderBy(['activities.deadlineOn', 'activities.id']);
    },

    /** What a person is through with, the newest folio first. */
    async historyOf(userId: number): Promise<ActivityFacts[]> {
      return assignedTo(userId, closedStatuses).orderBy('activities.id', 'desc');
    },

    /** The business day the oldest open activity was registered that a person assigned to someone else. */
    async oldestOpenAssignedBy(userId: number): Promise<CalendarDate | null> {
      const row = await db('activities')
        .where('ownerId', userId)
        .whereNot('assigneeId', userId)
        .whereIn('status', openStatuses)
        .first(db.raw('(min(created_at) at time zone ?)::date as oldest_on', [zone]));
      return row.oldestOn;
    },

    /** What a person assigned to others and registered within the range, the newest folio first. */
    async assignedBy(userId: number, statuses: readonly Status[], { from, to }: DateRange): Promise<ActivityFacts[]> {
      return views()
        .where('activities.ownerId', userId)
        .whereNot('activities.assigneeId', userId)
        .whereIn('activities.status', statuses)
        .whereRaw(`activities.created_at >= (?::date)::timestamp at time zone ?`, [from, zone])
        .whereRaw(`activities.created_at < (?::date + 1)::timestamp at time zone ?`, [to, zone])
        .orderBy('activities.id', 'desc');
    },
  };
};
