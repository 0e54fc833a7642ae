import type { Knex } from 'knex';

/**
 * How announcements reach people: by the channel they chose, gathered in letters, at the hours of the day, on working days.
 * Until now only tokens had a mail. What else waits is given up, because the first delivery would send old news
 * (decision 11). `expires_at` has a default for the earlier release, which may still be running. What failed before gets a letter,
 * so that it can be sent again.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table outbox
      add column channel text not null default 'email' check (channel in ('email', 'chat')),
      add column letter uuid,
      add column uncertain_tries integer not null default 0,
      add column deadline_on date,
      add column expires_at timestamptz not null default now() + interval '7 days',
      add column failure text check (failure in ('refused', 'unknown', 'expired', 'overtaken'));
    update outbox set expires_at = created_at + interval '7 days';
    update outbox set letter = gen_random_uuid(), failure = 'refused' where failed_at is not null and last_error <> 'old news';
    update outbox set failed_at = now(), failure = 'overtaken', last_error = 'old news'
      where sent_at is null and failed_at is null and kind not in ('invitation', 'passwordReset');

    update outbox set next_try_at = null where sent_at is not null or failed_at is not null;

    drop index outbox_due;
    create index outbox_due on outbox (channel, next_try_at) where sent_at is null and failed_at is null;
    create index outbox_untold on outbox (recipient_id) where letter is null and sent_at is null and failed_at is null;
    create index outbox_letter on outbox (letter) where sent_at is null;
    create index outbox_failed on outbox (failed_at) where failed_at is not null;

    create table announcement_preferences (
      user_id integer not null references users,
      kind text not null,
      by_email boolean not null,
      by_chat boolean not null,
      primary key (user_id, kind)
    );

    create table holidays (
      day date primary key,
      name text not null check (name <> '')
    );

    create table sweeps (
      due_at timestamptz primary key,
      swept_at timestamptz not null,
      announced_count integer not null
    );

    create table calendar_feeds (
      user_id integer primary key references users,
      token_hash bytea not null unique,
      created_at timestamptz not null,
      read_at timestamptz
    );
  `);
}
