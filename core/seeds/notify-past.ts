import type { Knex } from 'knex';

/** Everything before is read, so that a visitor sees both kinds. */
const UNREAD_DAYS = 3;
const LISTED_DAYS = 30;

/**
 * The list behind the bell, from what happened in the last month: no mail or chat is sent of it. The builder does not do, because it
 * joins each act with the people it concerns.
 */
const NOTIFY_PAST = `
  insert into notifications (key, kind, recipient_id, activity_id, history_id, created_at, read_at)
  select 'demo:' || entry.id || ':' || concerned.recipient_id, concerned.kind, concerned.recipient_id, entry.activity_id, entry.id, entry.at,
    case when entry.at < :now::timestamptz - interval '${UNREAD_DAYS} days' then entry.at + interval '1 hour' end
  from activity_history entry join activities on activities.id = entry.activity_id
  cross join lateral (values
    ('register', 'assigned', assignee_id), ('complete', 'verificationRequested', owner_id), ('approve', 'verified', assignee_id),
    ('reject', 'rejected', assignee_id), ('cancel', 'canceled', assignee_id), ('extend', 'extended', assignee_id),
    ('remind', 'reminded', assignee_id), ('amend', 'amended', assignee_id),
    ('comment', 'commented', assignee_id), ('comment', 'commented', owner_id)
  ) concerned (act, kind, recipient_id)
  where concerned.act = entry.act and concerned.recipient_id is distinct from entry.actor_id and owner_id <> assignee_id
    and entry.at >= :now::timestamptz - interval '${LISTED_DAYS} days'
  order by entry.at, entry.id`;

export const notifyPast = async (db: Knex, now: Date): Promise<void> => {
  await db.raw(NOTIFY_PAST, { now });
};
