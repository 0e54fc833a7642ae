import { Model, type ModelClass, type RelationMappings } from 'objection';
import { type Activity, promiseFields } from '../domain/activities/activity.ts';
import type { CalendarDate } from '../domain/calendar.ts';
import type { Person } from '../domain/people/person.ts';

interface Keys {
  key?: string | string[];
  /** Maps the name of a relation to the other table and the column that refers to its `id`. */
  belongsTo?: Record<string, readonly [table: ModelClass<Model>, column: string]>;
}

/**
 * Defines the model of a table, without hooks, validation or rules. `Columns` is the type of a row and the only place that declares the
 * columns. A query for a long list ends in `toKnexQuery()`, because a model instance for each row costs time.
 */
export function defineModel<Columns extends object>(table: string, { key = 'id', belongsTo = {} }: Keys = {}): ModelClass<Model & Columns> {
  const relations: RelationMappings = {};
  for (const [name, [modelClass, column]] of Object.entries(belongsTo)) {
    const join = { from: `${table}.${column}`, to: `${modelClass.tableName}.id` };
    relations[name] = { relation: Model.BelongsToOneRelation, modelClass, join };
  }
  class TableModel extends Model {
    static override tableName = table;
    static override idColumn = key;
    static override useLimitInFirst = true;
    static override relationMappings = relations;
  }
  return TableModel as unknown as ModelClass<Model & Columns>;
}

export interface StoredColumns {
  managerId: number | null;
  passwordHash: string | null;
  privilegeLostAt: Date | null;
  anonymisedAt: Date | null;
  /** The working time that the person chose; null for the company's. */
  workTime: string | null;
  /** Rows of a page of every list; null where they fill the window. */
  pageSize: number | null;
  createdAt: Date;
  /** The words of the name; null until they are made (`fillNames`). */
  nameWords: string | null;
}
export const UserModel = defineModel<Person & StoredColumns>('users');

/** Every column of a person but the secret ones and the boss, because only administrators see those. */
export const personColumns = [
  'id',
  'employeeNumber',
  'firstName',
  'lastName',
  'email',
  'level',
  'department',
  'position',
  'alias',
  'phone',
  'kind',
  'isActive',
] as const satisfies (keyof Person)[];

export interface StoredTopic {
  id: number;
  name: string;
  description: string | null;
  department: string;
}
export const TopicModel = defineModel<StoredTopic & { nameKey: string; nameWords: string | null; createdAt: Date }>('topics');

export const TopicAssignmentModel = defineModel<{ id: number; topicId: number; userId: number; createdAt: Date }>('topicAssignments', {
  belongsTo: { topic: [TopicModel, 'topicId'], user: [UserModel, 'userId'] },
});

/** Only the database uses these columns: the search key, and what it computes of others. */
interface ComputedColumns {
  descriptionKey: string;
  deadlineOn: CalendarDate;
  isOpen: boolean;
  endedAt: Date | null;
  predecessorId: number | null;
}
export const ActivityModel = defineModel<Activity & ComputedColumns>('activities', {
  belongsTo: { topic: [TopicModel, 'topicId'], owner: [UserModel, 'ownerId'], assignee: [UserModel, 'assigneeId'] },
});

/** The columns that registering an activity writes, beside its search key and its predecessor. */
export const registeredColumns = [
  'ownerId',
  'assigneeId',
  ...promiseFields,
  'createdAt',
  'seriesStartsOn',
  'occurrence',
  'seriesId',
  'batchId',
  'minimumImages',
  'checklist',
  'templateId',
  'requesterId',
] as const satisfies (keyof Activity)[];

/** Every column of an activity that acts and people read. */
export const activityColumns = [
  'id',
  ...registeredColumns,
  'status',
  'extendedTo',
  'extensionReason',
  'requestedTo',
  'requestReason',
  'requestedById',
  'startedAt',
  'closedAt',
  'verifiedAt',
  'canceledAt',
  'resolution',
  'rejectedAt',
  'lastActOn',
  'succession',
] as const satisfies (keyof Activity)[];
