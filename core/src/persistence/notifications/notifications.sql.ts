import { answererKinds, deadlineKinds, escalationKinds, summaryKinds, UNREAD_MAX } from '../../domain/notifications/notification.ts';
import { notificationRules } from '../../domain/notifications/notification-rules.ts';
import { literals } from '../database/statement.ts';
import { MANAGERS } from '../people/people.sql.ts';

/**
 * Joins to `notice`, which has the columns `recipient_id` and `kind`, a row for each `way.channel` by which the person wants this kind
 * (docs/product.md, 7). Without a choice that is email, and none for a summary. A person who chose chat and has no chat link gets email, and
 * so does one who chose push and has no browser for it. A person who switched all off gets no row. The statements that write notifications
 * share this text, so that the rule stands once.
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

/** Removes the channel from the key of a row of the outbox, which gives the key in `notifications`. */
export const keyWithoutChannel = (row: string) =>
  `case when ${row}.channel = 'email' then ${row}.key else left(${row}.key, -length(':' || ${row}.channel)) end`;

/*
 * The statements of the notifications that the web lists. They are whole texts, because each of them joins history, comments and activities,
 * or locks rows in one order.
 */

/**
 * Selects the rows of one person that the list shows. A request is hidden from readers who may no longer answer requests
 * (`requestPolicy`). A comment is hidden once its author withdrew it, and from readers who are no viewers of the activity any more (`isViewer` in `domain/activities/policy.ts`). `offset 0` keeps PostgreSQL from reading the comments of the whole company at once.
 */
const READABLE = `
  from notifications listed left join activities on activities.id = listed.activity_id
  where listed.recipient_id = :recipientId and listed.created_at >= :since and (:seesAll or listed.kind not in ${literals(answererKinds)})
    and (listed.kind <> 'commented' or (:seesAll or array[owner_id, assignee_id] && :actsFor::integer[]) and exists (
      select from activity_history entry join comments on comments.id = (entry.facts -> 'comment' ->> 'id')::integer
      where entry.id = listed.history_id and comments.canceled_at is null offset 0
    ))`;

/** Selects the rows that one act of a person wrote together with `listed`, because it changed many activities at once. They are one notification. */
const SAME_ACT = `
  from notifications other
    join activity_history cause on cause.id = other.history_id join activity_history listed_cause on listed_cause.id = listed.history_id
  where other.recipient_id = listed.recipient_id and other.created_at = listed.created_at and other.history_id is not null
    and other.kind = listed.kind and other.kind <> 'commented' and cause.actor_id = listed_cause.actor_id`;

/** A notification is its newest row, and `others` are the activities of its further rows. */
export const LIST = `
  select listed.id, listed.kind, listed.activity_id as "activityId", listed.deadline_on as "deadlineOn", listed.history_id as "historyId",
    listed.admin_id as "adminId", listed.request_id as "requestId", listed.created_at as "createdAt",
    case when exists (select ${SAME_ACT} and other.read_at is null) then null else listed.read_at end as "readAt",
    array(select other.activity_id ${SAME_ACT} and other.id < listed.id order by other.id desc) as "otherIds"
  ${READABLE} and (:before::bigint is null or listed.id < :before) and not exists (select ${SAME_ACT} and other.id > listed.id)
  order by listed.id desc limit :limit`;

/** Counts to one more than `UNREAD_MAX`, because a person may have tens of thousands. */
export const COUNT_UNREAD = `
  select count(*)::integer as unread from (
    select ${READABLE} and listed.read_at is null and not exists (select ${SAME_ACT} and other.read_at is null and other.id > listed.id)
    limit ${UNREAD_MAX + 1}
  ) as counted`;

/** Locks in the order of the ids, because two calls of one person that lock in different orders would deadlock. */
export const MARK_READ = `
  with unread as materialized (
    select id from notifications
    where recipient_id = :recipientId and read_at is null
      and (:ids::bigint[] is null or id = any(:ids::bigint[]) or id in (
        select other.id from notifications listed cross join lateral (select other.id ${SAME_ACT}) as other
        where listed.id = any(:ids::bigint[]) and listed.recipient_id = :recipientId
      ))
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
    where activities.id = notifications.activity_id and is_open and closed_at is null
      and activities.deadline_on = notifications.deadline_on
  )) and not (kind in ${literals(escalationKinds)} and exists (
    select from activities where activities.id = notifications.activity_id and is_open
  ))`;

const DEADLINE_KINDS = literals(deadlineKinds);
const OWNERS_KINDS = literals(deadlineKinds.filter((kind) => notificationRules[kind].recipients.includes('owner')));

const channelsQuery = (kinds: string) => `
    select notice.*, channel
    from (
      select users.id as recipient_id, kinds.kind
      from users cross join (select unnest(array[${kinds.slice(1, -1)}]) as kind) as kinds
      where is_active
    ) as notice
    ${OPEN_CHANNELS}
  `;

/** Joins to the responsible people who work at other times the last day that counts as tomorrow for them. */
const OWN_DAY = `left join (
      select users.id as person_id, own.tomorrow
      from users join jsonb_to_recordset(:ownDays::jsonb) as own ("workTime" text, tomorrow date) on own."workTime" = users.work_time
    ) as own_day on own_day.person_id = activities.assignee_id`;
const DEADLINE_KIND = `case when deadline_on < :today then 'overdue' when deadline_on <= coalesce(own_day.tomorrow, :tomorrow) then 'dueTomorrow' else 'dueSoon' end`;

/**
 * Writes all reminders of a day in one statement, because it must look at every open activity. They go to active people, by
 * the channels that they chose. `missing` leaves out what exists before the rows are built, so that old overdue work costs little. The
 * `order by` makes PostgreSQL finish reading before it writes; otherwise it would scan its own new rows again and again.
 */
export const REMIND = `
  with person as materialized (${channelsQuery(DEADLINE_KINDS)}), due as (
    select id, owner_id, assignee_id, deadline_on,
      ${DEADLINE_KIND} as kind
    from activities ${OWN_DAY}
    where is_open and closed_at is null and deadline_on < :farFrom
  ), own as (
    select id, deadline_on, kind, assignee_id as recipient_id from due
    union all
    select id, deadline_on, kind, owner_id from due where kind in ${OWNERS_KINDS} and owner_id <> assignee_id
  ), addressed as (
    select *, concat_ws(':', kind, id, deadline_on, recipient_id) as key
    from (
      select * from own
      union
      select own.id, deadline_on, own.kind, substitute_id
      from own join absences on absences.user_id = recipient_id and :today between from_on and to_on
    ) as reminder
  ), missing as materialized (
    select addressed.*
    from addressed join users on users.id = recipient_id and users.is_active
    where not exists (
      select from outbox earlier
      where earlier.kind in ${DEADLINE_KINDS} and earlier.activity_id = addressed.id and earlier.deadline_on = addressed.deadline_on
        and earlier.kind = addressed.kind and earlier.recipient_id = addressed.recipient_id
    ) and not exists (select from notifications listed where listed.key = addressed.key and listed.read_at is not null)
  ), listed as (
    insert into notifications (key, kind, recipient_id, activity_id, deadline_on, created_at)
    select key, kind, recipient_id, id, deadline_on, :now from missing
    order by recipient_id, deadline_on, id
    on conflict (key) do nothing
  )
  insert into outbox (key, kind, channel, recipient_id, activity_id, deadline_on, created_at, next_try_at, expires_at)
  select concat_ws(':', key, nullif(channel, 'email')), kind, channel, recipient_id, id, deadline_on, :now, :now, :expiresAt
  from missing join person using (recipient_id, kind)
  order by recipient_id, deadline_on, id
  on conflict (key) do nothing`;

/**
 * Writes what people put off once more, by chat, unless `REMIND` has just written a reminder of it. A person who has left the chat since
 * gets it by the channels that they chose (`REDIRECT` and `FALL_BACK_LATE` in `outbox.sql.ts`).
 */
export const REMIND_SNOOZED = `
  with woken as (
    delete from snoozed_reminders where remind_on <= :today
    returning user_id, activity_id
  ), due as (
    select activities.id, deadline_on, woken.user_id as recipient_id, ${DEADLINE_KIND} as kind
    from woken join activities on activities.id = activity_id join users on users.id = woken.user_id and users.is_active ${OWN_DAY}
    where is_open and closed_at is null and deadline_on < :farFrom
  )
  insert into outbox (key, kind, channel, recipient_id, activity_id, deadline_on, created_at, next_try_at, expires_at)
  select concat_ws(':', kind, id, deadline_on, recipient_id, 'snoozed', :today::date, 'chat'), kind, 'chat', recipient_id, id, deadline_on,
    :now, :now, :expiresAt
  from due
  where not exists (
    select from outbox earlier
    where earlier.recipient_id = due.recipient_id and earlier.activity_id = due.id
      and earlier.kind in ${DEADLINE_KINDS} and earlier.created_at >= :now
  )
  order by recipient_id, deadline_on, id
  on conflict (key) do nothing`;

const ESCALATIONS = literals(escalationKinds);

/**
 * Writes what stands still for working days. Overdue work is escalated to the responsible's boss after two days and to the boss's boss after
 * five. Work without a verdict goes to the owner after two and to the owner's boss after five. The days are counted from `since`, which is
 * part of the key, so an extension, a rejection or a new delivery begins a new count, and each person is notified once for each.
 */
export const ESCALATE = `
  with recursive ${MANAGERS}, person as materialized (${channelsQuery(ESCALATIONS)}), late as (
    select id, assignee_id, deadline_on, greatest(deadline_on, (rejected_at at time zone :zone)::date) as since, null::bigint as closed_ms
    from activities
    where is_open and closed_at is null and deadline_on <= :first
  ), undecided as (
    select id, owner_id, deadline_on, (closed_at at time zone :zone)::date as since, floor(extract(epoch from closed_at) * 1000)::bigint as closed_ms
    from activities where is_open and closed_at is not null and owner_id <> assignee_id
  ), own as (
    select id, deadline_on, since, closed_ms, 'overdueEscalated' as kind, boss_id as recipient_id
    from late join manager on person_id = assignee_id
    where since <= case level when 1 then :first::date else :second::date end
    union all
    select id, deadline_on, since, closed_ms, 'verdictOverdue', owner_id from undecided where since <= :first
    union all
    select id, deadline_on, since, closed_ms, 'verdictOverdue', boss_id
    from undecided join manager on person_id = owner_id and level = 1 where since <= :second
  ), addressed as (
    select id, deadline_on, closed_ms, kind, recipient_id, concat_ws(':', kind, id, since, recipient_id) as key
    from (
      select * from own
      union
      select own.id, deadline_on, since, closed_ms, own.kind, substitute_id
      from own join absences on absences.user_id = recipient_id and :today between from_on and to_on
    ) as escalation
  ), missing as materialized (
    select addressed.*
    from addressed join users on users.id = recipient_id and users.is_active
    where not exists (select from outbox earlier where earlier.key in (addressed.key, addressed.key || ':chat', addressed.key || ':push'))
      and not exists (select from notifications listed where listed.key = addressed.key)
  ), listed as (
    insert into notifications (key, kind, recipient_id, activity_id, deadline_on, created_at)
    select key, kind, recipient_id, id, deadline_on, :now from missing
    order by recipient_id, deadline_on, id
    on conflict (key) do nothing
  )
  insert into outbox (key, kind, channel, recipient_id, activity_id, deadline_on, facts, created_at, next_try_at, expires_at)
  select concat_ws(':', key, nullif(channel, 'email')), kind, channel, recipient_id, id, deadline_on,
    jsonb_strip_nulls(jsonb_build_object('closedAt', closed_ms)), :now, :now, :expiresAt
  from missing join person using (recipient_id, kind)
  order by recipient_id, deadline_on, id
  on conflict (key) do nothing`;

export const LOCK_REMINDER_RUNS = 'lock table sweeps in share row exclusive mode';

/** This is a whole statement, because the builder has no word for the day of an instant in a zone. */
export const FORGET_IDLE_RUNS = `
  delete from sweeps
  where announced_count = 0 and (due_at at time zone :zone)::date = :day
    and exists (select from sweeps as earlier where earlier.due_at < sweeps.due_at)`;
