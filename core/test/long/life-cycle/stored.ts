import type { Knex } from 'knex';
import type { HistoryFacts } from '../../../src/domain/activities/history-proof.ts';
import { historyNote } from '../../../src/messages/activities/history-note.ts';
import type { Entry, Leave, ModelNotification, Remark, Work } from './model.ts';

/** What the database holds of the life cycle, numbered as the model numbers it: from 0 in the order things were made. */
export interface StoredLifeCycle {
  leaves: Leave[];
  activities: Work[];
  comments: Remark[];
  images: number[];
  history: (Entry & { note: string | null })[];
  outbox: ModelNotification[];
  /** The same as people's lists in the web have it. */
  notifications: ModelNotification[];
}

type Row = Record<string, unknown>;
const LIFE_CYCLE = [
  'activities',
  'comments',
  'images',
  'activity_history',
  'outbox',
  'notifications',
  'answered_requests',
  'absences',
] as const;
/** What the database makes of the activities says nothing more. */
const SEARCH = ['activity_words', 'search_vocabulary'];
type Rows = Record<(typeof LIFE_CYCLE)[number], Row[]>;
const ORDER: Record<string, string> = { images: 'uploaded_at, id', answered_requests: 'user_id, key' };

/** Reads and empties a database in one statement each, thousands of times. Planning the reading takes as long as reading, so it has a name. */
export async function register(db: Knex) {
  const { rows } = await db.raw(`SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'knex_migrations%'`);
  const others = rows
    .map(({ tablename }: { tablename: string }) => tablename)
    .filter((name: string) => ![...LIFE_CYCLE, ...SEARCH].includes(name as never));
  const parts = LIFE_CYCLE.map(
    (name) => `'${name}', (SELECT coalesce(json_agg(row_to_json(t) ORDER BY ${ORDER[name] ?? 'id'}), '[]') FROM ${name} t)`,
  );
  const rest = others.map((name: string) => `'${name}', (SELECT md5(string_agg(t::text, '\n' ORDER BY t::text)) FROM "${name}" t)`);
  const read = `SELECT json_build_object(${parts.join(', ')}, 'others', json_build_object(${rest.join(', ')}))::text AS everything`;
  const empty = `BEGIN; SET LOCAL session_replication_role = replica; ${[...LIFE_CYCLE].map((name) => `DELETE FROM ${name}`).join('; ')}; COMMIT`;

  return {
    /** Every row of every table as one text (hashed where the life cycle writes nothing): equal texts mean that nothing changed. */
    everything: async (): Promise<string> => (await db.raw(read).options({ name: 'everything' })).rows[0].everything,
    /** Empties what the life cycle writes; people and topics stay. */
    empty: async (): Promise<void> => {
      await db.raw(empty);
    },
  };
}

const instant = (text: unknown) => (text === null ? null : new Date(text as string).toISOString());

/** The rows of such a text in the model's words, with the ids behind its numbers. */
export function readStored(everything: string): StoredLifeCycle & { ids: { activities: number[]; comments: number[]; leaves: number[] } } {
  const tables = JSON.parse(everything) as Rows;
  const ids = {
    activities: tables.activities.map(({ id }) => id as number),
    comments: tables.comments.map(({ id }) => id as number),
    leaves: tables.absences.map(({ id }) => id as number),
  };
  const readNotifications = (row: Row, historyId: number | undefined) => {
    const cause = tables.activity_history.find(({ id }) => id === historyId)?.facts as HistoryFacts | undefined;
    return {
      kind: row.kind as string,
      recipientId: row.recipient_id as number,
      activity: activityNumber(row.activity_id) as number,
      comment: row.kind === 'commented' && cause?.comment ? ids.comments.indexOf(cause.comment.id) : null,
    };
  };
  const activityNumber = (id: unknown) => (id === null ? null : ids.activities.indexOf(id as number));
  return {
    ids,
    leaves: tables.absences.map((row) => ({
      absentId: row.user_id as number,
      substituteId: row.substitute_id as number,
      from: row.from_on as string,
      to: row.to_on as string,
    })),
    activities: tables.activities.map((row) => ({
      ...readWork(row),
      predecessor: activityNumber(row.predecessor_id),
      batch: row.batch_id === null ? null : tables.activities.findIndex(({ batch_id }) => batch_id === row.batch_id),
    })),
    comments: tables.comments.map((row) => ({
      activity: activityNumber(row.activity_id) as number,
      authorId: row.author_id as number,
      body: row.body as string,
      writtenAt: instant(row.written_at) as string,
      canceledAt: instant(row.canceled_at),
    })),
    images: tables.images.map((row) => activityNumber(row.activity_id) as number),
    history: tables.activity_history.map((row) => ({
      activity: activityNumber(row.activity_id) as number,
      act: row.act as string,
      actorId: row.actor_id as number | null,
      actingForId: (row.facts as HistoryFacts | null)?.actingFor?.id ?? null,
      channel: row.channel as string,
      at: instant(row.at) as string,
      from: row.from_status as Entry['from'],
      to: row.to_status as Entry['to'],
      note: historyNote({ act: row.act as string, note: row.note as string | null, facts: row.facts as HistoryFacts | null }),
    })),
    outbox: tables.outbox.map((row) => readNotifications(row, (row.facts as { historyId?: number }).historyId)),
    notifications: tables.notifications.map((row) => readNotifications(row, row.history_id as number)),
  };
}

const readWork = (row: Row) =>
  ({
    ownerId: row.owner_id,
    assigneeId: row.assignee_id,
    topicId: row.topic_id,
    description: row.description,
    priority: row.priority,
    status: row.status,
    createdAt: instant(row.created_at),
    dueOn: row.due_on,
    extendedTo: row.extended_to,
    extensionReason: row.extension_reason,
    startedAt: instant(row.started_at),
    closedAt: instant(row.closed_at),
    verifiedAt: instant(row.verified_at),
    canceledAt: instant(row.canceled_at),
    rejectedAt: instant(row.rejected_at),
    resolution: row.resolution,
    repeats: row.repeats,
    seriesStartsOn: row.series_starts_on,
    occurrence: row.occurrence,
    lastActOn: row.last_act_on,
    ticks: ((row.checklist ?? []) as { tickedById: number | null }[]).map(({ tickedById }) => tickedById),
  }) as Omit<Work, 'predecessor' | 'batch'>;
