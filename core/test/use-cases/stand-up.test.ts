import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../src/domain/people/person.ts';
import { ACTS_SINCE } from '../../src/persistence/activities/activities.sql.ts';
import { commentActivity } from '../../src/use-cases/activities/comments.ts';
import { extendDeadline } from '../../src/use-cases/activities/extend-deadline.ts';
import { remindActivity } from '../../src/use-cases/activities/remind-activity.ts';
import { validateActivity } from '../../src/use-cases/activities/validate-activity.ts';
import { readStandUp, sendMinute } from '../../src/use-cases/reports/stand-up.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { day, given } from '../factories.ts';
import { refusalOf, type Stage, stage } from '../stage.ts';
import { countStatements } from '../statement-counter.ts';

let database: TestDatabase;
let on: Stage;
let boss: Person;
let ana: Person;
let beto: Person;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  await database.wipe();
  on = stage(database.db);
  const make = given(database.db);
  boss = await make.manager({ firstName: 'Gloria', lastName: 'Gómez' });
  ana = await make.person({ firstName: 'Ana', lastName: 'Arce' });
  beto = await make.person({ firstName: 'Beto', lastName: 'Bravo' });
});
afterAll(() => database.close());

// Tests run on Friday the 20th of November.
const LATE = day('2026-11-10');
const NEAR = day('2026-11-24');
const FAR = day('2026-12-20');

const give = (assignee: Person, facts: object = {}) =>
  given(database.db).activity({ owner: boss, assignee, status: 'in_progress', dueOn: LATE, ...facts });
const read = (input: Parameters<typeof readStandUp>[0]['input'] = {}, who = boss) => on.act(readStandUp, who, input);
/** Begins a meeting: there is an act before it, which is not part of it. */
async function begin(): Promise<number> {
  const { id } = await give(ana, { description: 'Antes de la junta', dueOn: FAR });
  await on.act(remindActivity, boss, { activityId: id, message: null });
  return (await read()).since;
}

describe('the team', () => {
  it('is everybody with open work that the reader assigned, by name, with the counts of reports', async () => {
    await give(beto);
    await give(beto, { status: 'completed' });
    await give(ana, { dueOn: NEAR });
    await give(ana, { status: 'verified' });
    await given(database.db).ownActivity(boss, { dueOn: LATE });
    await given(database.db).activity({ assignee: await given(database.db).person(), dueOn: LATE });
    expect((await read()).people).toMatchObject([
      { id: ana.id, name: 'Ana Arce', total: 1, late: 0, week: 1, away: null },
      { id: beto.id, name: 'Beto Bravo', total: 2, late: 1, week: 0, away: null },
    ]);
  });

  it('is everybody with open work under the topics of a department, where one is named', async () => {
    const topic = await given(database.db).topic({ department: 'PLANTA' });
    await give(ana);
    await given(database.db).activity({ assignee: beto, topic, dueOn: NEAR });
    expect((await read({ department: 'PLANTA' })).people.map(({ name }) => name)).toEqual(['Beto Bravo']);
    expect((await read({ department: 'planta baja' })).people).toEqual([]);
  });

  it('says who is away today and who substitutes them, not who will be', async () => {
    await give(ana);
    await give(beto);
    const away = { substituteId: boss.id, createdAt: on.now() };
    await database.db('absences').insert([
      { ...away, userId: ana.id, fromOn: '2026-11-19', toOn: '2026-11-25' },
      { ...away, userId: beto.id, fromOn: '2026-11-21', toOn: '2026-11-25' },
    ]);
    expect((await read()).people.map(({ away }) => away)).toEqual([{ until: '2026-11-25', substitute: 'Gloria Gómez' }, null]);
  });

  it('costs the same statements with 3 and with 60 people', async () => {
    const count = async () => {
      const counter = countStatements();
      try {
        await on.core.perform({
          useCase: readStandUp,
          actor: { ...boss, channel: 'web' },
          channel: 'web',
          input: { since },
          effect: 'reads',
        });
      } finally {
        counter.stop();
      }
      return counter.totals.statements;
    };
    const since = await begin();
    for (const person of [ana, beto]) await give(person);
    const few = await count();
    for (let n = 0; n < 60; n += 1) await give(await given(database.db).person());
    expect((await read()).people).toHaveLength(62);
    expect(await count()).toBe(few);
  });
});

describe('the minute', () => {
  it('names every act of the reader since the start, with their words, and no act of before or of others', async () => {
    const since = await begin();
    const [pump, wall, file] = [
      await give(ana, { description: 'Reparar bomba' }),
      await give(beto, { description: 'Pintar muro', status: 'completed' }),
      await give(beto, { description: 'Archivar actas' }),
    ];
    await on.act(commentActivity, boss, { activityId: pump.id, body: 'Llega el lunes' });
    await on.act(extendDeadline, boss, { activityId: pump.id, extendedTo: FAR, reason: 'Falta el sello' });
    await on.act(validateActivity, boss, { activityId: wall.id, verdict: 'Rejected', comment: 'Faltó una mano' });
    await on.act(commentActivity, beto, { activityId: file.id, body: 'No es de la junta' });
    const { minute } = await read({ since });
    expect(minute?.acts.map(({ id, act, note, description, person }) => [id, act, note, description, person])).toEqual([
      [pump.id, 'comment', 'Llega el lunes', 'Reparar bomba', 'Ana Arce'],
      [pump.id, 'extend', null, 'Reparar bomba', 'Ana Arce'],
      [wall.id, 'reject', 'Faltó una mano', 'Pintar muro', 'Beto Bravo'],
    ]);
    expect(minute?.acts[1]?.facts).toMatchObject({ extendedTo: FAR, reason: 'Falta el sello' });
  });

  it('promises what was extended and what is due within a week, and leaves open what is late without an act', async () => {
    const since = await begin();
    const [extended, near, reminded] = [await give(ana), await give(ana, { dueOn: NEAR }), await give(beto)];
    const others = [];
    for (let n = 0; n < 20; n += 1) others.push(await give(beto));
    await on.act(extendDeadline, boss, { activityId: extended.id, extendedTo: FAR, reason: 'Falta el sello' });
    await on.act(remindActivity, boss, { activityId: reminded.id, message: null });
    const { minute } = await read({ since });
    expect(minute?.promised.lines.map(({ id, deadline }) => [id, deadline])).toEqual([
      [extended.id, FAR],
      [near.id, NEAR],
    ]);
    expect(minute?.promised.total).toBe(2);
    expect(minute?.late.lines.map(({ id }) => id)).toEqual(others.slice(0, 15).map(({ id }) => id));
    expect(minute?.late.total).toBe(20);
  });

  it('counts an extension into the week once', async () => {
    const since = await begin();
    const { id } = await give(ana);
    await on.act(extendDeadline, boss, { activityId: id, extendedTo: NEAR, reason: 'Falta el sello' });
    const { minute } = await read({ since });
    expect([minute?.promised.lines.map((line) => line.id), minute?.promised.total]).toEqual([[id], 1]);
  });

  it('is that of one department where the meeting is', async () => {
    const since = await begin();
    const topic = await given(database.db).topic({ department: 'PLANTA' });
    const { id } = await give(beto, { topic });
    await give(beto);
    const { minute } = await read({ department: 'PLANTA', since });
    expect(minute?.late.lines.map((line) => line.id)).toEqual([id]);
    expect(minute?.late.total).toBe(1);
  });

  it('is not there before the meeting, nor a day after its start', async () => {
    const since = await begin();
    expect((await read()).minute).toBeNull();
    const { id } = await give(ana);
    await on.act(remindActivity, boss, { activityId: id, message: null });
    expect((await read({ since })).minute).not.toBeNull();
    on.setClock(new Date(on.now().getTime() + 24 * 3_600_000));
    expect((await read({ since })).minute).toBeNull();
    const request = { since, notes: null, recipients: [ana.id] };
    expect(await refusalOf(on.act(sendMinute, boss, request))).toMatchObject({ code: 'input.invalid' });
  });

  it('is there on a Monday, when the last act before the meeting is days old', async () => {
    const since = await begin();
    on.setClock(new Date(on.now().getTime() + 3 * 24 * 3_600_000));
    const { id } = await give(ana);
    await on.act(remindActivity, boss, { activityId: id, message: null });
    expect((await read({ since })).minute?.acts.map((act) => act.id)).toEqual([id]);
    expect(await on.act(sendMinute, boss, { since, notes: null, recipients: [ana.id] })).toEqual({ count: 1 });
  });

  it('reads of a long history only what came since the start', async () => {
    const { id } = await give(ana);
    await database.db.raw(
      `insert into activity_history (activity_id, act, actor_id, channel, at, from_status, to_status)
       select ?, 'remind', ?, 'web', ?, 'in_progress', 'in_progress' from generate_series(1, 5000)`,
      [id, boss.id, on.now()],
    );
    await database.db.raw('analyze activity_history');
    const newest = Number((await database.db('activityHistory').max('id as id').first())?.id);
    const values = { since: newest - 3, until: newest, actorId: boss.id, limit: 300 };
    const { rows } = await database.db.raw(`explain (analyze, timing off) ${ACTS_SINCE}`, values);
    const plan = rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Scan[^\n]* using activity_history_pkey[^\n]*rows=3/);
    expect(plan).not.toContain('Seq Scan on activity_history');
  });
});

describe('mailing it', () => {
  const request = async () => ({ since: await begin(), notes: 'Pedir filtros', recipients: [ana.id, beto.id, ana.id] });

  it('adds one mail for each person, and stores nothing else', async () => {
    const input = await request();
    expect(await on.act(sendMinute, boss, input)).toEqual({ count: 2 });
    expect(await database.db('outbox').where({ kind: 'minute' }).orderBy('id').select('recipientId', 'channel')).toEqual([
      { recipientId: ana.id, channel: 'email' },
      { recipientId: beto.id, channel: 'email' },
    ]);
  });

  it.each<[string, () => Promise<number>]>([
    ['somebody inactive', async () => (await given(database.db).person({ isActive: false })).id],
    ['nobody', async () => 2_000_000],
  ])('refuses all where one of them is %s', async (_, other) => {
    const input = await request();
    const refusal = await refusalOf(on.act(sendMinute, boss, { ...input, recipients: [ana.id, await other()] }));
    expect(refusal).toMatchObject({ code: 'input.invalid' });
    expect(await database.db('outbox').where({ kind: 'minute' })).toEqual([]);
  });
});
