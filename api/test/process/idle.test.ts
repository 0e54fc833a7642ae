import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { outsidePostgres } from './outside-postgres.ts';
import { launch, untilReady } from './product.ts';

/** Starts of jobs are over by then. */
const SETTLED_MS = 4_000;
const WATCHED_MS = 10_000;

it('a server that nobody uses sends few statements, and one for all deliveries', { timeout: 120_000 }, async () => {
  const postgres = await outsidePostgres({ log_min_duration_statement: '0' });
  const folder = path.join(postgres.folder, 'postgres');
  const logName = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('postgres.log'));
  const log = path.join(folder, logName as string);
  const product = await launch(path.join(postgres.folder, 'data'), { ...postgres.settings, SCHEDULER: 'on' });
  await untilReady(product);
  await pause(SETTLED_MS);
  const { size } = fs.statSync(log);
  await pause(WATCHED_MS);
  const statements = fs
    .readFileSync(log, 'utf8')
    .slice(size)
    .split(/(?=duration: )/)
    .filter((entry) => /^duration: \S+ ms {2}(?:execute|statement)/.test(entry));
  product.child.kill('SIGTERM');
  await product.exited;
  await postgres.close();
  expect(statements.length).toBeGreaterThan(2);
  // The jobs of a minute may fall into these seconds.
  expect(statements.length).toBeLessThan(60);
  const ofDeliveries = statements.filter((statement) => statement.includes('outbox'));
  expect(ofDeliveries.length).toBeLessThanOrEqual(WATCHED_MS / 2_000 + 1);
  expect(statements.filter((statement) => /\b(?:update outbox|from "?holidays)\b/.test(statement))).toEqual([]);
});
