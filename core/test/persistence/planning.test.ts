import { expect, it } from 'vitest';
import { connect, migrate } from '../../src/persistence/database/connect.ts';
import { stagedDatabase } from '../database.ts';
import { databaseUrl } from '../postgres.setup.ts';

const { database } = await stagedDatabase();

it('compiles no statement on any connection of a pool, whatever the server’s default', async () => {
  const pool = connect(database.url, { poolSize: 3 });
  try {
    const settings = await Promise.all([1, 2, 3].map(() => pool.raw('select current_setting(?) as jit, pg_sleep(0.05)', ['jit'])));
    expect(settings.map(({ rows }) => rows[0].jit)).toEqual(['off', 'off', 'off']);
  } finally {
    await pool.destroy();
  }
});

it('a migration leaves no table of which the planner knows nothing', async () => {
  const name = `bitacora_planning_${process.pid}_test`;
  await database.db.raw('create database ??', [name]);
  const fresh = connect(databaseUrl(database.url, name));
  try {
    await migrate(fresh);
    const { rows } = await fresh.raw(`
      select relname as name, reltuples < 0 as "isUnknown" from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'knex_migrations%'`);
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter(({ isUnknown }: { isUnknown: boolean }) => isUnknown)).toEqual([]);
  } finally {
    await fresh.destroy();
    await database.db.raw('drop database ?? with (force)', [name]);
  }
});
