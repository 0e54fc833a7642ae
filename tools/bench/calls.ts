import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dataFolder, launch, type Product, untilReady } from '../../api/test/process/product.ts';
import type { Database } from '../../core/src/core.ts';
import { addMonths, localDay } from '../../core/src/domain/calendar.ts';
import { startPostgres } from '../../core/src/embedded-postgres/start-postgres.ts';
import { openVisitor } from '../load/company.ts';
import { type HttpConnections, type HttpQuestion, openConnections, post } from '../load/http-connections.ts';
import { median, readPostgres, readThreads, SECRET, subtractTimes, textTable, ZONE } from './harness.ts';

type CoreModule = typeof import('../../core/src/core.ts');
type SeedModule = typeof import('../../core/seeds/generate.ts');

/** This many people ask at once, because one person alone gets a fifth of the time when several of their requests run. */
const LANES = 4;
const ROUNDS = 8;
const SETTLE_MS = 20_000;
const IDLE_MS = 60_000;
const IDLE_MOST = 0.01;
/** The limit of a figure among 100,000 activities. */
const FIGURE_MOST_MS = 300;

interface Lane {
  manager: Record<string, string>;
  person: Record<string, string>;
  personId: number;
}

/** One build, whose product has a process and a database of its own. */
interface Side {
  db: Database;
  url: string;
  product: Product;
  connections: HttpConnections;
  lanes: Lane[];
  topicId: number;
  /** Work that the bench registered, by the lane that does it. */
  folios: number[][];
}

interface BenchCall {
  name: string;
  /** How many requests a round has. */
  count: number;
  /** The largest ratio of processor time to the other build. */
  most?: number;
  isFigure?: boolean;
  ask: (side: Side, lane: number, turn: number) => HttpQuestion;
}

const REGISTRATION = 'alta';
const today = localDay(ZONE, new Date());
const month = { startDate: addMonths(today, -1), endDate: today };
const run = Date.now();

const pickLane = (side: Side, lane: number) => side.lanes[lane] as Lane;
const takeFolio = (side: Side, lane: number, turn: number) => side.folios[lane]?.[turn];
const figure = (name: string, path: string, body: object): BenchCall => ({
  name,
  count: 4,
  isFigure: true,
  ask: (side) => post(path, pickLane(side, 0).manager, body),
});

/** Makes a call of the person or the manager of a lane. */
const call = (
  name: string,
  count: number,
  most: number,
  ask: (lane: Lane, side: Side, index: number, turn: number) => HttpQuestion,
): BenchCall => ({
  name,
  count,
  most,
  ask: (side, index, turn) => ask(pickLane(side, index), side, index, turn),
});

const calls: BenchCall[] = [
  call('pendientes de una persona', 80, 1.6, ({ person }) => ({ path: '/api/get_my_activities', headers: person })),
  call('reporte, una página de 25', 40, 1.3, ({ manager }) => post('get_all_activities', manager, { ...month, page: 1, pageSize: 25 })),
  call(REGISTRATION, 40, 1, ({ manager, personId }, { topicId }, lane, turn) =>
    post('create_activity', manager, {
      id_project: topicId,
      id_user_assigned: personId,
      objective: `orden ${lane}-${turn} del banco ${run}`,
      priority: 'Normal',
      due_date: addMonths(today, 1),
    }),
  ),
  call('una actividad', 80, 1.6, ({ person }, side, lane) => ({ path: `/api/get_activity/${takeFolio(side, lane, 0)}`, headers: person })),
  call('inicio del trabajo', 40, 1.6, ({ person }, side, lane, turn) =>
    post('record_start_work_activity', person, { activitie_id: takeFolio(side, lane, turn) }),
  ),
  call('comentario', 40, 1.6, ({ person }, side, lane, turn) =>
    post('record_comments_activity', person, { activitie_id: takeFolio(side, lane, turn), comment: `avance ${turn}` }),
  ),
  call('término', 40, 1.6, ({ person }, side, lane, turn) =>
    post('end_activity', person, { activity_id: takeFolio(side, lane, turn), resolution: 'Listo' }),
  ),
  figure('filtros del reporte, un mes', 'get_stats_activities', month),
  figure('carga por persona', 'get_people_load', {}),
  figure('puntualidad de un mes', 'get_punctuality_stats', month),
];

/** Reads the times of the threads of the API and of the connections of its database. */
const readProcessor = async ({ db, product }: Side) => ({
  api: new Map(readThreads(product.child.pid as number)),
  postgres: await readPostgres(db),
});

interface Measurement {
  perSecond: number;
  ms: number;
  api: number;
  postgres: number;
}

async function measure(side: Side, { count, ask, isFigure }: BenchCall, round: number): Promise<Measurement> {
  const lanes = isFigure ? 1 : LANES;
  const each = count / lanes;
  const before = await readProcessor(side);
  const began = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let turn = round * each; turn < (round + 1) * each; turn++) {
        const { status, body } = await side.connections.ask(ask(side, lane, turn));
        if (status !== 200) throw new Error(`${status} ${body}`);
      }
    }),
  );
  const ms = (performance.now() - began) / count;
  const after = await readProcessor(side);
  return {
    perSecond: 1_000 / ms,
    ms,
    api: subtractTimes(after.api, before.api) / count,
    postgres: subtractTimes(after.postgres, before.postgres) / count,
  };
}

async function readFolios(side: Side): Promise<void> {
  side.folios = await Promise.all(
    side.lanes.map(({ personId }) =>
      side
        .db('activities')
        .where({ assigneeId: personId, status: 'not_started' })
        .orderBy('id', 'desc')
        .limit(LANES * 1_000)
        .pluck('id'),
    ),
  );
}

/** Makes a company with the build in `folder`, and starts that build on it. */
async function openSide(folder: string, url: string, activities: number, data: string): Promise<Side> {
  const core: CoreModule = await import(path.join(folder, 'core/src/core.ts'));
  const { generate }: SeedModule = await import(path.join(folder, 'core/seeds/generate.ts'));
  const db = core.connect(url);
  await core.migrate(db);
  await generate(db, { activities }, new Date());
  await db.raw('vacuum (analyze)');
  const product = await start(folder, url, data, { SCHEDULER: 'off' });
  const connections = openConnections(product.url);
  const logIn = async (id: number) => (await openVisitor(db, connections.ask, id)).writes;
  const managers: number[] = await db('users').where('position', 'GERENTE').orderBy('id').limit(LANES).pluck('id');
  const people: number[] = await db('users').whereNot('position', 'GERENTE').orderBy('id').limit(LANES).pluck('id');
  const lanes: Lane[] = [];
  for (const [lane, personId] of people.entries())
    lanes.push({ manager: await logIn(managers[lane] as number), person: await logIn(personId), personId });
  const { id: topicId } = await db('topics').where('department', 'GENERAL').first('id');
  const side = { db, url, product, connections, lanes, topicId, folios: [] };
  await readFolios(side);
  return side;
}

async function start(folder: string, url: string, data: string, env: Record<string, string>): Promise<Product> {
  const settings = { DATABASE_URL: url, SESSION_SECRET: SECRET, RATE_LIMIT_FACTOR: '1000', ...env };
  const product = await launch(data, settings, { program: [path.join(folder, 'api/src/main.ts')] });
  await untilReady(product);
  return product;
}

async function end({ child, exited }: Product): Promise<void> {
  child.kill('SIGTERM');
  await exited;
}

/** The first server with jobs makes the baseline of the history, once. It takes about a minute for 100,000 activities. Version 1.2.0 has none. */
async function untilBaseline({ db }: Side): Promise<void> {
  if (!(await db.schema.hasColumn('history_baselines', 'kind'))) return;
  while (!(await db('historyBaselines').where({ kind: 'complete' }).first())) await pause(1_000);
}

/** Measures the share of one processor that an idle server takes. */
async function measureIdle(side: Side, folder: string, data: string): Promise<number> {
  side.connections.end();
  await end(side.product);
  side.product = await start(folder, side.url, data, {});
  await untilBaseline(side);
  await pause(SETTLE_MS);
  const before = await readProcessor(side);
  await pause(IDLE_MS);
  const after = await readProcessor(side);
  return (subtractTimes(after.api, before.api) + subtractTimes(after.postgres, before.postgres)) / IDLE_MS;
}

const medianFigure = (measurements: readonly Measurement[], key: keyof Measurement) => median(measurements.map((one) => one[key]));
const medianProcessor = (measurements: readonly Measurement[]) =>
  medianFigure(measurements, 'api') + medianFigure(measurements, 'postgres');

/**
 * Measures each call on each build by turns, on one PostgreSQL server. The ratio to another build is of the processor time of API and
 * PostgreSQL for each request. Figures over their limit are marked.
 */
export async function benchCalls(activities: number, folders: readonly string[], only = ''): Promise<{ text: string; isMet: boolean }> {
  const place = dataFolder();
  const server = await startPostgres({ dataDir: path.join(place, 'postgres') });
  const sides: Side[] = [];
  try {
    for (const [index, folder] of folders.entries()) {
      const url = new URL(server.url);
      if (index > 0) {
        await sides[0]?.db.raw(`create database bench_${index}`);
        url.pathname = `/bench_${index}`;
      }
      sides.push(await openSide(folder, url.href, activities, path.join(place, `data-${index}`)));
    }
    const lines: string[][] = [];
    let isMet = true;
    const mark = (isRight: boolean) => {
      isMet &&= isRight;
      return isRight ? '' : '✗';
    };
    // The other calls use the work that the registration adds.
    for (const call of calls.filter(({ name }) => name === REGISTRATION || name.includes(only))) {
      const measured: Measurement[][] = sides.map(() => []);
      for (let round = 0; round <= ROUNDS; round++)
        for (const index of round % 2 ? [...sides.keys()].reverse() : sides.keys()) {
          const measurement = await measure(sides[index] as Side, call, round);
          // The first round only warms both.
          if (round > 0) measured[index]?.push(measurement);
        }
      if (call.name === REGISTRATION) for (const side of sides) await readFolios(side);
      const [ours = [], other] = measured;
      const ratio = other ? medianProcessor(ours) / medianProcessor(other) : null;
      const isRight =
        (ratio === null || !call.most || ratio <= call.most) && (!call.isFigure || medianFigure(ours, 'ms') <= FIGURE_MOST_MS);
      lines.push([
        call.name,
        ...measured.flatMap((side) => [
          medianFigure(side, 'perSecond').toFixed(0),
          medianFigure(side, 'api').toFixed(2),
          medianFigure(side, 'postgres').toFixed(2),
        ]),
        ratio?.toFixed(2) ?? '',
        call.isFigure ? `${medianFigure(ours, 'ms').toFixed(0)} ≤ ${FIGURE_MOST_MS} ms` : call.most && ratio ? `≤ ${call.most}` : '',
        mark(isRight),
      ]);
    }
    const idle: number[] = [];
    for (const [index, side] of sides.entries())
      idle.push(await measureIdle(side, folders[index] as string, path.join(place, `data-${index}`)));
    const shares = idle.map((share) => `${(share * 100).toFixed(2)} %`);
    const columns = ['por s', 'API ms', 'PG ms'];
    const heading = ['', ...columns, ...(sides[1] ? columns.map((name) => `antes ${name}`) : []), 'razón', 'meta', ''];
    const idleLine = `Sin que nadie pida nada, de un procesador: ${shares.join(', antes ')} (≤ ${IDLE_MOST * 100} %) ${mark((idle[0] as number) <= IDLE_MOST)}`;
    return { text: `${textTable([heading, ...lines], (column) => column > 0)}\n${idleLine}`, isMet };
  } finally {
    for (const { product, connections, db } of sides) {
      connections.end();
      await end(product);
      await db.destroy();
    }
    await server.stop();
    fs.rmSync(place, { recursive: true, force: true });
  }
}
