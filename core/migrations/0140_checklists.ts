import type { Knex } from 'knex';

/** What an activity demands before it is completed, and the templates of a topic that new activities copy. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table activities
      add column checklist jsonb,
      add column minimum_images smallint not null default 0;
    create table activity_templates (
      id integer generated always as identity primary key,
      topic_id integer not null references topics,
      description text not null,
      description_key text not null,
      days integer not null check (days >= 0),
      priority text not null check (priority in ('normal', 'high', 'critical')),
      repeats text check (repeats in ('week', 'month', 'year')),
      checklist jsonb not null,
      minimum_images smallint not null check (minimum_images >= 0),
      created_at timestamptz not null,
      retired_at timestamptz
    );
    create unique index activity_templates_current on activity_templates (topic_id, description_key) where retired_at is null;
  `);
}
