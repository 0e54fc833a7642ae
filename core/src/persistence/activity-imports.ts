import type { Knex } from 'knex';
import type { Activity } from '../domain/activity/activity.ts';
import type { CalendarDate } from '../domain/calendar.ts';
import { normalise } from '../domain/text.ts';
import { IMPORT } from './activities.sql.ts';
import { type NewActivity, registeredValues } from './activities.ts';
import { OPEN_DUPLICATES } from './activity-imports.sql.ts';
import { executeAct, type NewHistoryEntry } from './history.ts';
import { ActivityModel, modelOf } from './models.ts';
import { LOCK } from './server.sql.ts';
import { execute } from './statement.ts';

/** Where a row of a file stood. */
export interface ImportSource {
  /** SHA-256 of what makes the row one and the same. */
  key: string;
  fileName: string;
  sheet: string;
  rowNumber: number;
}
export type ImportedActivity = NewActivity & Pick<Activity, 'status' | 'startedAt' | 'closedAt' | 'verifiedAt' | 'resolution'>;

/** What a person answered about a text of a file. */
export interface ImportAnswer {
  kind: 'column' | 'person' | 'topic' | 'state' | 'priority';
  said: string;
  answer: unknown;
}

/** An activity that a row names by its folio. `importKey` is that of the row that it came from. */
export interface ExistingWork extends Pick<Activity, 'topicId' | 'assigneeId' | 'description' | 'dueOn' | 'extendedTo'> {
  importKey: string | null;
}

/** What makes open activities duplicates of each other. */
export type DuplicateQuery = Pick<Activity, 'assigneeId' | 'topicId' | 'description'>;

type OpenDuplicate = { folio: number; dueOn: CalendarDate } | { folio: null; dueOn: null };

const IMPORT_LOCK = 7_215_137;
const ActivityImportModel = modelOf<ImportSource & { activityId: number; importedAt: Date }>('activityImports', { key: 'activityId' });
const ImportAnswerModel = modelOf<ImportAnswer & { answeredAt: Date }>('importAnswers', { key: ['kind', 'said'] });

export const activityImportsOn = (db: Knex) => ({
  /** Until the transaction ends: two imports of the same file at once would both add its rows. */
  async lock(): Promise<void> {
    await execute(db, LOCK, [IMPORT_LOCK]);
  },

  /** The folios of rows that were imported before, by their key. */
  async known(keys: readonly string[]): Promise<Map<string, number>> {
    const rows = await ActivityImportModel.query(db)
      .whereRaw('key = any(?)', [[...keys]])
      .select('key', 'activityId');
    return new Map(rows.map(({ key, activityId }) => [key, activityId]));
  },

  /** The work of those of these folios that exist. */
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

  /** The open activity that says the same, for each of these in their order; nulls where there is none. */
  async openDuplicates(work: readonly DuplicateQuery[]): Promise<OpenDuplicate[]> {
    const { rows } = await execute<OpenDuplicate>(db, OPEN_DUPLICATES, {
      assigneeIds: work.map(({ assigneeId }) => assigneeId),
      topicIds: work.map(({ topicId }) => topicId),
      keys: work.map(({ description }) => normalise(description)),
    });
    return rows;
  },

  /** The new folio; undefined where an open duplicate exists. */
  async add(activity: ImportedActivity, source: ImportSource, entry: NewHistoryEntry): Promise<number | undefined> {
    const { status, startedAt, closedAt, verifiedAt, resolution } = activity;
    const state = { status, startedAt, closedAt, verifiedAt, resolution };
    const values = { ...registeredValues(activity), ...state, ...source };
    return (await executeAct(db, IMPORT, values, entry)).rows[0]?.id;
  },

  async answers(): Promise<ImportAnswer[]> {
    return ImportAnswerModel.query(db).select('kind', 'said', 'answer').toKnexQuery<ImportAnswer>();
  },

  /** The later answer stands. */
  async remember(answers: readonly ImportAnswer[], answeredAt: Date): Promise<void> {
    if (answers.length === 0) return;
    const rows = answers.map(({ answer, ...row }) => ({ ...row, answer: JSON.stringify(answer), answeredAt }));
    await ImportAnswerModel.query(db).toKnexQuery().insert(rows).onConflict(['kind', 'said']).merge();
  },
});
