import type { Knex } from 'knex';
import { UniqueViolationError } from 'objection';
import { type Activity, type ActivityPromise, openStatuses } from '../domain/activity/activity.ts';
import type { TopicMembership } from '../domain/activity/policy.ts';
import type { CalendarDate } from '../domain/calendar.ts';
import type { Holiday } from '../domain/holidays.ts';
import { normalise } from '../domain/text.ts';
import {
  AMEND,
  CHANGE,
  DRY_RUN_PRECONDITIONS,
  LOCK_ACTIVITY,
  PRECONDITIONS,
  REASSIGN,
  REGISTER,
  SERIES_AROUND,
  TICK,
} from './activities.sql.ts';
import { executeAct, executeActLater, type NewHistoryEntry } from './history.ts';
import { ActivityModel, registeredColumns } from './models.ts';
import { execute } from './statement.ts';

export interface NewActivity
  extends ActivityPromise,
    Pick<Activity, 'ownerId' | 'assigneeId' | 'seriesStartsOn' | 'occurrence' | 'createdAt'> {
  predecessorId?: number;
  batchId?: string | null;
  checklist?: Activity['checklist'];
  minimumImages?: number;
  templateId?: number | null;
}

/** What an act may write besides the state it leads to. */
export type ActFields = Partial<Pick<Activity, 'resolution' | 'extendedTo' | 'extensionReason'>>;

/** As its text, because the driver would write a list as an array of PostgreSQL. */
const storedList = (checklist: Activity['checklist'] | undefined) => (checklist ? JSON.stringify(checklist) : null);

/** What a new row holds; null where the activity does not say. */
export function registeredValues(activity: NewActivity): Record<string, unknown> {
  const row = Object.fromEntries(registeredColumns.map((column) => [column, activity[column] ?? null]));
  const demands = { minimumImages: activity.minimumImages ?? 0, checklist: storedList(activity.checklist) };
  return { ...row, ...demands, descriptionKey: normalise(activity.description) };
}

/** Of PostgreSQL, for statements that are not a model's. */
const UNIQUE_VIOLATION = '23505';

/** False where the open duplicates' index refuses the change. */
async function isFreeOfDuplicates(change: PromiseLike<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (error instanceof UniqueViolationError || (error as { code?: string }).code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

/** One activity of a series, with what the policy needs. */
export type Occurrence = Pick<Activity, 'id' | 'ownerId' | 'assigneeId' | 'status' | 'dueOn' | 'occurrence'>;

/** What registering work depends on. */
export interface RegistrationPreconditions {
  topic: { department: string } | undefined;
  /** Of these people those who are active, by id. */
  people: ReadonlyMap<number, TopicMembership>;
  /** Of the day the work is due. */
  holiday: Holiday | undefined;
}
interface RegistrationQuery {
  topicId: number;
  dueOn: CalendarDate;
  people: readonly number[];
}
interface PreconditionRow extends TopicMembership {
  id: number | null;
  topicDepartment: string | null;
  holiday: string | null;
}

/** The write side: one activity at a time, locked. Lists and views are `activity-views.ts`. */
export const activitiesOn = (db: Knex) => ({
  /** The activity, locked until the transaction ends. Of two acts at the same time, one sees the outcome of the other. */
  async lock(id: number): Promise<Activity | undefined> {
    return (await execute<Activity>(db, LOCK_ACTIVITY, [id], 'activityToActOn')).rows[0];
  },

  /** Locks activities by folio, until the transaction ends. */
  async lockAll(ids: readonly number[]): Promise<void> {
    await ActivityModel.query(db)
      .whereIn('id', [...ids])
      .orderBy('id')
      .select('id')
      .forUpdate();
  },

  /** The open activities a person is owner or responsible of, locked, by folio. */
  async lockOpenOf(userId: number): Promise<Activity[]> {
    const open = () =>
      ActivityModel.query(db)
        .where((party) => party.where('ownerId', userId).orWhere('assigneeId', userId))
        .whereIn('status', openStatuses)
        .orderBy('id')
        .forUpdate();
    // This waits for a running verification, whose successor only a second look sees.
    await open();
    return open();
  },

  /** Gives an activity other people; false where the new responsible has an open duplicate, and the transaction is then lost. */
  async handOver(id: number, people: Pick<Activity, 'ownerId' | 'assigneeId'>): Promise<boolean> {
    return isFreeOfDuplicates(ActivityModel.query(db).findById(id).patch(people));
  },

  async find(id: number): Promise<Activity | undefined> {
    return ActivityModel.query(db).findById(id);
  },

  /** The new folio, or undefined where an open duplicate or an earlier successor prevents it. */
  async add(activity: NewActivity, entry: NewHistoryEntry): Promise<number | undefined> {
    const values = { ...registeredValues(activity), predecessorId: activity.predecessorId ?? null };
    return (await executeAct(db, REGISTER, values, entry, 'registerActivity')).rows[0]?.id;
  },

  /** Writes a corrected activity, under the lock of the row that was read; false as for `handOver`. */
  async amend(activity: Activity, entry: NewHistoryEntry): Promise<boolean> {
    const row = { ...activity, descriptionKey: normalise(activity.description) };
    return isFreeOfDuplicates(executeAct(db, AMEND, row, entry));
  },

  /** Writes the new responsible, under the lock of the row that was read; false as for `handOver`. */
  async reassign(id: number, assigneeId: number, entry: NewHistoryEntry): Promise<boolean> {
    return isFreeOfDuplicates(executeAct(db, REASSIGN, { id, assigneeId }, entry));
  },

  /** Writes the ticks of a checklist, under the lock of the row that was read. */
  async tick({ id, checklist }: Pick<Activity, 'id' | 'checklist'>, entry: NewHistoryEntry): Promise<void> {
    await executeAct(db, TICK, { id, checklist: storedList(checklist) }, entry);
  },

  /** How many activities were assigned together. */
  async countBatch(batchId: string): Promise<number> {
    return ActivityModel.query(db).where({ batchId }).resultSize();
  },

  /** Writes an activity as an act has left it. Call it under the lock of the row that was read. */
  async save(activity: Activity, entry: NewHistoryEntry): Promise<void> {
    await executeActLater(db, CHANGE, { ...activity }, entry, 'changeActivity');
  },

  /** The `size` members of an activity's series that are nearest to it, itself among them, the oldest first. */
  async seriesAround(id: number, size: number): Promise<Occurrence[]> {
    return (await execute<Occurrence>(db, SERIES_AROUND, { id, reach: size - 1, size })).rows;
  },

  /** Active people are locked in one order, so that they stay active until the transaction ends; a rehearsal locks nobody. */
  async holdPreconditions(
    { topicId, dueOn, people }: RegistrationQuery,
    { isRehearsal }: { isRehearsal?: boolean } = {},
  ): Promise<RegistrationPreconditions> {
    const query = { topicId, dueOn, people: [...people] };
    const { rows } = isRehearsal
      ? await execute<PreconditionRow>(db, DRY_RUN_PRECONDITIONS, query)
      : await execute<PreconditionRow>(db, PRECONDITIONS, query, 'registrationPreconditions');
    const [{ topicDepartment, holiday }] = rows as [PreconditionRow];
    return {
      topic: topicDepartment === null ? undefined : { department: topicDepartment },
      people: new Map(rows.flatMap(({ id, department, isAssigned }) => (id === null ? [] : [[id, { department, isAssigned }]]))),
      holiday: holiday === null ? undefined : { day: dueOn, name: holiday },
    };
  },
});
