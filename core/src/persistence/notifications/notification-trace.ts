import type { Knex } from 'knex';
import type { DeliveryFailure } from '../../domain/notifications/delivery.ts';
import type { NotificationKind } from '../../domain/notifications/notification.ts';
import { firstRow } from '../database/statement.ts';

/** A row of the outbox. Instants are texts, because they come as JSON. */
export interface TracedDelivery {
  kind: NotificationKind;
  channel: 'email' | 'chat' | 'push';
  createdAt: string;
  nextTryAt: string | null;
  claimedUntil: string | null;
  sentAt: string | null;
  failedAt: string | null;
  failure: DeliveryFailure | null;
  lastError: string | null;
  awaitsServer: boolean;
  /** Set on a row that was moved to email from chat or push. */
  isMoved: boolean;
}

export interface NotificationTrace {
  deliveries: TracedDelivery[];
  listed: { kind: NotificationKind; createdAt: string; readAt: string | null }[];
  /** `formerAssignee` is the name of the person who had the work before a reassignment. */
  acts: { act: string; actorId: number | null; at: string; formerAssignee: string | null }[];
  hasChat: boolean;
  hasConversation: boolean;
  hasBrowser: boolean;
  remindersAt: string | null;
}

const TRACE = `
  select
    (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'channel', channel, 'createdAt', created_at, 'nextTryAt', next_try_at,
        'claimedUntil', claimed_until, 'sentAt', sent_at, 'failedAt', failed_at, 'failure', failure, 'lastError', last_error,
        'awaitsServer', awaits_server, 'isMoved', instead_of_chat) order by id), '[]')
      from outbox where recipient_id = :personId and activity_id = :activityId) as deliveries,
    (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'createdAt', created_at, 'readAt', read_at) order by id), '[]')
      from notifications where recipient_id = :personId and activity_id = :activityId) as listed,
    (select coalesce(jsonb_agg(jsonb_build_object('act', act, 'actorId', actor_id, 'at', at, 'formerAssignee', facts -> 'reassigned' ->> 'from')
        order by id), '[]') from activity_history where activity_id = :activityId) as acts,
    exists (select from chat_links where user_id = :personId) as "hasChat",
    exists (select from chat_links where user_id = :personId and conversation is not null) as "hasConversation",
    exists (select from push_subscriptions where user_id = :personId) as "hasBrowser",
    (select to_jsonb(max(swept_at)) #>> '{}' from sweeps) as "remindersAt"`;

/** Reads what the outbox, the list and the history know of one person and one activity. */
export const notificationTracesOn = (db: Knex) => ({
  find: (activityId: number, personId: number) => firstRow<NotificationTrace>(db, TRACE, { activityId, personId }),
});
