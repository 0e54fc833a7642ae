import {
  deadlineKinds,
  heldKinds,
  newsKinds,
  notificationKinds,
  requestKinds,
  tokenKinds,
} from '../../domain/notifications/notification.ts';
import { WEBHOOKS_WITH_WORK } from '../admin/webhooks.sql.ts';
import { literals } from '../database/statement.ts';
import { keyWithoutChannel, OPEN_CHANNELS } from './notifications.sql.ts';

/*
 * The statements of the outbox. They are whole texts, because each of them finds, locks and writes rows at once, while other processes do
 * the same. `docs/notifications.md` shows which arrow of the state diagram each of them is.
 */

/** Adds a notification by each channel that its recipient wants. By chat the key ends in `:chat`, by push in `:push`. */
export const ADD = `
  with notice as (select :recipientId::integer as recipient_id, :kind::text as kind)
  insert into outbox (key, kind, channel, recipient_id, activity_id, deadline_on, facts, created_at, next_try_at, expires_at)
  select concat_ws(':', :key::text, nullif(way.channel, 'email')), notice.kind, way.channel, notice.recipient_id, :activityId::integer,
    (select deadline_on from activities where id = :activityId), :facts::jsonb, :now, :now, :expiresAt
  from notice ${OPEN_CHANNELS}
  on conflict (key) do nothing`;

/** Adds the mail of a week to each person once; its key names week and person. It runs every minute of a Monday, mostly for nothing. */
export const ADD_WEEKLY = `
  with notice as (select recipient_id, 'weekly' as kind from unnest(:recipients::integer[]) as recipient_id)
  insert into outbox (key, kind, channel, recipient_id, facts, created_at, next_try_at, expires_at)
  select concat_ws(':', notice.kind, :from::date, notice.recipient_id), notice.kind, way.channel, notice.recipient_id,
    jsonb_build_object('weekFrom', :from::date, 'weekTo', :to::date), :now, :now, :expiresAt
  from notice ${OPEN_CHANNELS}
  where way.channel = 'email' and not exists (select from outbox where key = concat_ws(':', notice.kind, :from::date, notice.recipient_id))
  order by notice.recipient_id
  on conflict (key) do nothing`;

/** Adds a notification about the recipient's own account, which goes by email also against their choice. */
export const ADD_OF_ACCOUNT = `
  insert into outbox (key, kind, channel, recipient_id, activity_id, deadline_on, facts, created_at, next_try_at, expires_at)
  values (:key, :kind, 'email', :recipientId, :activityId::integer, (select deadline_on from activities where id = :activityId),
    :facts::jsonb, :now, :now, :expiresAt)
  on conflict (key) do nothing`;

/** Lists administrative acts for whom they concern, and adds one mail of them for each `isMailed`, whatever they chose or read. */
export const ADD_OF_ADMIN_ACTS = `
  with hearer as materialized (
    select * from jsonb_to_recordset(:hearers::jsonb) as hearer ("recipientId" integer, acts bigint[], "isMailed" boolean, "to" text)
  ), listed as (
    insert into notifications (key, kind, recipient_id, admin_id, created_at)
    select concat_ws(':', 'adminAct', act, "recipientId"), 'accountChanged', "recipientId", act, :now from hearer cross join unnest(acts) as act
    on conflict (key) do nothing
  )
  insert into outbox (key, kind, channel, recipient_id, facts, created_at, next_try_at, expires_at)
  select concat_ws(':', 'accountChanged', acts[1], "recipientId"), 'accountChanged', 'email', "recipientId",
    jsonb_strip_nulls(jsonb_build_object('acts', acts, 'to', "to")), :now, :now, :expiresAt
  from hearer where "isMailed"
  on conflict (key) do nothing`;

/** Copies rows to the channels that are chosen now. A channel that already had the notification has its key. */
export const REDIRECT = `
  insert into outbox (key, kind, channel, recipient_id, activity_id, deadline_on, facts, created_at, next_try_at, expires_at)
  select
    concat_ws(':', ${keyWithoutChannel('notice')}, nullif(way.channel, 'email')),
    notice.kind, way.channel, notice.recipient_id, notice.activity_id, notice.deadline_on, notice.facts, notice.created_at, :now, notice.expires_at
  from outbox notice ${OPEN_CHANNELS}
  where notice.id = any(:ids)
  on conflict (key) do nothing`;

/**
 * Moves rows from chat or push to email; `instead_of_chat` marks both. Where the person gets email too, that row exists, and this one is only
 * removed.
 */
const fallBack = (isLate: string, lock = 'for update skip locked') => `
  with late as (
    select id from outbox
    where channel in ('chat', 'push') and expires_at > :now and ${isLate}
    ${lock}
  ), moved as (
    delete from outbox using late where outbox.id = late.id returning outbox.*
  )
  insert into outbox (key, kind, channel, recipient_id, activity_id, deadline_on, facts, created_at, next_try_at, expires_at, instead_of_chat)
  select ${keyWithoutChannel('moved')}, kind, 'email', recipient_id, activity_id, deadline_on,
    facts, created_at, :now, expires_at, true
  from moved
  on conflict (key) do nothing`;
export const FALL_BACK_LATE = fallBack(
  'sent_at is null and failed_at is null and next_try_at <= :now and (claimed_until is null or claimed_until <= :now) and coalesce(first_due_at, next_try_at) <= :since',
);
export const FALL_BACK_CLAIMED = fallBack(
  'sent_at is null and failed_at is null and letter = :letter and tries = :tries and claimed_until = :claimedUntil',
);
/** It waits for the lock, because nobody returns the digest again. */
export const FALL_BACK_RETURNED = fallBack('failed_at is null and letter = :letter', 'for update');

const IS_FREE = `outbox.sent_at is null and outbox.failed_at is null and (outbox.claimed_until is null or outbox.claimed_until <= :now)`;
const IS_DUE = `${IS_FREE} and outbox.channel = :channel and outbox.next_try_at <= :now`;
/** Each rule of the quiet hours is a row. */
const QUIET = `jsonb_to_recordset(:quiet::jsonb) as quiet ("workTime" text, "recipientId" integer, "opensAt" timestamptz)`;
const WAITS = `outbox.kind in ${literals(heldKinds)} and case
  when quiet."recipientId" is not null then quiet."recipientId" = outbox.recipient_id
  else quiet."workTime" is null or quiet."workTime" = (select work_time from users where users.id = outbox.recipient_id) end`;
/**
 * The row is due and allowed now. Kinds of a newer build are left to it, because this build would find nothing in them and drop them. By chat
 * a person is reachable at the newest account that has a conversation, if its service is one of the caller's.
 */
const IS_OPEN = `${IS_DUE} and outbox.expires_at > :now and outbox.kind in ${literals(notificationKinds)}
  and not exists (select from ${QUIET} where ${WAITS})
  and (:services::text[] is null or coalesce(outbox.first_due_at, outbox.next_try_at) > :dueSince::timestamptz and (
    select link.service from chat_links link
    where link.user_id = outbox.recipient_id and link.conversation is not null order by link.id desc limit 1
  ) = any(:services::text[]))`;

const WAITING = 'select from outbox where sent_at is null and failed_at is null';

/** Tells the delivery lanes whether they have work. Rows that wait for the end of quiet hours count until they are put off. */
export const DUE_WORK = `
  select exists (${WAITING}) as "isWaiting",
    exists (${WAITING} and next_try_at <= :now and expires_at > :now) as "isDue",
    exists (${WAITING} and next_try_at <= :now and expires_at > :now and channel = 'push') as "isPushDue",
    array(${WEBHOOKS_WITH_WORK}) as "webhookIds"`;

/**
 * Finds the row that is due first and locks its person, so that parallel claims take different people. Tokens come first, because somebody
 * waits for them.
 */
export const FIND_DUE = `
  with token as materialized (
    select outbox.id, outbox.kind, outbox.recipient_id as "recipientId", outbox.letter
    from outbox join users on users.id = outbox.recipient_id
    where ${IS_OPEN} and outbox.kind in ${literals(tokenKinds)}
    order by outbox.next_try_at limit 1
    for no key update of users skip locked
  ), other as materialized (
    select outbox.id, outbox.kind, outbox.recipient_id as "recipientId", outbox.letter
    from outbox join users on users.id = outbox.recipient_id
    where ${IS_OPEN} and not exists (select from token)
    order by outbox.next_try_at limit 1
    for no key update of users skip locked
  )
  select * from token union all select * from other`;

/**
 * Stamps the rows of one digest with its id and lease. A claim that ended without a result counts as an uncertain try.
 * `isWanted` is false for rows that the person no longer wants by this channel.
 */
const claim = (isPart: string) => `
  with part as materialized (
    select outbox.* from outbox where ${isPart} order by outbox.id for update
  ), first as (
    select tries, uncertain_tries + (claimed_until is not null)::integer as uncertain_tries from part order by id limit 1
  ), stamped as (
    update outbox set letter = coalesce(outbox.letter, :fresh), tries = first.tries + 1, uncertain_tries = first.uncertain_tries,
      claimed_until = :until, next_try_at = :until, first_due_at = (select min(coalesce(first_due_at, next_try_at)) from part),
      expires_at = (select max(expires_at) from part), awaits_server = false
    from first where outbox.id in (select id from part)
    returning outbox.*
  )
  select stamped.id, stamped.key, stamped.kind, activity_id as "activityId", deadline_on as "deadlineOn", facts, letter, tries,
    claimed_until as "claimedUntil", uncertain_tries as "uncertainTries",
    recipient_id as "recipientId", users.email, users.first_name as "firstName", users.is_active as "isActive",
    exists (
      select from notifications listed
      where listed.key = ${keyWithoutChannel('stamped')}
        and listed.read_at is not null
    ) as "isRead",
    stamped.kind in ${literals(tokenKinds)} or exists (
      select from (select stamped.recipient_id, stamped.kind) as notice ${OPEN_CHANNELS}
      where way.channel = stamped.channel or stamped.instead_of_chat
    ) as "isWanted"
  from stamped join users on users.id = stamped.recipient_id
  order by stamped.id`;
/** A digest that was tried stays whole. */
export const CLAIM_AGAIN = claim(`${IS_FREE} and outbox.letter = (select outbox.letter from outbox where outbox.id = :id and ${IS_OPEN})`);
/** Claims all that is due to the person and goes into the same digest. */
export const CLAIM_NEW = claim(`${IS_OPEN} and outbox.recipient_id = :recipientId and outbox.letter is null and outbox.kind = any(:with)`);
/** A notification about an account, or a summary, goes alone. */
export const CLAIM_ALONE = claim(
  `${IS_OPEN} and outbox.recipient_id = :recipientId and outbox.letter is null and outbox.kind = any(:with) and outbox.id = :id`,
);

/** Makes due what waits longer than any rule allows, which a wrong clock causes. */
export const RELEASE_OVERDUE = `
  update outbox set next_try_at = :now, claimed_until = case when claimed_until > :now then :now else claimed_until end
  where sent_at is null and failed_at is null and channel = :channel
    and next_try_at > greatest(:latest::timestamptz, (select max(quiet."opensAt") from ${QUIET}))`;

/** Makes due before it expires what would be tried only afterwards. */
export const RELEASE_EXPIRING = `
  update outbox set next_try_at = expires_at - interval '1 hour'
  where sent_at is null and failed_at is null and next_try_at > expires_at and channel = :channel
    and expires_at - interval '1 hour' > :now and (claimed_until is null or claimed_until <= :now)`;

/**
 * Puts off what waits to the opening, ten thousand rows at a time, so that later claims do not look at them. Each then has a day left to be
 * delivered in, however long its person rested.
 */
export const PUT_OFF = `
  update outbox set first_due_at = null, next_try_at = waiting.opens_at, expires_at = greatest(expires_at, waiting.opens_at + interval '1 day')
  from (
    select outbox.id, (select max(quiet."opensAt") from ${QUIET} where ${WAITS}) as opens_at
    from (
      select outbox.* from outbox where ${IS_DUE} and exists (select from ${QUIET} where ${WAITS})
      order by outbox.next_try_at limit 10000 for update skip locked
    ) as outbox
  ) as waiting
  where outbox.id = waiting.id`;

const AWAITS_SERVER = 'awaits_server and sent_at is null and failed_at is null';
/** If no digest that awaits the mail server is due soon, the earliest of them becomes due. */
export const PROBE_SERVER = `
  update outbox set next_try_at = :soon
  where letter = (select letter from outbox where ${AWAITS_SERVER} order by next_try_at limit 1)
    and next_try_at > :soon and ${AWAITS_SERVER}`;

export const RELEASE_AWAITING = `
  update outbox set next_try_at = :now, awaits_server = false where ${AWAITS_SERVER} and next_try_at > :now`;

/** Gives up expired rows. Those that were never tried get digest ids as a claim would give them. A row with a lease may still be sent. */
export const GIVE_UP = `
  with late as (
    select id, letter, recipient_id, channel, case
      when kind in ${literals([...newsKinds, ...deadlineKinds])} then 'activities' when kind in ${literals(requestKinds)} then 'requests' else key end as class
    from outbox
    where sent_at is null and failed_at is null and expires_at <= :now and (claimed_until is null or claimed_until <= :now)
    for update skip locked
  ), digest as materialized (
    select recipient_id, channel, class, gen_random_uuid() as letter from late where letter is null group by recipient_id, channel, class
  )
  update outbox set failed_at = :now, claimed_until = null, next_try_at = null, failure = 'expired',
    last_error = coalesce(last_error, 'not delivered in time'), letter = coalesce(late.letter, digest.letter)
  from late left join digest using (recipient_id, channel, class)
  where outbox.id = late.id`;

/** Lists failed digests, one row each. The mail of an email change names its own address in `facts`. */
export const LIST_FAILED = `
  select letter as id, array_agg(distinct outbox.kind) as kinds, coalesce(min(facts ->> 'to'), users.email) as "recipientEmail",
    concat_ws(' ', users.first_name, users.last_name) as "recipientName",
    coalesce(array_agg(distinct activity_id) filter (where activity_id is not null), '{}') as "activityIds",
    min(failure) as failure, min(last_error) as detail, max(failed_at) as "failedAt", max(tries) as tries
  from outbox join users on users.id = outbox.recipient_id
  where letter is not null and failed_at is not null and failure <> 'overtaken'
  group by letter, users.id
  order by max(failed_at) desc, letter
  limit :limit`;

export const SENT_FIGURES = 'select count(*)::int as "sent", max(sent_at) as "lastSentAt" from outbox where sent_at > :since';

/** Finds and locks digests whose token expired; `facts` names the token. */
export const LOCK_DEAD_TOKENS = `
  select letter, kind, recipient_id as "recipientId" from outbox
  where letter = any(:letters::uuid[]) and failed_at is not null and failure <> 'overtaken' and kind = any(:kinds::text[])
    and not exists (select from password_resets where id::text = outbox.facts ->> 'resetId' and expires_at > :now)
  order by id for update`;
