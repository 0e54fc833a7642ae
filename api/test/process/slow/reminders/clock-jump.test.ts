import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { addDays } from '@bitacora/core/domain/calendar';
import { migrate, repositoriesOn } from '@bitacora/core/server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { anActivity, day } from '../../../../../core/test/factories.ts';
import { type OutsidePostgres, outsidePostgres } from '../../outside-postgres.ts';
import { until } from '../../product.ts';
import type { ClockMove } from './jumping-worker.ts';

const TODAY = day('2026-11-20');
/** Half past six in the morning: the day was swept at six, and nobody is written to before seven. */
const FIRST = '2026-11-20T12:30:00Z';
const TO_SEVEN_MS = 31 * 60_000;
const JUMP_MS = 20 * 24 * 3_600_000;
/** How long the clock is wrong: many beats of every job. */
const WRONG_MS = 6_000;
const REAL = 98;
const FALSE = 118;

let postgres: OutsidePostgres;
let worker: ChildProcess | null = null;
let logLines: string[] = [];
beforeAll(async () => {
  postgres = await outsidePostgres();
  await migrate(postgres.db);
});
beforeEach(async () => {
  for (const table of ['outbox', 'notifications', 'activities', 'sweeps']) await postgres.db(table).delete();
});
afterEach(() => {
  worker?.kill('SIGKILL');
  worker = null;
});
afterAll(() => postgres.close());

/** 98 that are due within the week, and 118 that are due after it, before the wrong clock's day. */
async function registerWork(): Promise<void> {
  const [person, topic] = [await postgres.given.person(), await postgres.given.topic()];
  const rows = Array.from({ length: REAL + FALSE }, (_, n) => {
    const dueOn = addDays(TODAY, n < REAL ? n % 7 : 8 + (n % 12));
    const { id: _id, ...row } = anActivity({ ownerId: person.id, assigneeId: person.id, topicId: topic.id, dueOn });
    return { ...row, descriptionKey: row.description };
  });
  await postgres.db('activities').insert(rows);
}

async function start(whose: 'machine' | 'process'): Promise<(byMs: number) => void> {
  logLines = [];
  const program = path.join(import.meta.dirname, 'jumping-worker.ts');
  const started = fork(program, [postgres.url, path.join(postgres.folder, 'images'), FIRST, whose], {
    execPath: process.execPath,
    execArgv: [],
  });
  started.on('message', (message: { text: string }) => logLines.push(message.text));
  worker = started;
  await until(() => logLines.includes('ready'));
  return (byMs) => started.send({ byMs } satisfies ClockMove);
}
const outbox = () => postgres.db('outbox').orderBy('id');
const says = (sentence: string) => () => logLines.some((one) => one.startsWith(sentence));

it.each(['machine', 'process'] as const)(
  'the clock of the %s is twenty days ahead for a while: no reminder is lost, none is false, and all are delivered afterwards',
  { timeout: 120_000 },
  async (whose) => {
    await registerWork();
    await repositoriesOn(postgres.db, 'UTC').reminders.begin(new Date('2026-11-19T12:00:00Z'));
    const move = await start(whose);
    await until(async () => (await outbox()).length === REAL);
    const firstKeys = (await outbox()).map(({ key }) => key);

    move(JUMP_MS);
    await until(says('clock in doubt'));
    await pause(WRONG_MS);
    move(0);
    await until(says('clock believed again'));
    expect(logLines.filter((one) => one === 'reminder job ran')).toHaveLength(1);

    move(TO_SEVEN_MS);
    await until(async () => (await outbox()).every(({ sentAt }) => sentAt !== null));
    const rows = await outbox();
    expect(rows.map(({ key }) => key)).toEqual(firstKeys);
    expect(rows.every(({ sentAt, failedAt }) => sentAt.toISOString().startsWith('2026-11-20') && failedAt === null)).toBe(true);
    expect(await postgres.db('sweeps').where('dueAt', '>', '2026-11-21')).toEqual([]);
  },
);
