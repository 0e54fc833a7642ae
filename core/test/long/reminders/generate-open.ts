import type { Knex } from 'knex';
import { generate } from '../../../seeds/generate.ts';

interface OpenWork {
  activities: number;
  /** How many of them are due within six days; the rest are a month away or more. */
  due: number;
  /** How many of those that are due have been so for months. */
  overdue?: number;
}

const OPEN_BATCH = 100_000;

/**
 * Fills a migrated, empty database with open activities of 500 people, for what looks at deadlines; the same numbers give the same
 * work. Like `generate` it takes a superuser.
 */
export async function generateOpen(db: Knex, { activities, due, overdue = 0 }: OpenWork, now: Date): Promise<void> {
  await generate(db, { activities: 0 }, now);
  for (let from = 0; from < activities; from += OPEN_BATCH)
    await db.transaction(async (trx) => {
      await trx.raw('set local session_replication_role = replica');
      await trx.raw(OPEN, { from, to: Math.min(from + OPEN_BATCH, activities) - 1, activities, due, overdue, now });
    });
  await db.raw('vacuum (analyze) activities');
  await db.raw('analyze');
}

/** Those that are due lie spread among the others, as they would. */
const OPEN = `
  with numbered as (
    select i, (i * 7919) % :activities::bigint as rank from generate_series(:from::bigint, :to) as i
  ), people as (select array_agg(id order by id) as ids, count(*)::int as many from users),
  dated as (
    select *, :now::timestamptz::date + case
      when rank < :overdue then -60 - (rank % 300)::int
      when rank < :due then (rank % 9)::int - 2
      else 30 + (i % 400)::int end as due_on
    from numbered cross join people
  )
  insert into activities (owner_id, assignee_id, topic_id, description, description_key, priority, created_at, due_on, series_starts_on)
  select ids[1 + (i % 50)::int], ids[1 + (i % many)::int], (select min(id) from topics), 'Orden ' || i, 'orden ' || i, 'normal',
    :now::timestamptz - interval '90 days', due_on, due_on
  from dated`;
