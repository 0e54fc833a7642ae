import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { outsidePostgres } from './outside-postgres.ts';
import { dataFolder, launch, untilReady } from './product.ts';
import { findBelow, readSlow, readStatements, STRICT } from './statement-log.ts';

/** Starts of jobs are over by then. */
const SETTLED_MS = 4_000;
const WATCHED_MS = 10_000;
const UNKNOWN_TABLES = `
  select relname from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples <= 0 and relname not like 'knex_migrations%'
    and pg_stat_get_last_analyze_time(oid) is null`;

it('a new server that nobody uses sends few and quick statements, and one for all deliveries', { timeout: 120_000 }, async () => {
  // The planner knows what the product tells it, and nothing from PostgreSQL's own rounds.
  const postgres = await outsidePostgres({ ...STRICT, autovacuum: 'off' }, dataFolder());
  const log = findBelow(postgres.folder, 'postgres.log');
  const product = await launch(path.join(postgres.folder, 'data'), { ...postgres.settings, SCHEDULER: 'on' });
  await untilReady(product);
  const readyAt = fs.statSync(log).size;
  await pause(SETTLED_MS);
  const { size } = fs.statSync(log);
  await pause(WATCHED_MS);
  const whole = fs.readFileSync(log, 'utf8');
  const { rows: unknownTables } = await postgres.db.raw(UNKNOWN_TABLES);
  product.child.kill('SIGTERM');
  await product.exited;
  await postgres.close();

  expect(readSlow(whole.slice(readyAt))).toEqual([]);
  expect(unknownTables).toEqual([]);
  // knex asks the first connection of each pool for this by itself.
  const sent = readStatements(whole).filter(({ text }) => text !== 'select version();');
  const connections = Object.values(Object.groupBy(sent, ({ pid }) => pid));
  expect(connections.length).toBeGreaterThan(3);
  expect(connections.map((of) => of?.[0]?.text).filter((text) => text !== 'set jit = off')).toEqual([]);

  const statements = readStatements(whole.slice(size)).map(({ text }) => text);
  expect(statements.length).toBeGreaterThan(2);
  // The jobs of a minute may fall into these seconds.
  expect(statements.length).toBeLessThan(60);
  const ofDeliveries = statements.filter((text) => text.includes('outbox'));
  expect(ofDeliveries.length).toBeLessThanOrEqual(WATCHED_MS / 2_000 + 1);
  expect(statements.filter((text) => /\b(?:update outbox|from "?holidays)\b/.test(text))).toEqual([]);
});
