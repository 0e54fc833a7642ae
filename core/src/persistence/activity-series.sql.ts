/**
 * The members of a series that are nearest to an activity, oldest first. The builder has no recursion over two chains. A series is its
 * chain of predecessors, also after a member was handed over.
 */
export const AROUND = `
  with recursive earlier as (
    select id, predecessor_id, 0 as hops from activities where id = :id
    union all
    select found.id, found.predecessor_id, hops + 1
    from earlier join activities as found on found.id = earlier.predecessor_id where hops < :reach
  ), later as (
    select id, 0 as hops from activities where id = :id
    union all
    select found.id, hops + 1
    from later join activities as found on found.predecessor_id = later.id where hops < :reach
  ), nearest as (
    select id, hops from earlier union all select id, hops from later where hops > 0
    order by hops, id limit :size
  )
  select activities.id, owner_id as "ownerId", assignee_id as "assigneeId", status, due_on as "dueOn", occurrence
  from nearest join activities on activities.id = nearest.id
  order by occurrence`;
