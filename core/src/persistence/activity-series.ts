import type { Knex } from 'knex';
import type { Activity } from '../domain/activity.ts';

/** One activity of a series; who may see it is asked with it. */
export type Occurrence = Pick<Activity, 'id' | 'ownerId' | 'assigneeId' | 'status' | 'dueOn' | 'occurrence'>;

/** Back and on from the activity, link by link: a series is its chain of predecessors, whoever its members were handed to. */
const SERIES = `
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
  select id, owner_id, assignee_id, status, due_on, occurrence
  from nearest join activities using (id) order by occurrence`;

/** How repeatable work came one from the other. */
export const activitySeriesOn = (db: Knex) => ({
  /** The `size` members of an activity's series that are nearest to it, itself among them, the oldest first. */
  async around(id: number, size: number): Promise<Occurrence[]> {
    return (await db.raw(SERIES, { id, size, reach: size - 1 })).rows;
  },
});
