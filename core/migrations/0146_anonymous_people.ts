import type { Knex } from 'knex';

/** When a person was anonymised. What an anonymisation rewrote in sealed rows is kept among the baselines, which seals cover too. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users add column anonymised_at timestamptz;
    alter table history_baselines drop constraint history_baselines_kind_check;
    alter table history_baselines
      add constraint history_baselines_kind_check check (kind in ('activity', 'complete', 'witness', 'clock', 'redaction'));
    create index history_baselines_redactions on history_baselines (id) where kind = 'redaction';
  `);
}
