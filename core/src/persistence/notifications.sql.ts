import { openStatuses } from '../domain/activity/activity.ts';
import { undeliveredStatuses } from '../domain/activity/deadline.ts';
import { deadlineKinds, escalationKinds, summaryKinds, UNREAD_MAX } from '../domain/notifications/notification.ts';
import { literals } from './statement.ts';

/**
 * Joins the open channels to `notice`, which has the columns `recipient_id` and `kind` (docs/product.md, 7). The six statements that
 * write notifications share this text, because the rule would otherwise stand in each of them.
 * One row for each `way.channel` by which the person wants this kind. Without a choice that is email, and none for a summary. A person who chose chat and has
 * no chat link gets email, and so does one who chose push and has no browser for it. A person who switched all off gets no row.
 */
export const OPEN_CHANNELS = `
  left join announcement_preferences chosen on chosen.user_id = notice.recipient_id and chosen.kind = notice.kind
  cross join lateral (
    select coalesce(chosen.by_chat, false) as wants_chat, coalesce(chosen.by_push, false) as wants_push,
      coalesce(chosen.by_chat, false) and exists (select from chat_links where chat_links.user_id = notice.recipient_id) as has_chat,
      coalesce(chosen.by_push, false) and exists (select from push_subscriptions where push_subscriptions.user_id = notice.recipient_id) as has_push
  ) reach
  join lateral (values
      ('email', coalesce(chosen.by_email, notice.kind not in ${literals(summaryKinds)}) or (wants_chat and not has_chat) or (wants_push and not has_push)),
      ('chat', has_chat), ('push', has_push))
    as way (channel, is_open) on way.is_open`;

/** The key of a row of the outbox without its channel, which is the key in `notifications`. */
export const keyWithoutChannel = (row: string) =>
  `case when ${row}.channel = 'email' then ${row}.key else left(${row}.key, -length(':' || ${row}.channel)) end`;

/*
 * The statements of the notifications that the web lists. The builder does not do, because each of them joins history, comments and
 * activities, or locks rows in one order.
 */

/**
 * The rows of one person that the list shows. A comment is hidden once its author withdrew it, and from readers who may no longer see
 * the activity (`maySee` in `domain/activity/policy.ts`). `offset 0` keeps PostgreSQL from reading the comments of the whole company at once.
 */
const READABLE = `
  from notifications listed join activities on activities.id = listed.activity_id
  where listed.recipient_id = :recipientId and listed.created_at >= :since
    and (listed.kind <> 'commented' or (:seesAll or array[owner_id, assignee_id] && :actsFor::integer[]) and exists (
      select from activity_history entry join comments on comments.id = (entry.facts -> 'comment' ->> 'id')::integer
      where entry.id = listed.history_id and comments.canceled_at is null offset 0
    ))`;

export const LIST = `
  select listed.id, listed.kind, listed.activity_id as "activityId", listed.deadline_on as "deadlineOn", listed.history_id as "historyId",
    listed.created_at as "createdAt", listed.read_at as "readAt"
  ${READABLE} and (:before::bigint is null or listed.id < :before)
  order by listed.id desc limit :limit`;

/** Counts to one more than `UNREAD_MAX`, because a person may have tens of thousands. */
export const COUNT_UNREAD = `
  select count(*)::integer as unread from (select ${READABLE} and listed.read_at is null limit ${UNREAD_MAX + 1}) as counted`;

/** Locks in the order of the ids; two calls of one person that lock in different orders would deadlock. */
export const MARK_READ = `
  with unread as materialized (
    select id from notifications
    where recipient_id = :recipientId and read_at is null
      and (:ids::bigint[] is null or id = any(:ids::bigint[]))
      and (:activityId::integer is null or activity_id = :activityId)
      and (:until::bigint is null or id <= :until)
    order by id for update
  )
  update notifications set read_at = :now from unread where notifications.id = unread.id`;

/**
 * Removes the notifications of a withdrawn comment from the list, and their deliveries that no process ever claimed. A claimed row stays,
 * because its digest may be on its way; the next composition leaves it out.
 */
export const WITHDRAW = `
  with cause as (
    select id from activity_history
    where activity_id = :activityId and (facts -> 'comment' ->> 'id')::integer = :commentId
  ), unsent as materialized (
    select outbox.id from outbox join cause on outbox.facts ->> 'historyId' = cause.id::text
    where outbox.activity_id = :activityId and outbox.kind = 'commented' and sent_at is null and failed_at is null
      and uncertain_tries = 0 and claimed_until is null
    for update of outbox skip locked
  ), undelivered as (
    delete from outbox using unsent where outbox.id = unsent.id
  )
  delete from notifications using cause where kind = 'commented' and history_id = cause.id`;

/**
 * Reminders of a deadline stay while the activity has that deadline, and escalations while it is open. Without their row the reminder job
 * would repeat them.
 */
export const FORGET = `
  delete from notifications
  where created_at < :instant and not (kind in ${literals(deadlineKinds)} and exists (
    select from activities
    where activities.id = notifications.activity_id and status in ${literals(undeliveredStatuses)}
      and activities.deadline_on = notifications.deadline_on
  )) and not (kind in ${literals(escalationKinds)} and exists (
    select from activities where activities.id = notifications.activity_id and status in ${literals(openStatuses)}
  ))`;
