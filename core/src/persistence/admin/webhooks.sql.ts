/* Statements about webhooks and their deliveries. They are whole texts, because the builder would need several round trips. */

/** A delivery is due when its time has come and no lease holds it. */
const DUE = `next_try_at <= :now::timestamptz and (claimed_until is null or claimed_until <= :now::timestamptz)`;

/** Lists the receivers with a due delivery; `DUE_WORK` of the outbox contains it. */
export const WEBHOOKS_WITH_WORK = `
  select id from webhooks where is_active and exists (select from webhook_deliveries where webhook_id = webhooks.id and ${DUE}) order by id`;

/** Claims the oldest due delivery of a receiver. Another process takes the next one, because the row is locked until the claim commits. */
export const CLAIM = `
  with due as (
    select webhook_deliveries.id from webhook_deliveries join webhooks on webhooks.id = webhook_id and is_active
    where webhook_id = :webhookId and ${DUE}
    order by next_try_at, webhook_deliveries.id limit 1 for no key update of webhook_deliveries skip locked
  )
  update webhook_deliveries set claimed_until = :claimedUntil::timestamptz, tried_at = :now::timestamptz, tries = tries + 1
  from due join webhooks on webhooks.id = :webhookId
  where webhook_deliveries.id = due.id
  returning webhook_deliveries.id, webhook_id as "webhookId", message_id as "messageId", history_id as "historyId",
    activity_id as "activityId", request_id as "requestId", act, happened_at as "happenedAt", body, tries, claimed_until as "claimedUntil", url,
    has_comments as "hasComments", sealed_secret as "sealedSecret",
    case when previous_until > :now::timestamptz then sealed_previous_secret end as "sealedPreviousSecret"`;

/** Only the holder of a claim writes, because after its lease another process may have claimed the delivery. */
const IN_LEASE = 'id = :id and tries = :tries and claimed_until = :claimedUntil::timestamptz';

/** Stores the body, so that every try sends the same. It writes no row where the lease is over, because another process composes it then. */
export const KEEP_BODY = `update webhook_deliveries set body = :body where ${IN_LEASE} and body is null`;

/** The body of an ended delivery is removed, because it is composed anew when the delivery is sent again. */
export const MARK_DELIVERED = `
  with marked as (
    update webhook_deliveries set delivered_at = :now::timestamptz, next_try_at = null, claimed_until = null, body = null,
      last_status = :status, failure = null, answer = null
    where ${IN_LEASE} returning webhook_id
  )
  update webhooks set delivered_at = :now::timestamptz, failing_since = null from marked where webhooks.id = marked.webhook_id`;

/** Plans the next try, or gives the delivery up where `nextTryAt` is null. Answers the receiver; no row where the lease is over. */
export const MARK_FAILED = `
  with marked as (
    update webhook_deliveries set next_try_at = :nextTryAt::timestamptz, claimed_until = null, last_status = :status::integer,
      failure = :failure, answer = :answer, failed_at = case when :nextTryAt::timestamptz is null then :now::timestamptz end,
      body = case when :nextTryAt::timestamptz is not null then body end
    where ${IN_LEASE} returning webhook_id
  )
  update webhooks set failing_since = coalesce(failing_since, :now::timestamptz) from marked where webhooks.id = marked.webhook_id
  returning webhooks.id, name, url, failing_since as "failingSince", is_active as "isActive"`;

export const PUT_BACK = `
  update webhook_deliveries set next_try_at = :nextTryAt::timestamptz, claimed_until = null, tries = tries - 1, failure = :failure
  where ${IN_LEASE}`;

/** Lists receivers with their health. Each count reads one partial index. */
export const LIST = `
  select id, name, url, acts, has_comments as "hasComments", is_active as "isActive", disabled_at as "disabledAt",
    disabling_reason as "disablingReason", failing_since as "failingSince", delivered_at as "deliveredAt", created_at as "createdAt",
    case when previous_until > :now::timestamptz then previous_until end as "previousUntil",
    (select count(*)::integer from webhook_deliveries where webhook_id = webhooks.id and next_try_at is not null) as waiting,
    (select count(*)::integer from webhook_deliveries where webhook_id = webhooks.id and failed_at is not null) as failed
  from webhooks order by name, id`;

const SELECTED = `
  (:webhookId::integer is null or webhook_id = :webhookId)
  and case :state::text when 'waiting' then next_try_at is not null when 'delivered' then webhook_deliveries.delivered_at is not null
    when 'failed' then failed_at is not null else true end`;

export const COUNT_DELIVERIES = `
  select count(*)::integer as total from webhook_deliveries join webhooks on webhooks.id = webhook_id where ${SELECTED}`;

export const LIST_DELIVERIES = `
  select webhook_deliveries.id, webhook_id as "webhookId", name as "webhookName", message_id as "messageId", activity_id as "activityId",
    act, happened_at as "happenedAt", tries, tried_at as "triedAt", last_status as "lastStatus", failure, answer,
    case when is_active then next_try_at end as "nextTryAt", is_active as "isWebhookActive", webhook_deliveries.delivered_at as "deliveredAt", failed_at as "failedAt",
    case when next_try_at is not null then 'waiting' when failed_at is not null then 'failed' else 'delivered' end as state
  from webhook_deliveries join webhooks on webhooks.id = webhook_id
  where ${SELECTED} order by webhook_deliveries.id desc limit :limit offset :offset`;

/** Makes deliveries due again under the same message id, except those that a process is sending now. */
export const SEND_AGAIN = `
  update webhook_deliveries set tries = 0, next_try_at = :now::timestamptz, resent_at = :now::timestamptz, claimed_until = null,
    delivered_at = null, failed_at = null, failure = null, last_status = null, answer = null
  where (claimed_until is null or claimed_until <= :now::timestamptz)
    and (id = any(:ids::bigint[]) or webhook_id = :failedOf::integer and failed_at is not null)
    and exists (select from webhooks where webhooks.id = webhook_id and is_active)
  returning id`;

export const FORGET_OLD = `delete from webhook_deliveries where happened_at < :before::timestamptz`;

/** Removes deliveries of removed receivers. It finds each receiver's id once in the index, because most deliveries have a receiver. */
export const FORGET_ORPHANS = `
  with recursive receivers as (
    select min(webhook_id) as id from webhook_deliveries
    union all
    select (select min(webhook_id) from webhook_deliveries where webhook_id > receivers.id) from receivers where receivers.id is not null
  )
  delete from webhook_deliveries using receivers
  where webhook_id = receivers.id and not exists (select from webhooks where webhooks.id = receivers.id)`;

/**
 * Counts deliveries that wait for an active receiver and those that were given up, and finds since when the oldest is due or was tried in
 * vain. `greatest` ignores nulls.
 */
export const FIGURES = `
  select count(*) filter (where next_try_at is not null and is_active)::integer as waiting,
    min(greatest(happened_at, resent_at, activated_at)) filter (where next_try_at is not null and is_active and (tries > 0 or next_try_at <= now())) as "lateSince",
    count(*) filter (where failed_at is not null)::integer as failed,
    (select count(*)::integer from webhooks where disabled_at is not null) as disabled
  from webhook_deliveries join webhooks on webhooks.id = webhook_id
  where next_try_at is not null or failed_at is not null`;
