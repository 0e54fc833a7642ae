import { activityFields } from '../../api/src/http/activity-fields.ts';
import { type Database, repositoriesOn } from '../../core/src/core.ts';
import { addMonths, calendarDate, dayIn } from '../../core/src/domain/calendar.ts';
import { monthOf } from '../../core/src/domain/reports/punctuality.ts';
import { countedStatuses, noFilters, usualSort, usualStatuses } from '../../core/src/domain/reports/report.ts';
import type { Selection } from '../../core/src/persistence/reports/selection.sql.ts';
import type { RunningCompany, Visitor } from '../load/company.ts';
import type { HttpQuestion } from '../load/http-connections.ts';
import { about } from '../load/people.ts';
import { type BareQuery, bareConnections, bareServer } from './baselines.ts';
import { type BenchRow, sideBySide, ZONE } from './harness.ts';

interface Statement {
  /** What we prepare it as, where we do: the limit prepares it too. */
  name?: string;
  text: string;
  values: readonly unknown[];
}

interface KnexQuery {
  sql: string;
  bindings: readonly unknown[];
  options?: { name?: string };
}

/** What the work says to the database, as it goes over the wire. */
export async function statementsOf(db: Database, work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const note = ({ sql, bindings, options }: KnexQuery) => void statements.push({ ...options, text: sql, values: bindings });
  db.on('query', note);
  await work();
  db.removeListener('query', note);
  return statements;
}

const READ_ROUNDS = 200;
/** A server that people use has been running for more than a moment: before that Node still interprets what it will compile. */
const WARM_READ_ROUNDS = 300;
const PAGE_SIZE = 25;
const READS_MOST = 1.5;
const LIMIT_NAME = 'su propio SQL detrás de node:http';

/** One's own list, a page of the report of everything and its facets: through HTTP, beside the statements they say, through HTTP as well. */
export async function benchReads(company: RunningCompany): Promise<BenchRow[]> {
  const { db, url } = company;
  const repos = repositoriesOn(db, ZONE);
  const today = dayIn(ZONE, new Date());
  const range = { from: calendarDate('2020-01-01'), to: today };
  const statuses = usualStatuses.company;
  const { id: managerId } = await db('users').where('position', 'GERENTE').first('id');
  const selection: Selection = { scope: 'company', readerId: managerId, statuses, range, filters: noFilters, words: [], today };
  const month = { from: addMonths(today, -1), to: today };
  const due: Selection = { ...selection, statuses: countedStatuses, dating: 'deadline', range: month };
  const thisMonth = { from: monthOf(today), to: today };
  const doneThisMonth: Selection = { ...selection, statuses: ['verified'], range: thisMonth, isMeasured: true };
  const page = { page: 1, size: PAGE_SIZE, sort: usualSort(statuses) };
  const busy = await someoneWith(db, 25);

  const calls: Record<string, Statement[]> = {
    list: await statementsOf(db, () => repos.activityViews.encodedPendingOf(busy.id, today, activityFields)),
    page: await statementsOf(db, () =>
      Promise.all([repos.activityReports.encodedPage(selection, page, activityFields), repos.activityReports.count(selection)]),
    ),
    load: await statementsOf(db, () =>
      Promise.all([repos.activityReports.countByPerson({ ...selection, range: null }), repos.activityReports.countByPerson(doneThisMonth)]),
    ),
    facets: await statementsOf(db, () => repos.activityReports.facets(selection)),
    punctuality: await statementsOf(db, () =>
      Promise.all([repos.activityReports.countPunctuality(due), repos.activityReports.readVerificationClock(due)]),
    ),
  };
  const bare = await bareServer(url, calls);
  const [person, manager] = [await company.visitor(busy.id), await company.visitor(managerId)];
  const query = { startDate: range.from, endDate: range.to };
  const post = (path: string, body: object): HttpQuestion => ({
    method: 'POST',
    path,
    headers: manager.writes,
    body: JSON.stringify(body),
  });

  const compare = async (name: string, call: string, question: HttpQuestion): Promise<BenchRow> => {
    const ours = async () => demandOk(await company.ask(question));
    const limit = async () => demandOk(await bare.ask(call));
    await sideBySide(WARM_READ_ROUNDS, ours, limit);
    return { name, ...(await sideBySide(READ_ROUNDS, ours, limit)), limitName: LIMIT_NAME, most: READS_MOST };
  };
  const rows = [
    await compare(`lista propia, ${busy.count} actividades`, 'list', { path: '/api/get_my_activities', headers: person.reads }),
    await compare(
      `reporte, una página de ${PAGE_SIZE}`,
      'page',
      post('/api/get_all_activities', { ...query, page: 1, pageSize: PAGE_SIZE }),
    ),
    await compare('carga por persona', 'load', post('/api/get_people_load', {})),
    await compare('reporte, sus filtros', 'facets', post('/api/get_stats_activities', query)),
    await compare(
      'puntualidad de un mes, todos los grupos',
      'punctuality',
      post('/api/get_punctuality_stats', { startDate: month.from, endDate: month.to }),
    ),
  ];
  await bare.stop();
  return rows;
}

/** Who has about so much to do. */
async function someoneWith(db: RunningCompany['db'], count: number): Promise<{ id: number; count: number }> {
  return db('activities')
    .whereIn('status', ['not_started', 'in_progress', 'on_pause', 'completed'])
    .groupBy('assigneeId')
    .orderByRaw('abs(count(*) - ?), 1', [count])
    .first('assigneeId as id', db.raw('count(*)::int as count'));
}

export function demandOk(answer: { status: number; body: Buffer }): void {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`);
}

const AT_ONCE = 8;
const EACH = 25;
const WRITE_ROUNDS = 15;
const WARM_WRITE_ROUNDS = 10;
/** Activities are started by six sides: three times ours, and three limits. */
const STARTERS = 6;
const WRITES_MOST = 2;
const WRITES = AT_ONCE * EACH;

const insert = {
  name: 'insert',
  text: `insert into activities (owner_id, assignee_id, topic_id, description, description_key, priority, created_at, due_on, series_starts_on)
    values ($1, $2, $3, $4, $4, 'normal', now(), $5, $5)`,
};
const update = {
  name: 'update',
  text: `update activities set status = 'in_progress', started_at = now() where id = $1 and status = 'not_started'`,
};
const HISTORY = 'insert into activity_history (activity_id, act, actor_id, channel, at, from_status, to_status)';
const ADDED = `currval('activities_id_seq')`;
/** The rows of a registration and of a start, the least of each. */
const bareCalls: Record<'register' | 'start', [BareQuery, ...BareQuery[]]> = {
  register: [
    insert,
    { name: 'registered', text: `${HISTORY} values (${ADDED}, 'register', $1, 'web', now(), null, 'not_started')` },
    {
      name: 'announced',
      text: `insert into outbox (key, kind, recipient_id, activity_id, deadline_on, created_at, next_try_at)
        values ('bench:' || ${ADDED}, 'assigned', $1, ${ADDED}, $2, now(), now())`,
    },
  ],
  start: [update, { name: 'started', text: `${HISTORY} values ($1, 'start', $2, 'web', now(), 'not_started', 'in_progress')` }],
};

/** What both sides register and start: texts that differ, and folios of each person that are taken once. */
export async function bareWrites({ db }: RunningCompany, people: readonly number[], startsEach: number) {
  const { id: topicId } = await db('topics').where('department', 'GENERAL').first('id');
  const { id: ownerId } = await db('users').where('position', 'GERENTE').first('id');
  const dueOn = dayIn(ZONE, new Date(Date.now() + 30 * 86_400_000));
  const text = `insert into activities (owner_id, assignee_id, topic_id, description, description_key, priority, created_at, due_on, series_starts_on)
    select ?, ?, ?, 'por iniciar ' || i, 'por iniciar ' || i, 'normal', now(), ?, ? from generate_series(1, ?) as i returning id`;
  const results = await Promise.all(people.map((id) => db.raw(text, [ownerId, id, topicId, dueOn, dueOn, startsEach])));
  const waiting: number[][] = results.map(({ rows }) => rows.map(({ id }: { id: number }) => id));
  const run = Date.now();
  let lastNumber = 0;
  const objective = () => `orden ${++lastNumber} del banco ${run}`;
  const nextFolio = (lane: number) => waiting[lane]?.pop();
  return {
    calls: bareCalls,
    nextFolio,
    /** What a call of ours registers. */
    registration: (lane: number) => ({
      id_project: topicId,
      id_user_assigned: people[lane],
      objective: objective(),
      priority: 'Normal',
      due_date: dueOn,
    }),
    /** Each statement of the limit takes these values. */
    values: {
      register: (lane: number, owner = ownerId) => [[owner, people[lane], topicId, objective(), dueOn], [owner], [people[lane], dueOn]],
      start: (lane: number) => {
        const id = nextFolio(lane);
        return [[id], [id, people[lane]]];
      },
    },
  };
}

type Work = (lane: number) => unknown;

interface BenchAct {
  name: string;
  ours: Work;
  call: 'register' | 'start';
  /** What the first statement alone is, and what all of them are. */
  single: string;
  whole: string;
}

/**
 * Measures a registration and a start through HTTP, eight at once, in milliseconds each. It compares them with the one prepared statement
 * that they need at least, the same rows in one transaction, and those behind `node:http`. Every commit is durable.
 */
export async function benchWrites(company: RunningCompany): Promise<BenchRow[]> {
  const { db, url } = company;
  const bare = await bareConnections(url, AT_ONCE);
  const server = await bareServer(url, bareCalls);
  // A person for each lane, because somebody with several requests at once gets a fifth of the time.
  const managers: number[] = await db('users').where('position', 'GERENTE').orderBy('id').limit(AT_ONCE).pluck('id');
  const assignees: number[] = await db('users').whereNot('position', 'GERENTE').limit(AT_ONCE).pluck('id');
  const owners = await Promise.all(managers.map((id) => company.visitor(id)));
  const people = await Promise.all(assignees.map((id) => company.visitor(id)));
  const { registration, values, nextFolio } = await bareWrites(company, assignees, STARTERS * (WRITE_ROUNDS + WARM_WRITE_ROUNDS) * EACH);

  const post = async (path: string, { writes }: Visitor, body: object) =>
    demandOk(await company.ask({ method: 'POST', path, headers: writes, body: JSON.stringify(body) }));
  const acts: BenchAct[] = [
    {
      name: 'alta de una actividad',
      ours: (lane) => post('/api/create_activity', owners[lane] as Visitor, registration(lane)),
      call: 'register',
      single: 'un INSERT preparado por conexión, también durable',
      whole: 'las mismas tres filas en una transacción',
    },
    {
      name: 'inicio del trabajo',
      ours: (lane) => post('/api/record_start_work_activity', people[lane] as Visitor, about(nextFolio(lane))),
      call: 'start',
      single: 'un UPDATE preparado por conexión, también durable',
      whole: 'el mismo cambio con su historial en una transacción',
    },
  ];

  async function compared({ name, ours, call, single, whole }: BenchAct): Promise<BenchRow[]> {
    const [first] = bareCalls[call];
    const statementsOf = (lane: number) => {
      const parameters = values[call](lane);
      return bareCalls[call].map((statement, place) => ({ ...statement, values: parameters[place] ?? [] }));
    };
    const beside = async (limit: Work, limitName: string, most?: number): Promise<BenchRow> => {
      const sides = [eachLane(ours), eachLane(limit)] as const;
      await sideBySide(WARM_WRITE_ROUNDS, ...sides);
      const durations = await sideBySide(WRITE_ROUNDS, ...sides);
      return { name, ours: durations.ours / WRITES, limit: durations.limit / WRITES, limitName, ...(most && { most }) };
    };
    return [
      await beside((lane) => bare.all[lane]?.query({ ...first, values: values[call](lane)[0] ?? [] }), single, WRITES_MOST),
      await beside((lane) => bare.inTransaction(statementsOf(lane)), whole),
      await beside(async (lane) => demandOk(await server.send(call, values[call](lane))), `${whole}, detrás de node:http`),
    ];
  }

  const rows: BenchRow[] = [];
  for (const act of acts) rows.push(...(await compared(act)));
  await server.stop();
  await bare.end();
  return rows;
}

/** Work done so often in each of the lanes, which go side by side. */
const eachLane = (work: Work) => async () => {
  const lane = async (number: number) => {
    for (let n = 0; n < EACH; n++) await work(number);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => lane(number)));
};
