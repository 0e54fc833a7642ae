import { generate, type Size } from '../../core/seeds/generate.ts';
import type { Database } from '../../core/src/core.ts';
import { closedStatuses, openStatuses, statuses } from '../../core/src/domain/activities/activity.ts';
import { parseSearchTerms } from '../../core/src/domain/activities/search.ts';
import { addDays, type CalendarDate, localDay } from '../../core/src/domain/calendar.ts';
import {
  countedStatuses,
  type Filters,
  isUsualSort,
  noFilters,
  pickFilters,
  type Sort,
  sortColumns,
  usualSort,
} from '../../core/src/domain/reports/report.ts';
import { activitySearchOn } from '../../core/src/persistence/activities/activity-search.ts';
import { activityReportsOn } from '../../core/src/persistence/reports/activity-reports.ts';
import type { Selection } from '../../core/src/persistence/reports/selection.sql.ts';
import { median, NOW, readPostgres, subtractTimes, withBenchDatabase, ZONE } from './harness.ts';

const RUNS = 5;
/** The limit of a list or a figure in the database (docs/performance.md). */
const LIMIT_MS = 50;
const SIZE = 25;
const MONTH = 30;
const YEAR = 365;

/** Adds a completion and a verdict for each closed activity that another person did, and a rejection for one of twelve. */
const HISTORY = `
  insert into activity_history (activity_id, actor_id, channel, act, at, to_status)
  select id, case act when 'complete' then assignee_id else owner_id end, 'web', act, done_at, to_status
  from activities cross join lateral (values
    ('complete', closed_at - interval '3 hours', 'completed', id % 12 = 0), ('reject', closed_at - interval '1 hour', 'in_progress', id % 12 = 0),
    ('complete', closed_at, 'completed', true), ('approve', verified_at, 'verified', true)
  ) as life (act, done_at, to_status, is_done)
  where status = 'verified' and is_done and owner_id <> assignee_id
  order by id, done_at`;

async function addHistory(db: Database): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica');
    await trx.raw(HISTORY);
  });
  await db.raw('vacuum (analyze)');
}

/** Makes a company where the database has none, without parallel workers, whose processor time is not counted. */
async function fill(db: Database, size: Size): Promise<void> {
  await db.raw('alter system set max_parallel_workers_per_gather = 0');
  await db.raw('select pg_reload_conf()');
  if (!(await db('activities').first('id'))) await generate(db, size, NOW);
}

async function findBusiest(db: Database, part: 'ownerId' | 'assigneeId'): Promise<number> {
  const [row] = await db('activities').groupBy(part).orderByRaw('count(*) desc').limit(1).select(`${part} as id`);
  return Number(row?.id);
}

/** Measures the milliseconds of PostgreSQL's processor in each run. */
async function measureRuns(db: Database, work: () => Promise<unknown>, runs = RUNS): Promise<number[]> {
  await work();
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const before = await readPostgres(db);
    await work();
    times.push(subtractTimes(await readPostgres(db), before));
  }
  return times;
}

const figure = (ms: number) => (ms > LIMIT_MS ? `**${ms.toFixed(0)}**` : ms.toFixed(ms < 10 ? 1 : 0));
const cell = (times: readonly number[]) => `${figure(Math.min(...times))} · ${figure(median(times))}`;

/** Returns the open work of the company, but for what is `chosen`. */
const select = (today: CalendarDate, chosen: Partial<Selection>): Selection => ({
  scope: 'company',
  readerId: 0,
  statuses: openStatuses,
  range: null,
  filters: noFilters,
  words: [],
  today,
  ...chosen,
});

/** Returns the lists to measure by their name. */
function buildLists(today: CalendarDate, ownerId: number, assigneeId: number): Record<string, Selection> {
  const of = (selected: Partial<Selection>, filters: Partial<Filters> = {}) =>
    select(today, { ...selected, filters: pickFilters(filters) });
  const departments = ['Compras', 'Calidad'];
  const month = { from: addDays(today, -MONTH), to: today };
  const year = { from: addDays(today, -YEAR), to: today };
  const finished = { statuses: closedStatuses };
  const due = { statuses: countedStatuses, dating: 'deadline', range: year } as const;
  return {
    pendientes: of({ range: { from: addDays(today, -5 * YEAR), to: today } }),
    'pendientes, dos áreas': of({}, { departments }),
    'pendientes, dos áreas y prioridad': of({}, { departments, priorities: ['high'] }),
    'finalizadas de un mes': of({ ...finished, range: month }),
    finalizadas: of(finished),
    'finalizadas, dos áreas': of(finished, { departments }),
    'finalizadas, dos áreas y prioridad': of(finished, { departments, priorities: ['high'] }),
    'finalizadas sin importadas': of({ ...finished, isMeasured: true }),
    todas: of({ statuses }),
    'todas, dos áreas': of({ statuses }, { departments }),
    'vencidas en un año': of(due),
    'entregadas tarde en un año': of({ ...due, punctuality: ['late'] }),
    'asignadas por quien más asigna': of({ scope: 'assignedByMe', readerId: ownerId, statuses: countedStatuses }),
    'historial de quien más tiene': of({ scope: 'mine', readerId: assigneeId, ...finished }),
  };
}

/**
 * Measures lists and figures of a company and writes a Markdown table. A cell has milliseconds of PostgreSQL's processor: least · median, in
 * bold over the limit. Another order is each column both ways: the median of them, and the slowest with its name.
 */
export const benchGrowth = (activities: number, keptFolder?: string, only = ''): Promise<string> =>
  withBenchDatabase(async (db) => {
    await fill(db, { activities });
    if (!(await db('activity_history').first('id'))) await addHistory(db);
    const today = localDay(ZONE, NOW);
    const lists = buildLists(today, await findBusiest(db, 'ownerId'), await findBusiest(db, 'assigneeId'));
    const reports = () => activityReportsOn(db, ZONE);
    const timed = async (work: () => Promise<unknown>) => cell(await measureRuns(db, work));

    const lines = ['| lista | página | orden usual | otro orden: la mediana | otro orden: la más lenta |', '|---|---|--:|--:|--:|'];
    const figures = ['| cifra | ms |', '|---|--:|'];
    for (const [name, list] of Object.entries(lists).filter(([each]) => each.includes(only))) {
      // Each run gets a copy, because the reports keep what they counted for a selection.
      const fresh = () => ({ ...list });
      const { total } = await reports().count(fresh());
      const usual = usualSort(list.statuses, list.dating);
      const others = sortColumns.flatMap((column) => [true, false].map((isDescending): Sort => ({ column, isDescending })));
      const lastPage = Math.max(1, Math.ceil(total / SIZE));
      for (const [place, share] of [
        ['primera', 0],
        ['de en medio', 0.5],
        ['última', 1],
      ] as const) {
        const pageBy = (sort: Sort) => () => reports().page(fresh(), { page: Math.max(1, Math.round(lastPage * share)), size: SIZE, sort });
        const byOrder: { sort: Sort; times: number[] }[] = [];
        for (const sort of others.filter((other) => !isUsualSort(other, list.statuses, list.dating)))
          byOrder.push({ sort, times: await measureRuns(db, pageBy(sort), 2) });
        byOrder.sort((a, b) => median(a.times) - median(b.times));
        const slowest = byOrder.at(-1) as (typeof byOrder)[number];
        const middle = byOrder[byOrder.length >> 1] as (typeof byOrder)[number];
        lines.push(
          `| ${name} (${total.toLocaleString('en-US')}) | ${place} | ${await timed(pageBy(usual))} | ${cell(middle.times)} | ${cell(slowest.times)}, \`${slowest.sort.column}\` |`,
        );
      }
      figures.push(`| ${name}: total | ${await timed(() => reports().count(fresh()))} |`);
      figures.push(`| ${name}: filtros | ${await timed(() => reports().facets(fresh()))} |`);
    }
    const pick = (name: string) => lists[name] as Selection;
    const clocks = {
      'un mes': { from: addDays(today, -MONTH), to: today },
      'un año': { from: addDays(today, -YEAR), to: today },
      siempre: null,
    };
    const works: Record<string, () => Promise<unknown>> = {
      'inicio: por estatus': () => reports().countByStatus({ ...pick('pendientes'), statuses: countedStatuses, filters: noFilters }),
      'inicio: por urgencia': () => reports().countUrgencies({ ...pick('pendientes') }),
      'cumplimiento por área': () => reports().countByDepartment({ ...pick('todas'), statuses: countedStatuses }),
      'cumplimiento por semana': () => reports().countByDeadline({ ...pick('vencidas en un año') }),
      'carga por persona': () => reports().countByPerson({ ...pick('pendientes') }),
    };
    for (const [span, range] of Object.entries(clocks)) {
      const due = { ...pick('vencidas en un año'), range };
      const filtered = { ...due, filters: pick('finalizadas, dos áreas').filters };
      works[`puntualidad, ${span}`] = () => reports().countPunctuality({ ...due });
      works[`puntualidad, dos áreas, ${span}`] = () => reports().countPunctuality({ ...filtered });
      works[`reloj de verificación, ${span}`] = () => reports().readVerificationClock({ ...due });
      works[`reloj de verificación, dos áreas, ${span}`] = () => reports().readVerificationClock({ ...filtered });
    }
    for (const [name, work] of Object.entries(works).filter(([each]) => each.includes(only)))
      figures.push(`| ${name} | ${await timed(work)} |`);
    return [...lines, '', ...figures].join('\n');
  }, keptFolder);

const COMMENTS_EACH = 5;
/** The searches have words of most activities, the last one of delivered work alone, words of few, names of many people, and a number. */
const SEARCHES = {
  'palabras comunes': 'orden avance terminado',
  'palabras menos comunes': 'revisar la avance',
  'nombres frecuentes': 'alvaro avalos avance',
  'una palabra rara': 'orden avance 98765',
  'palabras de hace años': 'obsoleto avance la',
  'con un nombre': 'obsoleto avalos avance',
};
const BY_TOPIC: Sort = { column: 'topic', isDescending: false };

/** Gives a word to three in ten activities, all of them old. */
async function addFormerWord(db: Database): Promise<void> {
  await db.raw(`update activity_words set words = words || array_to_tsvector(array['obsoleto'])
    where activity_id between (select max(id) * 0.1 from activities) and (select max(id) * 0.4 from activities)`);
  await db.raw(`insert into search_vocabulary values ('obsoleto')`);
  await db.raw('vacuum (analyze) activity_words');
}

/** Measures searches of three words in lists, in the usual order and in another, and with Ctrl+K. */
export const benchSearch = (activities: number, keptFolder?: string): Promise<string> =>
  withBenchDatabase(async (db) => {
    await fill(db, { activities, comments: COMMENTS_EACH * activities });
    if ((await db('search_vocabulary').where({ word: 'obsoleto' })).length === 0) await addFormerWord(db);
    const [ownerId, assigneeId] = [await findBusiest(db, 'ownerId'), await findBusiest(db, 'assigneeId')];
    const [reports, search] = [activityReportsOn(db, ZONE), activitySearchOn(db)];
    const today = localDay(ZONE, NOW);
    const lines = ['| búsqueda | qué | ms |', '|---|---|--:|'];
    for (const [name, text] of Object.entries(SEARCHES)) {
      const words = parseSearchTerms(text) ?? [];
      const selection = (chosen: Partial<Selection> = {}) => select(today, { words, ...chosen });
      const pageBy = (sort: Sort, of?: Partial<Selection>) => reports.page(selection(of), { page: 1, size: 25, sort });
      const closed = { statuses: ['verified'] } as const;
      const own = { scope: 'mine', readerId: assigneeId, statuses: closedStatuses } as const;
      const assigned = { scope: 'assignedByMe', readerId: ownerId, statuses: countedStatuses } as const;
      const works: Record<string, () => Promise<unknown>> = {
        página: () => pageBy(usualSort(openStatuses)),
        cuenta: () => reports.count(selection()),
        filtros: () => reports.facets(selection()),
        'finalizadas, por tema': () => pageBy(BY_TOPIC, closed),
        'finalizadas, cuenta': () => reports.count(selection(closed)),
        'asignadas, por tema': () => pageBy(BY_TOPIC, assigned),
        'propias finalizadas, por tema': () => pageBy(BY_TOPIC, own),
        'comentarios propios': () => search.inComments(words, [assigneeId], 'closed'),
        'Ctrl+K': () => search.find(words, { userIds: [0], seesAll: true }),
        'Ctrl+K sin privilegio': () => search.find(words, { userIds: [assigneeId], seesAll: false }),
      };
      for (const [what, work] of Object.entries(works)) lines.push(`| ${name} | ${what} | ${cell(await measureRuns(db, work))} |`);
    }
    return lines.join('\n');
  }, keptFolder);
