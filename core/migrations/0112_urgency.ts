import type { Knex } from 'knex';

/** `URGENCY_KEY` of persistence/activities/urgency.sql.ts. PostgreSQL uses the indexes only while the texts agree. */
const KEY = `(case when status in ('verified', 'canceled') then 3 when status = 'completed' then 2
  when rejected_at is not null then 0 else 1 end * 10000000 + (deadline_on - date '2000-01-01'))`;
const IS_OPEN = `status in ('not_started', 'in_progress', 'on_pause', 'completed')`;

/** A responsible's open work in the order of its urgency. Migration 0120 builds the other indexes of urgency, with a column of its own. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create index activities_assignee_urgency on activities (assignee_id, ${KEY}, id) where ${IS_OPEN}`);
}
