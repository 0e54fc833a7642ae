import type { Knex } from 'knex';
import { statutoryHolidays } from '../src/domain/holidays.ts';

const FIRST_YEAR = 2026;
const LAST_YEAR = 2046;

/**
 * Mexico's days of rest for the next twenty years; administrators change them from there. A test holds the rows: when the law changes,
 * the years to come are a migration of their own.
 */
export async function up(knex: Knex): Promise<void> {
  const years = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, n) => FIRST_YEAR + n);
  await knex('holidays').insert(years.flatMap(statutoryHolidays)).onConflict('day').ignore();
}
