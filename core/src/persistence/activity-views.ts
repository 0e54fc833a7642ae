import type { Knex } from 'knex';
import { type Activity, closedStatuses, openStatuses, type ReportField, reportFields, type Status } from '../domain/activity/activity.ts';
import type { CalendarDate } from '../domain/calendar.ts';
import { activityColumns } from './models.ts';
import { columnList, prepared } from './statement.ts';

/** More than anybody verifies in a sitting. */
const AWAITING_MAX = 1_000;

/** Of one's own lists: few have more, and an answer of one batch is sent at once. */
export const BATCH = 200;

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

/** With the moment anything last happened to it. */
export interface StampedFacts extends ActivityFacts {
  changedAt: Date;
}

const NAMES = `topics.name as topic, topics.department, owners.first_name as owner_first_name, owners.last_name as owner_last_name,
  assignees.first_name as assignee_first_name, assignees.last_name as assignee_last_name`;

const FACTS = `${columnList('activities', activityColumns)}, ${NAMES}, topics.description as topic_description`;

/** What one line of a report says: fewer columns than a consult page has, since a hundred thousand of them are read at once. */
type LineColumn = Extract<(typeof activityColumns)[number], ReportField | 'verifiedAt' | 'canceledAt'>;
const isLineColumn = (column: string): column is LineColumn => [...reportFields, 'verifiedAt', 'canceledAt'].includes(column);
type Names = Pick<ActivityFacts, 'topic' | 'department' | 'ownerFirstName' | 'ownerLastName' | 'assigneeFirstName' | 'assigneeLastName'>;
export type ActivityLine = Pick<Activity, LineColumn> & Names;
const LINE = `${columnList('activities', activityColumns.filter(isLineColumn))}, ${NAMES}`;

/** Activities joined with topic, owner and assignee in one query. */
export const joined = (db: Knex) => joinedWith(db, FACTS);
export const joinedLines = (db: Knex) => joinedWith(db, LINE);

const JOINED = `activities join topics on topics.id = activities.topic_id
  join users as owners on owners.id = activities.owner_id join users as assignees on assignees.id = activities.assignee_id`;
const joinedWith = (db: Knex, columns: string) => db.from(db.raw(JOINED)).select(db.raw(columns));

/** The read side of one activity and of a person's own lists. Reports: `activity-reports.ts`. */
export const activityViewsOn = (db: Knex) => {
  const assignedTo = (userId: number, statuses: readonly Status[]) =>
    joined(db).where('activities.assigneeId', userId).whereIn('activities.status', statuses);

  return {
    async find(id: number): Promise<ActivityFacts | undefined> {
      return joined(db).where('activities.id', id).options(prepared(db, 'activity')).first();
    },

    async of(ids: readonly number[]): Promise<ActivityFacts[]> {
      return joined(db).whereIn('activities.id', ids);
    },

    /** What a person still has to do, the nearest deadline first, some hundred at a time. */
    async *pendingOf(userId: number): AsyncGenerator<ActivityFacts[]> {
      const inOrder = () => assignedTo(userId, openStatuses).orderBy(['activities.deadlineOn', 'activities.id']).limit(BATCH);
      let batch: ActivityFacts[] = await inOrder().options(prepared(db, 'pendingOf'));
      for (let last = batch.at(-1); last; last = batch.at(-1)) {
        yield batch;
        if (batch.length < BATCH) return;
        const after = '(activities.deadline_on, activities.id) > (select deadline_on, id from activities where id = ?)';
        batch = await inOrder().whereRaw(after, [last.id]);
      }
    },

    /** What others finished for a person, the longest waiting first. */
    async awaitingVerificationOf(ownerId: number): Promise<ActivityFacts[]> {
      return joined(db)
        .where({ 'activities.ownerId': ownerId, 'activities.status': 'completed' })
        .whereRaw('activities.owner_id <> activities.assignee_id')
        .orderBy(['activities.closedAt', 'activities.id'])
        .limit(AWAITING_MAX);
    },

    /** Of what a person still has to do, what is due nearest to `today`, before or after it. */
    async nearestOf(userId: number, today: CalendarDate, limit: number): Promise<StampedFacts[]> {
      const lastAct = db('activityHistory').max('at').whereRaw('activity_id = activities.id');
      return assignedTo(userId, openStatuses)
        .select(db.raw('coalesce((?), activities.created_at) as changed_at', [lastAct]))
        .orderByRaw('abs(activities.deadline_on - ?::date), activities.id', [today])
        .limit(limit);
    },

    /** What a person is through with, the newest folio first, some hundred at a time. */
    async *historyOf(userId: number): AsyncGenerator<ActivityFacts[]> {
      const inOrder = () => assignedTo(userId, closedStatuses).orderBy('activities.id', 'desc').limit(BATCH);
      let batch: ActivityFacts[] = await inOrder();
      for (let last = batch.at(-1); last; last = batch.at(-1)) {
        yield batch;
        if (batch.length < BATCH) return;
        batch = await inOrder().where('activities.id', '<', last.id);
      }
    },
  };
};
