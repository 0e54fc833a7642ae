export const NOW = 'select clock_timestamp() as now';
export const VERSION = `select current_setting('server_version') as version`;

/** Two figures of the same rows in one scan. */
export const LATE = `
  select count(*)::integer as "lateCount", min(created_at) as "lateSince" from outbox
  where channel = 'email' and sent_at is null and failed_at is null and (tries > 0 or next_try_at <= :now)`;
