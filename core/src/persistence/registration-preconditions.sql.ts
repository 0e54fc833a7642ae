/** One hot statement reads topic, holiday and people, and locks the people. */
export const PRECONDITIONS = `
  with held as materialized (
    select id, department from users where id = any(:people::integer[]) and is_active order by id for share
  )
  select held.id, held.department, topics.department as "topicDepartment", holidays.name as holiday, exists (
    select from topic_assignments where topic_id = topics.id and user_id = held.id
  ) as "isAssigned"
  from (select :topicId::integer as topic_id, :dueOn::date as day) as query
    left join topics on topics.id = query.topic_id
    left join holidays on holidays.day = query.day
    left join held on true`;
