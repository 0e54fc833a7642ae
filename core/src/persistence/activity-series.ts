import type { Knex } from 'knex';
import type { Activity } from '../domain/activity/activity.ts';

/** One activity of a series; who may see it is asked with it. */
export type Occurrence = Pick<Activity, 'id' | 'ownerId' | 'assigneeId' | 'status' | 'dueOn' | 'occurrence'>;

// From the activity back and on, link by link: a series is its chain of predecessors, whoever its members were handed to.
const EARLIER = `
  select id, predecessor_id, 0 as hops from activities where id = :id
  union all
  select found.id, found.predecessor_id, hops + 1
  from earlier join activities as found on found.id = earlier.predecessor_id where hops < :reach`;
const LATER = `
  select id, 0 as hops from activities where id = :id
  union all
  select found.id, hops + 1
  from later join activities as found on found.predecessor_id = later.id where hops < :reach`;
const NEAREST = `
  select id, hops from earlier union all select id, hops from later where hops > 0
  order by hops, id limit :size`;

/** How repeatable work came one from the other. */
export const activitySeriesOn = (db: Knex) => ({
  /** The `size` members of an activity's series that are nearest to it, itself among them, the oldest first. */
  async around(id: number, size: number): Promise<Occurrence[]> {
    const walk = { id, reach: size - 1 };
    return db
      .withRecursive('earlier', db.raw(EARLIER, walk))
      .withRecursive('later', db.raw(LATER, walk))
      .with('nearest', db.raw(NEAREST, { size }))
      .from('nearest')
      .join('activities', 'activities.id', 'nearest.id')
      .orderBy('occurrence')
      .select('activities.id', 'ownerId', 'assigneeId', 'status', 'dueOn', 'occurrence');
  },
});
