import { snakeCase } from '../../domain/text.ts';
import { selectList } from '../database/statement.ts';
import { activityColumns, registeredColumns } from '../models.ts';
import { OPEN_CHANNELS } from '../notifications/notifications.sql.ts';
import { ACTED, ADD_WORDS, CHANGE_WORDS } from './activity-words.sql.ts';

/*
 * The statements that write an act. Each writes the activity, its history row and its notifications in one round trip, which the builder
 * cannot do.
 */

const entryColumns = ['id', 'activityId', 'act', 'actorId', 'channel', 'at', 'fromStatus', 'toStatus', 'note', 'facts'];
const commentColumns = ['id', 'activityId', 'authorId', 'body', 'writtenAt', 'capturedAt', 'canceledAt'];

/** The second part of each statement adds the history row of the activity in `acted`. */
const ENTRY = `
  entry as (
    insert into activity_history (activity_id, act, actor_id, channel, at, from_status, to_status, note, facts)
    select id, :act, :actorId::integer, :channel, :at::timestamptz, :fromStatus, :toStatus, :note, :historyFacts::jsonb from acted
    returning id
  )`;

/** One act has fewer recipients. */
const RECIPIENTS_MAX = 1_000_000;

/**
 * The third part adds a notification for each recipient and for their substitutes of today, and a delivery for each open channel. The id of
 * the history row makes the key of a notification unique for ever. Kinds that are gathered are due later, but not later than what waits
 * already of the same activity, so that a long conversation delays nobody. The condition on `place` is always true: without it PostgreSQL
 * expects ten recipients and does not keep the plan; with it, it expects one.
 */
const NOTICES = `
  addressed as (
    select * from unnest(:kinds::text[], :recipients::integer[], :gatherings::integer[]) with ordinality as notice (kind, recipient_id, gather_ms, place)
    where place between 1 and ${RECIPIENTS_MAX}
  ), notice as (
    select kind, recipient_id, gather_ms, place from addressed
    union all
    select distinct on (addressed.kind, substitute_id) addressed.kind, substitute_id, gather_ms, ${RECIPIENTS_MAX} + place
    from addressed join absences on absences.user_id = addressed.recipient_id and :today::date between from_on and to_on
      join users on users.id = substitute_id and users.is_active
    where substitute_id is distinct from :actorId::integer
      and not exists (select from addressed other where other.kind = addressed.kind and other.recipient_id = substitute_id)
  ), listed as (
    insert into notifications (key, kind, recipient_id, activity_id, deadline_on, history_id, created_at)
    select concat_ws(':', notice.kind, entry.id, notice.recipient_id), notice.kind, notice.recipient_id, acted.id, acted.deadline_on,
      entry.id, :at::timestamptz
    from acted cross join entry cross join notice order by place
  ), notified as (
    insert into outbox (key, kind, channel, recipient_id, activity_id, deadline_on, facts, created_at, next_try_at, expires_at)
    select concat_ws(':', notice.kind, entry.id, notice.recipient_id, nullif(way.channel, 'email')), notice.kind, way.channel,
      notice.recipient_id, acted.id, acted.deadline_on, jsonb_build_object('historyId', entry.id), :at,
      case when gather_ms = 0 then :at::timestamptz else least(:at::timestamptz + gather_ms * interval '1 ms', (
        select min(next_try_at) from outbox waiting
        where waiting.recipient_id = notice.recipient_id and waiting.letter is null and waiting.sent_at is null and waiting.failed_at is null
          and waiting.activity_id = acted.id and waiting.kind = notice.kind and waiting.channel = way.channel
      )) end,
      :expiresAt::timestamptz
    from acted cross join entry cross join notice ${OPEN_CHANNELS}
    order by place
  )`;

/** A statement that records an act. `quiet` serves acts that notify nobody, because planning the notifications would take them twice as long. */
export interface ActStatement {
  notifying: string;
  quiet: string;
}
const actStatements = (acted: string): ActStatement => ({
  notifying: `with ${acted}, ${ENTRY}, ${NOTICES} select id from acted`,
  quiet: `with ${acted}, ${ENTRY} select id from acted`,
});

/** Every act runs this statement, so PostgreSQL keeps its plan. */
export const LOCK_ACTIVITY = `select ${selectList('activities', activityColumns)} from activities where id = ? for update`;

/** Answers no row and records nothing where an open duplicate or an earlier successor exists. */
export const REGISTER = actStatements(`
  acted as (
    insert into activities (${registeredColumns.map(snakeCase).join(', ')}, description_key, predecessor_id, last_act_on)
    select ${registeredColumns.map((column) => `:${column}`).join(', ')}, :descriptionKey, :predecessorId, :today::date
    where :predecessorId::integer is not null or not exists (
      select from activities where assignee_id = :assigneeId and topic_id = :topicId and is_open and succession = 'registered'
        and description_key = :descriptionKey
    )
    on conflict do nothing
    ${ACTED}
  ), ${ADD_WORDS}`);

/** Adds work in the state that its file says, with the row of the file. */
export const IMPORT = actStatements(`
  acted as (
    insert into activities (${registeredColumns.map(snakeCase).join(', ')}, description_key, status, started_at, closed_at,
      closed_on, verified_at, resolution, imported_at, last_act_on)
    values (${registeredColumns.map((column) => `:${column}`).join(', ')}, :descriptionKey, :status, :startedAt, :closedAt,
      (:closedAt::timestamptz at time zone :zone)::date, :verifiedAt, :resolution, :at::timestamptz, :today::date)
    on conflict do nothing
    ${ACTED}
  ), imported as (
    insert into activity_imports (activity_id, key, file_name, sheet, row_number)
    select id, :key, :fileName, :sheet, :rowNumber from acted
  ), ${ADD_WORDS}`);

/** All acts share this text. A column that an act does not change is written as it was read under the lock. */
export const CHANGE = actStatements(`
  acted as (
    update activities set status = :status, started_at = :startedAt, closed_at = :closedAt,
      closed_on = (:closedAt::timestamptz at time zone :zone)::date, verified_at = :verifiedAt,
      canceled_at = :canceledAt, rejected_at = :rejectedAt, resolution = :resolution, extended_to = :extendedTo, extension_reason = :extensionReason,
      requested_to = :requestedTo, request_reason = :requestReason, requested_by_id = :requestedById,
      last_act_on = :today::date
    where id = :id
    ${ACTED}
  ), ${CHANGE_WORDS}`);

export const AMEND = actStatements(`
  acted as (
    update activities set topic_id = :topicId, description = :description, description_key = :descriptionKey, priority = :priority,
      first_due_on = case when due_on = :dueOn then first_due_on else coalesce(first_due_on, due_on) end, due_on = :dueOn, repeats = :repeats,
      repeat_until = :repeatUntil, series_starts_on = :seriesStartsOn, occurrence = :occurrence, succession = :succession,
      last_act_on = :today::date
    where id = :id
    returning id, deadline_on
  )`);

export const TICK = actStatements(`
  acted as (
    update activities set checklist = :checklist::jsonb, last_act_on = :today::date where id = :id returning id, deadline_on
  )`);

export const REASSIGN = actStatements(`
  acted as (
    update activities set assignee_id = :assigneeId, requested_to = null, request_reason = null, requested_by_id = null,
      last_act_on = :today::date
    where id = :id ${ACTED}
  ), ${CHANGE_WORDS}`);

/** Gives the work of somebody who leaves to others, whose history row is another statement. A new responsible does not ask for more time. */
export const HAND_OVER = `
  with acted as (
    update activities set owner_id = :ownerId, assignee_id = :assigneeId,
      requested_to = case when assignee_id = :assigneeId then requested_to end,
      request_reason = case when assignee_id = :assigneeId then request_reason end,
      requested_by_id = case when assignee_id = :assigneeId then requested_by_id end
    where id = :id ${ACTED}
  ), ${CHANGE_WORDS}
  select id from acted`;

/** Records an act that changes only the day of the last act. The second act of a day does not write the activity. */
export const RECORD = actStatements(`
  acted as (select id, deadline_on from activities where id = :id), dated as (
    update activities set last_act_on = :today::date where id = :id and last_act_on is distinct from :today::date
  )`);

const MEMBERS = `
  activities as one join activities on activities.id in (one.id, one.series_id) or activities.series_id = coalesce(one.series_id, one.id)`;

/** Reads the members of a series that are nearest to an activity, the oldest first. */
export const SERIES_AROUND = `
  with nearest as (
    select activities.id, activities.owner_id as "ownerId", activities.assignee_id as "assigneeId", activities.status,
      activities.due_on as "dueOn", activities.occurrence
    from ${MEMBERS} where one.id = :id order by abs(activities.id - one.id) limit :size
  )
  select * from nearest order by id`;

const UNDELIVERED = 'activities.is_open and activities.closed_at is null';

export const COUNT_UNDELIVERED = `select count(*)::integer as count from ${MEMBERS} where one.id = :id and ${UNDELIVERED}`;

export const LOCK_OPEN_SERIES = `
  select activities.id, activities.status from ${MEMBERS} where one.id = :id and activities.is_open
  order by activities.id for update of activities`;

export const END_SERIES = `
  update activities set succession = 'ended' where activities.repeats is not null and activities.succession is null
    and activities.id in (select activities.id from ${MEMBERS} where one.id = :id)`;

/** A past due date brings the next one of a series, unless too many are undelivered and its owner knows that. A row that another holds waits, as a person does who is being deactivated. */
export const LOCK_DUE_SERIES = `
  select ${selectList('activities', activityColumns)} from activities
    join users as owner on owner.id = owner_id and owner.is_active
    join users as assignee on assignee.id = assignee_id and assignee.is_active
  where repeats is not null and succession is null and due_on < :today and activities.id > :after
    and (
      not exists (select from activity_history where activity_id = activities.id and act = 'stopSeries')
      or (
        select count(*) from activities as member where is_open and closed_at is null
          and (member.id in (activities.id, activities.series_id) or member.series_id = coalesce(activities.series_id, activities.id))
      ) < :undeliveredMax
    )
  order by activities.id limit :size for update of activities skip locked for share of owner, assignee skip locked`;

const preconditions = (lock: string) => `
  with held as materialized (
    select id, department from users where id = any(:people::integer[]) and is_active order by id ${lock}
  )
  select held.id, held.department, topics.department as "topicDepartment", holidays.name as holiday, exists (
    select from topic_assignments where topic_id = topics.id and user_id = held.id
  ) as "isAssigned"
  from (select :topicId::integer as topic_id, :dueOn::date as day) as query
    left join topics on topics.id = query.topic_id
    left join holidays on holidays.day = query.day
    left join held on true`;

/** Reads topic, holiday and people in one round trip, and locks the people. */
export const PRECONDITIONS = preconditions('for share');
/** A dry run locks nobody, so that nobody waits for it. */
export const DRY_RUN_PRECONDITIONS = preconditions('');

/* A consult page reads these at every look. The builder would take longer than the query. */

export const HISTORY = `
  select ${selectList('activity_history', entryColumns)}, first_name as "firstName", last_name as "lastName"
  from activity_history left join users on users.id = actor_id where activity_id = ? order by activity_history.id`;

/** Lists what a person did between two rows of the history, with the activity as it is now. The primary key bounds what is read. */
export const ACTS_SINCE = `
  select activity_history.id, act, coalesce(note, comments.body) as note, facts, activity_history.activity_id as "activityId",
    activities.description, activities.status, activities.deadline_on as deadline, activities.owner_id as "ownerId",
    activities.assignee_id as "assigneeId", topics.name as topic, topics.department, concat_ws(' ', first_name, last_name) as person
  from activity_history
  join activities on activities.id = activity_history.activity_id
  join topics on topics.id = topic_id
  join users on users.id = assignee_id
  left join comments on comments.id = (facts #>> '{comment,id}')::integer and comments.canceled_at is null
  where activity_history.id > :since and activity_history.id <= :until and actor_id = :actorId
  order by activity_history.id limit :limit`;

/** Answers a row where an activity or an earlier one of its series was reassigned. */
export const CHANGED_HANDS = `
  select from ${MEMBERS} join activity_history on activity_id = activities.id
  where one.id = ? and activities.id <= one.id and act = 'reassign' limit 1`;

export const COMMENTS = `
  select ${selectList('comments', commentColumns)}, first_name as "firstName", last_name as "lastName"
  from comments join users on users.id = author_id
  where activity_id = ? and canceled_at is null order by written_at, comments.id`;

/** Finds the open duplicate of each given work, in their order. The index of open duplicates answers each. */
export const OPEN_DUPLICATES = `
  select activities.id as folio, activities.due_on as "dueOn"
  from unnest(:assigneeIds::integer[], :topicIds::integer[], :keys::text[]) with ordinality as work (assignee_id, topic_id, key, place)
    left join activities on activities.assignee_id = work.assignee_id and activities.topic_id = work.topic_id
      and md5(description_key) = md5(work.key) and is_open and succession is distinct from 'registered'
  order by place`;

/** Computes the days of delivery again for another business zone. */
export const DATE_AGAIN = `
  update activities set closed_on = (closed_at at time zone :zone)::date
  where closed_on is distinct from (closed_at at time zone :zone)::date`;
