import type { Knex } from 'knex';
import { UniqueViolationError } from 'objection';
import type { Activity, ActivityPromise } from '../../domain/activities/activity.ts';
import type { TopicMembership } from '../../domain/activities/policy.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import type { Holiday } from '../../domain/holidays.ts';
import { normalise } from '../../domain/text.ts';
import { LOCK } from '../database/server.sql.ts';
import { execute } from '../database/statement.ts';
import { ActivityModel, defineModel, registeredColumns } from '../models.ts';
import * as sql from './activities.sql.ts';
import { rewriteWords, vectorize, vectorizeAll } from './activity-words.ts';
import { executeAct, type NewHistoryEntry } from './history.ts';

export interface NewActivity
  extends ActivityPromise,
    Pick<Activity, 'ownerId' | 'assigneeId' | 'seriesStartsOn' | 'occurrence' | 'createdAt'> {
  seriesId?: number | null;
  predecessorId?: number;
  batchId?: string | null;
  checklist?: Activity['checklist'];
  minimumImages?: number;
  templateId?: number | null;
  requesterId?: number | null;
}

/** An act may write these beside the state that it leads to. */
export type ActFields = Partial<
  Pick<Activity, 'resolution' | 'extendedTo' | 'extensionReason' | 'requestedTo' | 'requestReason' | 'requestedById'>
>;

/** Returns JSON text, because the driver would write a list as an array of PostgreSQL. */
const encodeList = (checklist: Activity['checklist'] | undefined) => (checklist ? JSON.stringify(checklist) : null);

/** Returns the values of a new row; null where the activity has none. */
function registeredValues(activity: NewActivity): Record<string, unknown> {
  const row = Object.fromEntries(registeredColumns.map((column) => [column, activity[column] ?? null]));
  const demands = { minimumImages: activity.minimumImages ?? 0, checklist: encodeList(activity.checklist) };
  return { ...row, ...demands, descriptionKey: normalise(activity.description) };
}

/** PostgreSQL's code; only statements of a model throw a `UniqueViolationError`. */
const UNIQUE_VIOLATION = '23505';

/** Makes a change; false where the index of open duplicates refuses it. */
async function isFreeOfDuplicates(change: PromiseLike<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (error instanceof UniqueViolationError || (error as { code?: string }).code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

export type Occurrence = Pick<Activity, 'id' | 'ownerId' | 'assigneeId' | 'status' | 'dueOn' | 'occurrence'>;

/** Registering work depends on these rows. */
export interface RegistrationPreconditions {
  topic: { department: string } | undefined;
  /** The active ones of the people that were asked for, by id. */
  people: ReadonlyMap<number, TopicMembership>;
  /** Set where the day on which the work is due is a holiday. */
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

/** Writes activities one at a time, under a lock. `activity-views.ts` reads lists and views. */
export const activitiesOn = (db: Knex, zone: string) => ({
  /** Locks an activity until the transaction ends. Of two acts at the same time, one sees the outcome of the other. */
  lock: async (id: number): Promise<Activity | undefined> =>
    (await execute<Activity>(db, sql.LOCK_ACTIVITY, [id], 'activityToActOn')).rows[0],

  async lockAll(ids: readonly number[]): Promise<void> {
    await ActivityModel.query(db)
      .whereIn('id', [...ids])
      .orderBy('id')
      .select('id')
      .forUpdate();
  },

  /** Locks the open activities of which a person is owner or responsible, and returns them by folio. */
  async lockOpen(userId: number): Promise<Activity[]> {
    const open = () =>
      ActivityModel.query(db)
        .where((party) => party.where('ownerId', userId).orWhere('assigneeId', userId))
        .where('isOpen', true)
        .orderBy('id')
        .forUpdate();
    // The first query waits for a running verification; only the second one sees the successor that it registers.
    await open();
    return open();
  },

  /** Gives an activity other people; false where the new responsible has an open duplicate, and the transaction is then lost. */
  handOver: async (id: number, people: Pick<Activity, 'ownerId' | 'assigneeId'>): Promise<boolean> =>
    isFreeOfDuplicates(execute(db, sql.HAND_OVER, { id, ...people, words: '' })),

  find: async (id: number): Promise<Activity | undefined> => ActivityModel.query(db).findById(id),

  /** Returns the new folio; undefined where an open duplicate or an earlier successor prevents it. */
  async add(activity: NewActivity, entry: NewHistoryEntry): Promise<number | undefined> {
    const words = vectorize(activity.description);
    const values = { ...registeredValues(activity), words, predecessorId: activity.predecessorId ?? null };
    return (await executeAct(db, sql.REGISTER, values, entry, 'registerActivity')).rows[0]?.id;
  },

  /** Writes a corrected activity, under the lock of the row that was read; false as for `handOver`. */
  async amend(activity: Activity, entry: NewHistoryEntry): Promise<boolean> {
    const row = { ...activity, descriptionKey: normalise(activity.description) };
    const isFree = await isFreeOfDuplicates(executeAct(db, sql.AMEND, row, entry));
    if (isFree) await rewriteWords(db, [activity.id]);
    return isFree;
  },

  /** Writes the new responsible, under the lock of the row that was read; false as for `handOver`. */
  reassign: async (id: number, assigneeId: number, entry: NewHistoryEntry): Promise<boolean> =>
    isFreeOfDuplicates(executeAct(db, sql.REASSIGN, { id, assigneeId, words: '' }, entry)),

  /** Writes the ticks of a checklist, under the lock of the row that was read. */
  async tick({ id, checklist }: Pick<Activity, 'id' | 'checklist'>, entry: NewHistoryEntry): Promise<void> {
    await executeAct(db, sql.TICK, { id, checklist: encodeList(checklist) }, entry);
  },

  countBatch: async (batchId: string): Promise<number> => ActivityModel.query(db).where({ batchId }).resultSize(),

  /** Writes an activity as an act has left it. Call it under the lock of the row that was read. */
  async save(activity: Activity, entry: NewHistoryEntry): Promise<void> {
    await executeAct(db, sql.CHANGE, { ...activity, zone, words: vectorize(activity.resolution ?? '') }, entry, 'changeActivity');
    if (entry.act === 'reject') await rewriteWords(db, [activity.id]); // the text of its delivery is searched no longer
  },

  /** Reads the `size` members of an activity's series that are nearest to it, itself among them, the oldest first. */
  seriesAround: async (id: number, size: number): Promise<Occurrence[]> =>
    (await execute<Occurrence>(db, sql.SERIES_AROUND, { id, size })).rows,

  /** Locks the newest of each series whose next one is due, by folio. Those that another process holds are left out. */
  lockDueSeries: async (query: { after: number; today: CalendarDate; undeliveredMax: number; size: number }): Promise<Activity[]> =>
    (await execute<Activity>(db, sql.LOCK_DUE_SERIES, query)).rows,

  /** Locks the open activities of a series, by folio, and returns the undelivered ones. */
  async lockOpenSeries(id: number): Promise<number[]> {
    const { rows } = await execute<{ id: number; status: Activity['status'] }>(db, sql.LOCK_OPEN_SERIES, { id });
    return rows.flatMap((member) => (member.status === 'completed' ? [] : member.id));
  },

  countUndelivered: async (id: number): Promise<number> =>
    (await execute<{ count: number }>(db, sql.COUNT_UNDELIVERED, { id })).rows[0]?.count ?? 0,

  /** Call it under the lock of the row. */
  async setSuccession(id: number, succession: Activity['succession']): Promise<void> {
    await ActivityModel.query(db).findById(id).patch({ succession });
  },

  async endSeries(id: number): Promise<void> {
    // The first statement may wait for a successor that is being registered, which only the second one sees.
    for (const _ of [1, 2]) await execute(db, sql.END_SERIES, { id });
  },

  /** Reads what registering depends on. It locks active people in one order, so that they stay active; a dry run locks nobody. */
  async holdPreconditions(
    { topicId, dueOn, people }: RegistrationQuery,
    { isDryRun }: { isDryRun?: boolean } = {},
  ): Promise<RegistrationPreconditions> {
    const query = { topicId, dueOn, people: [...people] };
    const { rows } = isDryRun
      ? await execute<PreconditionRow>(db, sql.DRY_RUN_PRECONDITIONS, query)
      : await execute<PreconditionRow>(db, sql.PRECONDITIONS, query, 'registrationPreconditions');
    const [{ topicDepartment, holiday }] = rows as [PreconditionRow];
    return {
      topic: topicDepartment === null ? undefined : { department: topicDepartment },
      people: new Map(rows.flatMap(({ id, department, isAssigned }) => (id === null ? [] : [[id, { department, isAssigned }]]))),
      holiday: holiday === null ? undefined : { day: dueOn, name: holiday },
    };
  },
});

export interface ImportSource {
  /** The SHA-256 of the cells that identify the row. */
  key: string;
  fileName: string;
  sheet: string;
  rowNumber: number;
}
export type ImportedActivity = NewActivity & Pick<Activity, 'status' | 'startedAt' | 'closedAt' | 'verifiedAt' | 'resolution'>;

export interface ImportAnswer {
  kind: 'column' | 'person' | 'topic' | 'state' | 'priority';
  said: string;
  answer: unknown;
}

/** An activity that a row names by its folio. `importKey` is that of the row that it came from. */
export interface ExistingWork extends Pick<Activity, 'topicId' | 'assigneeId' | 'description' | 'dueOn' | 'extendedTo'> {
  importKey: string | null;
}

/** Open activities that are equal in these are duplicates. */
export type DuplicateQuery = Pick<Activity, 'assigneeId' | 'topicId' | 'description'>;

type OpenDuplicate = { folio: number; dueOn: CalendarDate } | { folio: null; dueOn: null };

const IMPORT_LOCK = 7_215_137;
const ActivityImportModel = defineModel<ImportSource & { activityId: number }>('activityImports', { key: 'activityId' });
const ImportAnswerModel = defineModel<ImportAnswer & { answeredAt: Date }>('importAnswers', { key: ['kind', 'said'] });

export const activityImportsOn = (db: Knex, zone: string) => ({
  /** Locks imports until the transaction ends, because two imports of the same file at once would both add its rows. */
  async lock(): Promise<void> {
    await execute(db, LOCK, [IMPORT_LOCK]);
  },

  async known(keys: readonly string[]): Promise<Map<string, number>> {
    const rows = await ActivityImportModel.query(db)
      .whereRaw('key = any(?)', [[...keys]])
      .select('key', 'activityId');
    return new Map(rows.map(({ key, activityId }) => [key, activityId]));
  },

  async existing(folios: readonly number[]): Promise<Map<number, ExistingWork>> {
    const activities = await ActivityModel.query(db)
      .whereRaw('id = any(?)', [[...folios]])
      .select('id', 'topicId', 'assigneeId', 'description', 'dueOn', 'extendedTo');
    const imported = await ActivityImportModel.query(db)
      .whereRaw('activity_id = any(?)', [[...folios]])
      .select('activityId', 'key');
    const keys = new Map(imported.map(({ activityId, key }) => [activityId, key]));
    return new Map(activities.map((activity) => [activity.id, { ...activity, importKey: keys.get(activity.id) ?? null }]));
  },

  async openDuplicates(work: readonly DuplicateQuery[]): Promise<OpenDuplicate[]> {
    const { rows } = await execute<OpenDuplicate>(db, sql.OPEN_DUPLICATES, {
      assigneeIds: work.map(({ assigneeId }) => assigneeId),
      topicIds: work.map(({ topicId }) => topicId),
      keys: work.map(({ description }) => normalise(description)),
    });
    return rows;
  },

  /** Returns the new folio; undefined where an open duplicate exists. */
  async add(activity: ImportedActivity, source: ImportSource, entry: NewHistoryEntry): Promise<number | undefined> {
    const { status, startedAt, closedAt, verifiedAt, resolution } = activity;
    const state = { status, startedAt, closedAt, verifiedAt, resolution };
    const words = vectorizeAll({ ...activity, comments: [] });
    const values = { ...registeredValues(activity), ...state, ...source, zone, words };
    return (await executeAct(db, sql.IMPORT, values, entry)).rows[0]?.id;
  },

  answers: async (): Promise<ImportAnswer[]> => ImportAnswerModel.query(db).select('kind', 'said', 'answer').toKnexQuery<ImportAnswer>(),

  async remember(answers: readonly ImportAnswer[], answeredAt: Date): Promise<void> {
    if (answers.length === 0) return;
    const rows = answers.map(({ answer, ...row }) => ({ ...row, answer: JSON.stringify(answer), answeredAt }));
    await ImportAnswerModel.query(db).toKnexQuery().insert(rows).onConflict(['kind', 'said']).merge();
  },
});
