/** A comment that was withdrawn is not announced: neither in the list nor by a delivery that was never tried. */
export const WITHDRAW = `
  with cause as (
    select id from activity_history
    where activity_id = :activityId and (facts -> 'comment' ->> 'id')::integer = :commentId
  ), unsent as (
    delete from outbox using cause
    where outbox.activity_id = :activityId and outbox.kind = 'commented' and outbox.facts ->> 'historyId' = cause.id::text
      and sent_at is null and failed_at is null and uncertain_tries = 0
  )
  delete from notifications using cause
  where notifications.activity_id = :activityId and kind = 'commented' and history_id = cause.id`;
