import type { Knex } from 'knex';

/**
 * The mark of rejected work, the batch of activities that were assigned together, and evidence rows that share one stored file.
 * The mark is derived from the history of undelivered activities, which are few beside the closed ones. The earlier release ignores it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table activities add column rejected_at timestamptz, add column batch_id uuid;
    alter table images add column file_id uuid;
    create index activities_batch on activities (batch_id) where batch_id is not null;

    update activities set rejected_at = verdict.at
    from (
      select distinct on (activity_id) activity_id, act, at
      from activity_history join activities on activities.id = activity_id and status in ('in_progress', 'on_pause')
      where act in ('complete', 'reject')
      order by activity_id, activity_history.id desc
    ) as verdict
    where verdict.act = 'reject' and activities.id = verdict.activity_id;
  `);
}
