/* These are whole statements, because the builder has no days in a zone and no search in JSON. A condition whose value is null restricts nothing. */

const SELECTED = `
  from admin_history
  where (:from::date is null or at >= :from::date::timestamp at time zone :zone)
    and (:to::date is null or at < (:to::date + 1)::timestamp at time zone :zone)
    and (:actorId::integer is null or actor_id = :actorId)
    and (:personId::text is null or (subject_kind = 'person' and subject_id = :personId))
    and (:acts::text[] is null or act = any(:acts::text[]))
    and (:pattern::text is null or concat_ws(' ', actor_name, subject, address, before::text, after::text) ilike :pattern)`;

export const COUNT = `select count(*) as total ${SELECTED}`;

export const LIST = `
  select id, at, actor_id as "actorId", actor_name as "actorName", act, subject_kind as "subjectKind", subject_id as "subjectId", subject,
    before, after, address, channel
  ${SELECTED} and (:before::bigint is null or id < :before::bigint)
  order by id desc limit :limit offset :offset`;
