/** Rows of a digest are grouped into one. News of an email change names its own address. */
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
