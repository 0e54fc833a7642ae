import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { addDays } from '@bitacora/core/domain/calendar';
import { migrate, repositoriesOn } from '@bitacora/core/server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { anActivity, day } from '../../../../../core/test/factories.ts';
import { dueNotifications } from '../../../../../core/test/reminders/due-notifications.ts';
import { type OutsidePostgres, outsidePostgres } from '../../outside-postgres.ts';
import { until } from '../../product.ts';
import type { ReminderRun, Tick } from './reminder-worker.ts';

const ACTIVITIES = 1_000;
const TICKS = 20;
/** Long enough for every process to get the word before its moment. */
const AHEAD_MS = 60;
const FIRST = day('2026-11-20');
const eightOn = (days: number) => `${addDays(FIRST, days)}T14:00:00.000Z`;

let postgres: OutsidePostgres;
let sweepers: ChildProcess[] = [];
beforeAll(async () => {
  postgres = await outsidePostgres();
  await migrate(postgres.db);
});
beforeEach(async () => {
  for (const table of ['outbox', 'notifications', 'activities', 'sweeps']) await postgres.db(table).delete();
});
afterEach(() => {
  for (const worker of sweepers) worker.kill('SIGKILL');
  sweepers = [];
});
afterAll(() => postgres.close());

async function start(count: number): Promise<ChildProcess[]> {
  const program = path.join(import.meta.dirname, 'reminder-worker.ts');
  sweepers = Array.from({ length: count }, () => fork(program, [postgres.url], { execPath: process.execPath, execArgv: [] }));
  await Promise.all(sweepers.map((worker) => once(worker, 'message')));
  return sweepers;
}

async function tick(worker: ChildProcess, tick: Tick): Promise<ReminderRun> {
  const answer = once(worker, 'message');
  worker.send(tick);
  return (await answer)[0];
}

/** The processes of PostgreSQL that serve somebody, by what they are at. */
async function backends(what: string): Promise<number[]> {
  const { rows } = await postgres.db.raw(`select pid from pg_stat_activity where datname is not null and ${what}`);
  return rows.map(({ pid }: { pid: number }) => pid);
}

/** Registers work of two people, with deadlines from today until seven weeks away. */
async function registerWork() {
  const { db, given } = postgres;
  const [owner, assignee, topic] = [await given.manager(), await given.person(), await given.topic()];
  const rows = Array.from({ length: ACTIVITIES }, (_, n) => {
    const { id: _id, ...row } = anActivity({
      ownerId: owner.id,
      assigneeId: assignee.id,
      topicId: topic.id,
      dueOn: addDays(FIRST, n % 50),
    });
    return { ...row, descriptionKey: row.description };
  });
  return db('activities').insert(rows).returning('*');
}

it.each([2, 5])(
  '%i processes sweep the same moments, at the same millisecond: everything is announced, nothing twice',
  {
    timeout: 120_000,
  },
  async (count) => {
    const { db } = postgres;
    const activities = await registerWork();
    await repositoriesOn(db, 'UTC').reminders.begin(new Date(`${addDays(FIRST, -1)}T20:00:00Z`));
    const all = await start(count);

    const runs = all.map(() => 0);
    let reminderCount = 0;
    for (let n = 0; n < TICKS; n++) {
      const at = Date.now() + AHEAD_MS;
      const answers = await Promise.all(all.map((worker) => tick(worker, { now: eightOn(n), at })));
      const winners = answers.flatMap((answer, place) => (answer.reminderCount === null ? [] : [place]));
      expect(winners).toHaveLength(1);
      for (const place of winners) runs[place] = (runs[place] ?? 0) + 1;
      reminderCount += answers.reduce((sum, answer) => sum + (answer.reminderCount ?? 0), 0);
    }

    const days = Array.from({ length: TICKS }, (_, n) => addDays(FIRST, n));
    const expected = new Set(
      days.flatMap((today) => activities.flatMap((activity) => dueNotifications(activity, today, addDays(today, 1)).map(({ key }) => key))),
    );
    const outboxKeys: string[] = await db('outbox').pluck('key');
    expect(outboxKeys.sort()).toEqual([...expected].sort());
    expect(reminderCount).toBe(outboxKeys.length);
    expect(outboxKeys.length).toBeGreaterThan(ACTIVITIES);
    expect(await db('sweeps').where('announcedCount', '>', 0)).toHaveLength(TICKS);
    if (count === 2) expect(Math.min(...runs)).toBeGreaterThan(0);
  },
);

it('three processes with clocks of their own escalate what stands still, each stretch to each person once', async () => {
  const { db, given: make } = postgres;
  const [director, head, assignee, owner] = [await make.person(), await make.person(), await make.person(), await make.manager()];
  for (const [person, manager] of [
    [head, director],
    [assignee, head],
    [owner, director],
  ] as const)
    await db('users').where({ id: person.id }).update({ managerId: manager.id });
  const stale = day('2026-11-18'); // a Wednesday, two working days before the first sweep
  for (let n = 0; n < 10; n++) await make.activity({ owner, assignee, dueOn: stale });
  const closed = { status: 'completed' as const, closedAt: new Date(`${stale}T18:00:00Z`) };
  for (let n = 0; n < 10; n++) await make.activity({ owner, assignee, dueOn: addDays(FIRST, 30), ...closed });
  await repositoriesOn(db, 'UTC').reminders.begin(new Date(`${addDays(FIRST, -1)}T20:00:00Z`));
  const all = await start(3);
  for (let n = 0; n < 7; n++) {
    const at = Date.now() + AHEAD_MS;
    const now = (place: number) => new Date(Date.parse(eightOn(n)) + place * 1_000).toISOString();
    await Promise.all(all.map((worker, place) => tick(worker, { now: now(place), at })));
  }
  const { rows } = await db.raw(
    `select kind, recipient_id as "to", min(created_at)::date::text as "on", count(*)::int as written, count(distinct activity_id)::int as activities
     from outbox where kind in ('overdueEscalated', 'verdictOverdue') group by kind, recipient_id order by kind, 3`,
  );
  const ten = { written: 10, activities: 10 };
  expect(rows).toEqual([
    { kind: 'overdueEscalated', to: head.id, on: '2026-11-20', ...ten },
    { kind: 'overdueEscalated', to: director.id, on: '2026-11-25', ...ten },
    { kind: 'verdictOverdue', to: owner.id, on: '2026-11-20', ...ten },
    { kind: 'verdictOverdue', to: director.id, on: '2026-11-25', ...ten },
  ]);
});

it('a process killed in the middle of a sweep leaves nothing, and the one that waited for it does it all', async () => {
  const { db } = postgres;
  await registerWork();
  await repositoriesOn(db, 'UTC').reminders.begin(new Date(`${addDays(FIRST, -1)}T20:00:00Z`));
  const [first, second] = (await start(2)) as [ChildProcess, ChildProcess];
  const waiting = async (count: number) => (await backends(`wait_event_type = 'Lock'`)).length >= count;

  const gate = await db.transaction();
  await gate.raw('lock table outbox in share mode');
  first.send({ now: eightOn(0), at: 0 });
  await until(() => waiting(1));
  const answer = tick(second, { now: eightOn(0), at: 0 });
  await until(() => waiting(2));
  expect([await db('outbox'), await db('sweeps').where('dueAt', eightOn(0))]).toEqual([[], []]);

  first.kill('SIGKILL');
  await once(first, 'exit');
  await gate.commit();
  const { reminderCount } = await answer;
  expect(reminderCount).toBe(await db('outbox').then((rows) => rows.length));
  expect(reminderCount).toBe((ACTIVITIES / 50) * 7);
  expect(await db('sweeps').where('dueAt', eightOn(0))).toMatchObject([{ announcedCount: reminderCount }]);
});

it('a process killed with nobody waiting leaves nothing, and the next look makes up for it', async () => {
  const { db } = postgres;
  await registerWork();
  await repositoriesOn(db, 'UTC').reminders.begin(new Date(`${addDays(FIRST, -1)}T20:00:00Z`));
  const [first, second] = (await start(2)) as [ChildProcess, ChildProcess];
  const gate = await db.transaction();
  await gate.raw('lock table outbox in share mode');
  first.send({ now: eightOn(0), at: 0 });
  await until(async () => (await backends(`wait_event_type = 'Lock'`)).length === 1);
  const [backend] = await backends(`wait_event_type = 'Lock'`);
  first.kill('SIGKILL');
  await once(first, 'exit');
  await gate.commit();
  await until(async () => (await backends(`pid = ${backend}`)).length === 0);

  expect((await db('sweeps')).map(({ announcedCount }) => announcedCount)).toEqual([0]);
  expect(await db('outbox')).toEqual([]);
  expect(await tick(second, { now: eightOn(2), at: 0 })).toEqual({ reminderCount: await db('outbox').then((rows) => rows.length) });
  expect((await db('outbox')).length).toBeGreaterThan(0);
});
