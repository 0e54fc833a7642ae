import type { Knex } from 'knex';

/** What a sweep reads: the work whose deadline is near or past, and the reminders that were sent; neither grows with what is over. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index activities_deadline on activities (deadline_on) include (id, owner_id, assignee_id)
      where status in ('not_started', 'in_progress', 'on_pause');
    create index outbox_deadlines on outbox (activity_id, deadline_on, kind, recipient_id, channel)
      where kind in ('dueSoon', 'dueTomorrow', 'overdue');
  `);
}
