import { activityFields } from '../../api/src/http/activity-fields.ts';
import { type Database, repositoriesOn } from '../../core/src/core.ts';
import { addMonths, calendarDate, dayIn } from '../../core/src/domain/calendar.ts';
import { monthOf } from '../../core/src/domain/reports/punctuality.ts';
import { countedStatuses, noFilters, usualSort, usualStatuses } from '../../core/src/domain/reports/report.ts';
import type { Selection } from '../../core/src/persistence/selection.sql.ts';
import type { RunningCompany } from '../load/company.ts';
import type { HttpQuestion } from '../load/http-connections.ts';
import { bareServer } from './baselines.ts';
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

const ROUNDS = 200;
/** A server that people use has been running for more than a moment: before that Node still interprets what it will compile. */
const WARM_ROUNDS = 300;
const PAGE_SIZE = 25;
const MOST = 1.5;
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
    await sideBySide(WARM_ROUNDS, ours, limit);
    return { name, ...(await sideBySide(ROUNDS, ours, limit)), limitName: LIMIT_NAME, most: MOST };
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
