import type { Knex } from 'knex';
import type { Status } from '../domain/activity/activity.ts';
import type { HistoryFacts } from '../domain/history/proof.ts';
import type { NotificationKind } from '../domain/notifications/notification.ts';
import type { Channel } from '../domain/people/person.ts';
import { keyBy, notificationChannels } from './notification-channels.ts';
import { newsUntil } from './outbox.ts';
import { prepared } from './prepared.ts';

export interface HistoryEntry {
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
/** What the history keeps of an act, and who is told of it. */
export interface NewHistoryEntry extends Omit<HistoryEntry, 'activityId'> {
  facts: HistoryFacts;
  tells: readonly { kind: NotificationKind; recipientId: number }[];
}

/**
 * SQL of a statement's parts that record an act on the activity which the part `acted` answers (`id`, `deadline_on`): the row of the
 * history, and an announcement for each recipient and channel they chose. The row's id makes each of them one and the same for ever.
 */
export const RECORDING = `
  entry as (
    insert into activity_history (activity_id, act, actor_id, channel, at, from_status, to_status, note, facts)
    select id, :act, :actorId::integer, :channel, :at::timestamptz, :fromStatus, :toStatus, :note, :historyFacts::jsonb from acted
    returning id
  ), told as (
    select * from unnest(:kinds::text[], :recipients::integer[]) as told (kind, recipient_id)
  ), announced as (
    insert into outbox (key, kind, channel, recipient_id, activity_id, deadline_on, facts, created_at, next_try_at, expires_at)
    select ${keyBy('way.channel', `concat_ws(':', told.kind, entry.id, told.recipient_id)`)}, told.kind, way.channel, told.recipient_id,
      acted.id, acted.deadline_on, jsonb_build_object('historyId', entry.id), :at, :at, :expiresAt::timestamptz
    from acted cross join entry cross join told ${notificationChannels('told')}
  )`;
export const valuesOf = ({ tells, facts, ...entry }: NewHistoryEntry) => ({
  ...entry,
  historyFacts: JSON.stringify(facts),
  kinds: tells.map(({ kind }) => kind),
  recipients: tells.map(({ recipientId }) => recipientId),
  expiresAt: newsUntil(entry.at),
});

const ADD = `with acted as (select id, deadline_on from activities where id = :id), ${RECORDING} select id from acted`;

const entryColumns = ['id', 'activityId', 'act', 'actorId', 'channel', 'at', 'fromStatus', 'toStatus', 'note'].map(
  (column) => `activityHistory.${column}`,
);

/** Append-only; a trigger refuses everything else. */
export const historyOn = (db: Knex) => ({
  /** An act that changed nothing of the activity itself, or changed it already. */
  async add(id: number, recorded: NewHistoryEntry): Promise<void> {
    await db.raw(ADD, { id, ...valuesOf(recorded) }).options(prepared(db, 'recordAct'));
  },

  /** Oldest first, with who did it. */
  async of(activityId: number): Promise<(HistoryEntry & { id: number; actorName: string | null })[]> {
    return db('activityHistory')
      .leftJoin('users', 'users.id', 'activityHistory.actorId')
      .where({ activityId })
      .orderBy('activityHistory.id')
      .select([...entryColumns, db.raw(`users.first_name || ' ' || users.last_name as actor_name`)]);
  },
});
