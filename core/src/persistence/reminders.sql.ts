import { undeliveredStatuses } from '../domain/activity/deadline.ts';
import { deadlineKinds, escalationKinds } from '../domain/notifications/notification.ts';
import { notificationRules } from '../domain/notifications/notification-rules.ts';
import { OPEN_CHANNELS } from './notifications.sql.ts';
import { literals } from './statement.ts';
import { MANAGERS } from './users.sql.ts';

const KINDS = literals(deadlineKinds);
const ofOwner = literals(deadlineKinds.filter((kind) => notificationRules[kind].recipients.includes('owner')));

/** The open channels of every active person for each of these kinds. */
const channelsOf = (kinds: string) => `
    select notice.*, channel
    from (
      select users.id as recipient_id, kinds.kind
      from users cross join (select unnest(array[${kinds.slice(1, -1)}]) as kind) as kinds
      where is_active
    ) as notice
    ${OPEN_CHANNELS}
  `;

const KIND = `case when deadline_on < :today then 'overdue' when deadline_on <= :tomorrow then 'dueTomorrow' else 'dueSoon' end`;

/**
 * All reminders of a day in one statement, because it must look at every open activity. They go to active people by the channels they
 * chose, on working days. Existing notifications are removed before the rows are built, so that old overdue work costs little. The `order
 * by` makes PostgreSQL finish reading before it writes; otherwise it would scan its own new rows again and again.
 */
export const REMIND = `
  with person as materialized (${channelsOf(KINDS)}), due as (
    select id, owner_id, assignee_id, deadline_on,
      ${KIND} as kind
    from activities
    where status in ${literals(undeliveredStatuses)} and deadline_on < :farFrom
      and not exists (select from holidays where day = :today)
  ), own as (
    select id, deadline_on, kind, assignee_id as recipient_id from due
    union all
    select id, deadline_on, kind, owner_id from due where kind in ${ofOwner} and owner_id <> assignee_id
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
      where earlier.kind in ${KINDS} and earlier.activity_id = addressed.id and earlier.deadline_on = addressed.deadline_on
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
 * What people put off comes once more, by chat, unless the day has just written a reminder of it. A person who has left the chat since
 * gets it by the channels that they chose (`REDIRECT` and `FALL_BACK_LATE` in `outbox.sql.ts`).
 */
export const REMIND_SNOOZED = `
  with woken as (
    delete from snoozed_reminders where remind_on <= :today and not exists (select from holidays where day = :today)
    returning user_id, activity_id
  ), due as (
    select activities.id, deadline_on, woken.user_id as recipient_id, ${KIND} as kind
    from woken join activities on activities.id = activity_id join users on users.id = woken.user_id and users.is_active
    where status in ${literals(undeliveredStatuses)} and deadline_on < :farFrom
  )
  insert into outbox (key, kind, channel, recipient_id, activity_id, deadline_on, created_at, next_try_at, expires_at)
  select concat_ws(':', kind, id, deadline_on, recipient_id, 'snoozed', :today::date, 'chat'), kind, 'chat', recipient_id, id, deadline_on,
    :now, :now, :expiresAt
  from due
  where not exists (
    select from outbox earlier
    where earlier.recipient_id = due.recipient_id and earlier.activity_id = due.id
      and earlier.kind in ${KINDS} and earlier.created_at >= :now
  )
  order by recipient_id, deadline_on, id
  on conflict (key) do nothing`;

const ESCALATIONS = literals(escalationKinds);

/**
 * Work that stands still for working days, in one statement. Overdue: the responsible's boss after two, the boss's boss after five. Without
 * verdict: the owner after two, the owner's boss after five. `since` is the day from which the days are counted; it is part of the
 * key. An extension, a rejection or a new delivery thus begins a new stretch, and each person is notified of a stretch once.
 */
export const ESCALATE = `
  with recursive ${MANAGERS}, person as materialized (${channelsOf(ESCALATIONS)}), late as (
    select id, assignee_id, deadline_on, greatest(deadline_on, (rejected_at at time zone :zone)::date) as since, null::bigint as closed_ms
    from activities
    where status in ${literals(undeliveredStatuses)} and deadline_on <= :first
  ), undecided as (
    select id, owner_id, deadline_on, (closed_at at time zone :zone)::date as since, floor(extract(epoch from closed_at) * 1000)::bigint as closed_ms
    from activities where status = 'completed' and owner_id <> assignee_id
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

export const LOCK_RUNS = 'lock table sweeps in share row exclusive mode';

/** The builder has no word for the day of an instant in a zone. */
export const FORGET_IDLE = `
  delete from sweeps
  where announced_count = 0 and (due_at at time zone :zone)::date = :day
    and exists (select from sweeps as earlier where earlier.due_at < sweeps.due_at)`;
