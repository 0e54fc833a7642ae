/** All figures of the status in one statement. */
export const COUNTS = `
  select pg_database_size(current_database()) as "databaseBytes",
    count(*) filter (where channel = 'email') as "mailWaiting",
    count(*) filter (where channel = 'chat') as "chatWaiting",
    (select count(distinct user_id) from chat_links) as "chatPeople"
  from outbox where sent_at is null and failed_at is null`;
