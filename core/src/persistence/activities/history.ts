import type { Knex } from 'knex';
import type { Status } from '../../domain/activities/activity.ts';
import type { HistoryFacts } from '../../domain/activities/history-proof.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import { newsUntil } from '../../domain/notifications/delivery.ts';
import type { NotificationKind } from '../../domain/notifications/notification.ts';
import { gatherDelayMs } from '../../domain/notifications/notification-rules.ts';
import { type Channel, fullName, type Person, type Privileges } from '../../domain/people/person.ts';
import { type ActName, execute } from '../database/statement.ts';
import { defineModel, UserModel } from '../models.ts';
import { ACTS_SINCE, type ActStatement, CHANGED_HANDS, COMMENTS, HISTORY, RECORD } from './activities.sql.ts';
import { addComment, type NewComment, rewriteWords } from './activity-words.ts';

export interface StoredHistoryEntry {
  activityId: number;
  act: string;
  /** Null when the system acted. */
  actorId: number | null;
  channel: Channel;
  at: Date;
  fromStatus: Status | null;
  toStatus: Status;
  note: string | null;
}
export interface NewHistoryEntry extends Omit<StoredHistoryEntry, 'activityId'> {
  /** The business day of the act; substitutes of people who are away on it are notified too. */
  today: CalendarDate;
  facts: HistoryFacts;
  notifications: readonly { kind: NotificationKind; recipientId: number }[];
}

const entryValues = ({ notifications, facts, ...entry }: NewHistoryEntry) => ({
  ...entry,
  historyFacts: JSON.stringify(facts),
  kinds: notifications.map(({ kind }) => kind),
  recipients: notifications.map(({ recipientId }) => recipientId),
  gatherings: notifications.map(({ kind }) => gatherDelayMs(kind)),
  expiresAt: newsUntil(entry.at),
});

type ActParameters = [statement: ActStatement, values: Record<string, unknown>, entry: NewHistoryEntry, name?: ActName];

/** Writes what an act changes, its history row and its notifications. It answers a row with the folio, or no row where nothing was written. */
export function executeAct(db: Knex, ...[{ notifying, quiet }, values, entry, name]: ActParameters) {
  const isQuiet = entry.notifications.length === 0;
  const allValues = { ...values, ...entryValues(entry) };
  return execute<{ id: number }>(db, isQuiet ? quiet : notifying, allValues, name && isQuiet ? `${name}Quietly` : name);
}

type StoredEntry = StoredHistoryEntry & { id: number; facts: HistoryFacts | null };
type HistoryRow = StoredEntry & { recordedAt: Date | null; isLoaded: boolean | null };
export const HistoryModel = defineModel<HistoryRow>('activityHistory', { belongsTo: { actor: [UserModel, 'actorId'] } });

type ActorNames = Record<'firstName' | 'lastName', string | null>;

/** Returns null when the system acted. */
const actorName = ({ firstName, lastName }: ActorNames) =>
  firstName === null || lastName === null ? null : fullName({ firstName, lastName });

/** A row of the history, or a moment where no row is known. */
export interface HistoryPoint {
  historyId: number | null;
  createdAt: Date;
}

interface ActivityNames {
  id: number;
  description: string;
  topic: string;
}

export type NotificationCause = Pick<StoredEntry, 'id' | 'act' | 'note' | 'facts'> & {
  /** Null when the system acted. */
  actorName: string | null;
  /** The comment of the act; null once it is withdrawn. */
  comment: string | null;
};

/** An act of a person, with the activity as it is now. */
export interface PersonalAct extends Pick<StoredEntry, 'id' | 'act' | 'note' | 'facts' | 'activityId'> {
  description: string;
  status: Status;
  deadline: CalendarDate;
  ownerId: number;
  assigneeId: number;
  topic: string;
  department: string;
  person: string;
}

/** The history is append-only; a trigger refuses everything else. */
export const historyOn = (db: Knex) => ({
  /** Adds an act that changes nothing of the activity itself, or has changed it already. */
  async add(id: number, entry: NewHistoryEntry): Promise<void> {
    await executeAct(db, RECORD, { id }, entry, 'recordAct');
  },

  findLastMoment: async (activityId: number, act: string): Promise<Date | null> =>
    (await HistoryModel.query(db).where({ activityId, act }).orderBy('id', 'desc').select('at').first())?.at ?? null,

  async readDeliverers(activityIds: readonly number[]): Promise<Map<number, number | null>> {
    const rows = await HistoryModel.query(db)
      .whereIn('activityId', [...activityIds])
      .where({ act: 'complete' })
      .distinctOn('activityId')
      .orderBy('activityId')
      .orderBy('id', 'desc')
      .select('activityId', 'actorId');
    return new Map(rows.map(({ activityId, actorId }) => [activityId, actorId]));
  },

  /** Returns whether an activity or one of its predecessors in the series got another owner or responsible. */
  hasChangedHands: async (activityId: number): Promise<boolean> => (await execute(db, CHANGED_HANDS, [activityId])).rows.length > 0,

  async list(activityId: number): Promise<(StoredEntry & { actorName: string | null })[]> {
    const { rows } = await execute<StoredEntry & ActorNames>(db, HISTORY, [activityId], 'history');
    return rows.map(({ firstName, lastName, ...entry }) => ({ ...entry, actorName: actorName({ firstName, lastName }) }));
  },

  findNewest: async (): Promise<Pick<StoredEntry, 'id'> | undefined> => HistoryModel.query(db).orderBy('id', 'desc').select('id').first(),

  findFirstAfter: async (since: number): Promise<Pick<StoredEntry, 'at'> | undefined> =>
    HistoryModel.query(db).where('id', '>', since).orderBy('id').select('at').first(),

  listActsSince: async (range: { since: number; until: number; actorId: number; limit: number }): Promise<PersonalAct[]> =>
    (await execute<PersonalAct>(db, ACTS_SINCE, range)).rows,

  async find(id: number): Promise<(StoredEntry & { actorName: string | null }) | undefined> {
    const [row] = await HistoryModel.query(db)
      .leftJoinRelated('actor')
      .where('activityHistory.id', id)
      .select('activityHistory.*', 'firstName', 'lastName')
      .toKnexQuery<StoredEntry & ActorNames>();
    if (!row) return undefined;
    const { firstName, lastName, ...entry } = row;
    return { ...entry, actorName: actorName({ firstName, lastName }) };
  },

  /** Returns a function that names one of these activities as it was called at a row of its history, or at a moment, before later corrections. */
  async createNameReader(
    activities: readonly ActivityNames[],
  ): Promise<(activity: ActivityNames, point: HistoryPoint) => Pick<ActivityNames, 'description' | 'topic'>> {
    const ids = activities.map(({ id }) => id);
    const amendments =
      ids.length > 0
        ? await HistoryModel.query(db)
            .whereIn('activityId', ids)
            .where({ act: 'amend' })
            .orderBy('id')
            .select('id', 'activityId', 'at', 'facts')
        : [];
    return ({ id, description, topic }, { historyId, createdAt }) => {
      const isLater = (entry: { id: number; at: Date }) => (historyId === null ? entry.at >= createdAt : entry.id > historyId);
      const later = amendments.flatMap((entry) => (entry.activityId === id && isLater(entry) ? (entry.facts?.amended?.before ?? []) : []));
      const earlier = (field: 'description' | 'topic') => later.find((before) => before[field] !== undefined)?.[field];
      return { description: earlier('description') ?? description, topic: earlier('topic') ?? topic };
    };
  },

  async causes(ids: readonly number[]): Promise<NotificationCause[]> {
    if (ids.length === 0) return [];
    const rows = await HistoryModel.query(db)
      .leftJoinRelated('actor')
      .whereIn('activityHistory.id', [...ids])
      .select('activityHistory.id', 'act', 'note', 'facts', 'firstName', 'lastName')
      .toKnexQuery<Omit<NotificationCause, 'actorName' | 'comment'> & ActorNames>();
    const commentIds = rows.flatMap(({ facts }) => facts?.comment?.id ?? []);
    const comments = await CommentModel.query(db).whereIn('id', commentIds).whereNull('canceledAt').select('id', 'body');
    const bodies = new Map(comments.map(({ id, body }) => [id, body]));
    return rows.map(({ firstName, lastName, ...cause }) => ({
      ...cause,
      actorName: actorName({ firstName, lastName }),
      comment: bodies.get(cause.facts?.comment?.id ?? 0) ?? null,
    }));
  },
});

export interface StoredComment extends NewComment {
  id: number;
  canceledAt: Date | null;
}
const CommentModel = defineModel<StoredComment>('comments', { belongsTo: { author: [UserModel, 'authorId'] } });

/** A canceled comment stays in the table and leaves every list. */
export const commentsOn = (db: Knex) => ({
  add: (comment: NewComment): Promise<number> => addComment(db, comment),
  find: async (id: number): Promise<StoredComment | undefined> => CommentModel.query(db).findById(id),

  /** Call it under the activity's lock. */
  async cancel({ id, activityId }: Pick<StoredComment, 'id' | 'activityId'>, canceledAt: Date): Promise<void> {
    await CommentModel.query(db).findById(id).patch({ canceledAt });
    await rewriteWords(db, [activityId]);
  },

  async listAuthors(activityId: number): Promise<Privileges[]> {
    const authors = CommentModel.query(db).where({ activityId }).whereNull('canceledAt').select('authorId');
    return UserModel.query(db).where('isActive', true).whereIn('id', authors).orderBy('id').select('id', 'kind', 'position');
  },

  async list(activityId: number): Promise<(StoredComment & { authorName: string })[]> {
    const { rows } = await execute<StoredComment & Pick<Person, 'firstName' | 'lastName'>>(db, COMMENTS, [activityId], 'comments');
    return rows.map(({ firstName, lastName, ...comment }) => ({ ...comment, authorName: fullName({ firstName, lastName }) }));
  },
});
