import { OPEN_CHANNELS } from '../notifications/notifications.sql.ts';

/* Statements about requests for work. They are whole texts, because each joins names and images, or writes several tables at once. */

const name = (table: string, as: string) => `${table}.first_name || ' ' || ${table}.last_name as "${as}"`;

const REQUESTS = `
  select request.id, request.topic_id as "topicId", topics.name as "topicName", topics.department, request.text, wanted_on as "wantedOn",
    request.requester_id as "requesterId", ${name('requester', 'requesterName')}, requester.department as "requesterDepartment",
    request.created_at as "createdAt", state, decided_by_id as "decidedById", ${name('decider', 'decidedByName')}, decided_at as "decidedAt",
    reason, activity_id as "activityId", activities.status as "activityStatus",
    coalesce((
      select json_agg(json_build_object('id', images.id, 'name', images.name) order by position)
      from images where images.request_id = request.id and withdrawn_at is null
    ), '[]') as images
  from work_requests request join topics on topics.id = request.topic_id join users requester on requester.id = request.requester_id
    left join users decider on decider.id = decided_by_id left join activities on activities.id = activity_id`;

export const FIND = `${REQUESTS} where request.id = any(:ids::integer[]) order by request.id`;

/** Selects those of the requester, or of everybody else. */
const SELECTED = `case when :isMine then request.requester_id = :userId::integer else request.requester_id <> :userId end
    and (state = 'open' or not :isOpen)`;
/** Others' open requests begin with the one that waits longest, other lists with the newest. */
export const LIST = `${REQUESTS} where ${SELECTED} order by case when :isOpen and not :isMine then request.id else -request.id end limit :limit`;
export const COUNT = `
  select count(*) filter (where ${SELECTED})::integer as total,
    count(*) filter (where state = 'open' and requester_id <> :userId)::integer as "toAnswer"
  from work_requests request where ${SELECTED} or state = 'open'`;

export const COUNT_OPEN = `select count(*)::integer as open, min(created_at) as "oldestAt" from work_requests where state = 'open'`;

/** Takes the open requests of this day or earlier whose answerers were not told once more. */
export const TAKE_UNANSWERED = `
  with due as materialized (
    select id from work_requests where state = 'open' and reminded_at is null and (created_at at time zone :zone)::date <= :day
    order by id for update skip locked
  )
  update work_requests set reminded_at = :now from due where work_requests.id = due.id returning work_requests.id`;

export const PRESENT = `
  select id, kind, position, department from users
  where is_active and not exists (select from absences where user_id = users.id and :today::date between from_on and to_on)
  order by id`;

/** Adds a notification of a request for each recipient, once, with a delivery for each open channel. */
export const NOTIFY = `
  with notice as (
    select recipient_id, :kind::text as kind, concat_ws(':', :kind::text, :id::integer, recipient_id) as key
    from unnest(:recipients::integer[]) as recipient_id
  ), listed as (
    insert into notifications (key, kind, recipient_id, request_id, created_at)
    select key, kind, recipient_id, :id, :now::timestamptz from notice order by recipient_id
    on conflict (key) do nothing
  )
  insert into outbox (key, kind, channel, recipient_id, facts, created_at, next_try_at, expires_at)
  select concat_ws(':', notice.key, nullif(way.channel, 'email')), notice.kind, way.channel, notice.recipient_id,
    jsonb_build_object('requestId', :id::integer), :now, :now, :expiresAt
  from notice ${OPEN_CHANNELS}
  order by notice.recipient_id
  on conflict (key) do nothing`;
