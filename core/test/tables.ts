import type { Knex } from 'knex';

const FAILED = ` WHERE act NOT IN ('session.failLogIn', 'password.failReset', 'device.failCode')`;

/**
 * Reads every stored row as text. Equal results before and after mean that nothing was written. It leaves out counters of tries, the records
 * of failed logins and tokens, and the words of the search.
 */
export async function everythingIn(db: Knex): Promise<Record<string, string[]>> {
  const { rows } = await db.raw(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'knex_migrations%' AND tablename NOT IN ('rate_limits', 'login_delays', 'activity_words', 'search_vocabulary') ORDER BY tablename`,
  );
  const tables = rows.map(({ tablename }: { tablename: string }) => tablename);
  const parts = tables.map(
    (table: string) =>
      `(SELECT coalesce(array_agg(t::text ORDER BY t::text), '{}') FROM "${table}" t${table === 'admin_history' ? FAILED : ''}) AS "${table}"`,
  );
  return (await db.raw(`SELECT ${parts.join(', ')}`)).rows[0];
}

/** Reads every row of a report, of a page or of all its batches. Batches are read after the call, so perform it as one that reads. */
export async function rowsOf<Row>(report: Row[] | { rows: Row[] } | AsyncIterable<Row[]>): Promise<Row[]> {
  if (Array.isArray(report)) return report;
  if ('rows' in report) return report.rows;
  const rows: Row[] = [];
  for await (const batch of report) rows.push(...batch);
  return rows;
}
