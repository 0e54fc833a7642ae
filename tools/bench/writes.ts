import { about } from '../../api/test/process/load/about.ts';
import { dayIn } from '../../core/src/domain/calendar.ts';
import type { RunningCompany, Visitor } from '../load/running-company.ts';
import { bareConnections } from './bare-connections.ts';
import { ZONE } from './ground.ts';
import { demandOk } from './reads.ts';
import type { Row } from './row.ts';
import { sideBySide } from './side-by-side.ts';

const AT_ONCE = 8;
const EACH = 25;
const TURNS = 15;
const WARM_TURNS = 10;
const MOST = 2;
const WRITES = AT_ONCE * EACH;

const INSERT = `insert into activities (owner_id, assignee_id, topic_id, description, description_key, priority, created_at, due_on, series_starts_on)
  values ($1, $2, $3, $4, $4, 'normal', now(), $5, $5) returning id`;
const START = `update activities set status = 'in_progress', started_at = now() where id = $1 and status = 'not_started'`;
const HISTORY = `insert into activity_history (activity_id, act, actor_id, channel, at, from_status, to_status)
  values ($1, $2, $3, 'web', now(), $4, $5) returning id`;
const OUTBOX = `insert into outbox (key, kind, recipient_id, activity_id, deadline_on, created_at, next_try_at)
  values ($1, 'assigned', $2, $3, $4, now(), now())`;

/**
 * A registration and a start through HTTP, eight at once, milliseconds each: beside the one statement that is the least of it, prepared,
 * and beside the same rows in one transaction. Every commit of either side is durable.
 */
export async function benchWrites(company: RunningCompany): Promise<Row[]> {
  const { db, url } = company;
  const bare = await bareConnections(url, AT_ONCE);
  const { id: managerId } = await db('users').where('position', 'GERENTE').first('id');
  const assignees: number[] = await db('users').whereNot('position', 'GERENTE').limit(AT_ONCE).pluck('id');
  const { id: topicId } = await db('topics').where('department', 'GENERAL').first('id');
  const manager = await company.visitor(managerId);
  const people = await Promise.all(assignees.map((id) => company.visitor(id)));
  const dueOn = dayIn(ZONE, new Date(Date.now() + 30 * 86_400_000));
  let told = 0;

  const say = (lane: number, name: string, text: string, values: readonly unknown[]) =>
    (bare.all[lane] as (typeof bare.all)[number]).query({ name, text, values });
  const rowFor = (lane: number) => [managerId, assignees[lane], topicId, `orden del banco ${++told}`, dueOn];
  const post = async (path: string, { writes }: Visitor, body: object) =>
    demandOk(await company.ask({ method: 'POST', path, headers: writes, body: JSON.stringify(body) }));

  const register = eachLane((lane) => {
    const [, assignee, , objective] = rowFor(lane);
    const wire = { id_project: topicId, id_user_assigned: assignee, objective, priority: 'Normal', due_date: dueOn };
    return post('/api/create_activity', manager, wire);
  });
  const insert = eachLane((lane) => say(lane, 'insert', INSERT, rowFor(lane)));
  const insertAll = eachLane((lane) =>
    within(lane, async () => {
      const [{ id }] = (await say(lane, 'insert', INSERT, rowFor(lane))).rows as [{ id: number }];
      await say(lane, 'history', HISTORY, [id, 'register', managerId, null, 'not_started']);
      await say(lane, 'outbox', OUTBOX, [`bench:${id}`, assignees[lane], id, dueOn]);
    }),
  );

  const waiting = await activitiesOf(assignees, 4 * (TURNS + WARM_TURNS) * EACH);
  const next = (lane: number) => waiting[lane]?.pop();
  const start = eachLane((lane) => post('/api/record_start_work_activity', people[lane] as Visitor, about(next(lane))));
  const update = eachLane((lane) => say(lane, 'start', START, [next(lane)]));
  const updateAll = eachLane((lane) =>
    within(lane, async () => {
      const id = next(lane);
      await say(lane, 'start', START, [id]);
      await say(lane, 'history', HISTORY, [id, 'start', assignees[lane], 'not_started', 'in_progress']);
    }),
  );

  async function within(lane: number, work: () => Promise<void>) {
    await (bare.all[lane] as (typeof bare.all)[number]).query({ text: 'begin' });
    await work();
    await (bare.all[lane] as (typeof bare.all)[number]).query({ text: 'commit' });
  }

  /** Folios to start, for each of them. */
  async function activitiesOf(ids: readonly number[], count: number): Promise<number[][]> {
    const text = `insert into activities (owner_id, assignee_id, topic_id, description, description_key, priority, created_at, due_on, series_starts_on)
      select ?, ?, ?, 'por iniciar ' || i, 'por iniciar ' || i, 'normal', now(), ?, ? from generate_series(1, ?) as i returning id`;
    const made = await Promise.all(ids.map((id) => db.raw(text, [managerId, id, topicId, dueOn, dueOn, count])));
    return made.map(({ rows }) => rows.map(({ id }: { id: number }) => id));
  }

  const compare = async (name: string, ours: () => Promise<void>, limit: () => Promise<void>, limitName: string, most?: number) => {
    await sideBySide(WARM_TURNS, ours, limit);
    const taken = await sideBySide(TURNS, ours, limit);
    return { name, ours: taken.ours / WRITES, limit: taken.limit / WRITES, limitName, ...(most && { most }) };
  };
  const rows = [
    await compare('alta de una actividad', register, insert, 'un INSERT preparado por conexión, también durable', MOST),
    await compare('alta de una actividad', register, insertAll, 'las mismas tres filas en una transacción'),
    await compare('inicio del trabajo', start, update, 'un UPDATE preparado por conexión, también durable', MOST),
    await compare('inicio del trabajo', start, updateAll, 'el mismo cambio con su historial en una transacción'),
  ];
  await bare.end();
  return rows;
}

/** Work done so often in each of the lanes, which go side by side. */
const eachLane = (work: (lane: number) => Promise<unknown>) => async () => {
  const lane = async (number: number) => {
    for (let n = 0; n < EACH; n++) await work(number);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => lane(number)));
};
