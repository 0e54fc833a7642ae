import { activityFields } from '../../api/src/http/activity-fields.ts';
import { type Database, repositoriesOn } from '../../core/src/core.ts';
import { openStatuses } from '../../core/src/domain/activities/activity.ts';
import { calendarDate, dayIn } from '../../core/src/domain/calendar.ts';
import { noFilters, usualSort, usualStatuses } from '../../core/src/domain/reports/report.ts';
import type { RunningCompany } from '../load/company.ts';
import { about } from '../load/people.ts';
import { type BareQuery, bareServer } from './baselines.ts';
import { bareWrites, statementsOf } from './calls.ts';
import { type BenchRow, demandSameBytes, inRounds, requestsOfRounds, requestText, type Side, ZONE } from './harness.ts';

const CONNECTIONS = 16;
const LIST_LENGTH = 20;
const PAGE_SIZE = 100;
const MOST = 2;
/** Requests of a lane in a round: about a second of ours. */
const LISTS = 150;
const PAGES = 20;
const ITEMS = 100;
const WRITES = 60;

const always = (requests: readonly string[]) => requests.map((request) => () => request);

/** So many people with an open list of usual length. */
const busyPeople = ({ db }: RunningCompany): Promise<{ id: number }[]> =>
  db('activities')
    .whereIn('status', [...openStatuses])
    .groupBy('assigneeId')
    .orderByRaw('abs(count(*) - ?), 1', [LIST_LENGTH])
    .limit(CONNECTIONS)
    .select('assigneeId as id');

const managersOf = (db: Database): Promise<number[]> =>
  db('users').where('position', 'GERENTE').orderBy('id').limit(CONNECTIONS).pluck('id');

const visitorsOf = (company: RunningCompany, ids: readonly number[]) => Promise.all(ids.map((id) => company.visitor(id)));

const listRequests = async (company: RunningCompany, people: readonly { id: number }[]) => {
  const ids = people.map(({ id }) => id);
  return always((await visitorsOf(company, ids)).map(({ reads }) => requestText('GET', '/api/get_my_activities', reads)));
};

/**
 * The open list of sixteen people at once, beside bare `node:http` that sends the same bytes of the same statement. The limit has no session,
 * no log and no other limits. Both have a process each, and their rounds alternate.
 */
async function benchList(company: RunningCompany): Promise<BenchRow> {
  const { db, url } = company;
  const people = await busyPeople(company);
  const { activityViews } = repositoriesOn(db, ZONE);
  const today = dayIn(ZONE, new Date());
  const calls: Record<string, BareQuery[]> = {};
  for (const { id } of people) {
    calls[`list/${id}`] = await statementsOf(db, () => activityViews.encodedPendingOf(id, today, activityFields));
  }
  const bare = await bareServer(url, calls);
  const ours: Side = { origin: company.product.url, lanes: await listRequests(company, people) };
  const limit: Side = { origin: bare.origin, lanes: always(people.map(({ id }) => requestText('GET', `/list/${id}`))) };
  await demandSameBytes(ours, limit);
  const figures = await inRounds(ours, limit, LISTS);
  await bare.stop();
  return {
    name: `lista propia, ${LIST_LENGTH} actividades, ${CONNECTIONS} conexiones`,
    ...figures,
    limitName: 'los mismos bytes desde node:http y pg',
    most: MOST,
  };
}

/** A page of all open work: sixteen people at once, beside the rows of the same statements. */
async function benchPage(company: RunningCompany): Promise<BenchRow> {
  const { db, url, product } = company;
  const repos = repositoriesOn(db, ZONE);
  const today = dayIn(ZONE, new Date());
  const range = { from: calendarDate('2020-01-01'), to: today };
  const statuses = usualStatuses.company;
  const managers = await managersOf(db);
  const [readerId] = managers as [number];
  const selection = { scope: 'company', readerId, statuses, range, filters: noFilters, words: [], today } as const;
  const page = { page: 1, size: PAGE_SIZE, sort: usualSort(statuses) };
  const statements = await statementsOf(db, () =>
    Promise.all([repos.activityReports.encodedPage(selection, page, activityFields), repos.activityReports.count(selection)]),
  );
  const bare = await bareServer(url, { page: statements });
  const query = { startDate: range.from, endDate: range.to, page: 1, pageSize: PAGE_SIZE };
  const ours = (await visitorsOf(company, managers)).map(({ writes }) => requestText('POST', '/api/get_all_activities', writes, query));
  const limit = { origin: bare.origin, lanes: always(managers.map(() => requestText('GET', '/page'))) };
  const figures = await inRounds({ origin: product.url, lanes: always(ours) }, limit, PAGES);
  await bare.stop();
  return {
    name: `lo abierto, una página de ${PAGE_SIZE}, ${CONNECTIONS} conexiones`,
    ...figures,
    limitName: 'las filas de las mismas consultas, detrás de node:http',
    most: MOST,
  };
}

/** The history of work that was captured, delivered with an image and verified. */
const ACTS = ['register', 'start', 'comment', 'pause', 'resume', 'addEvidence', 'complete', 'approve'];

const factsOf: Record<string, object> = {
  comment: { comment: { id: 1, sha256: '' } },
  addEvidence: { evidence: [{ id: 'one', sha256: '' }] },
};

const addHistory = (db: Database, folios: readonly number[], actorId: number) =>
  db('activityHistory').insert(
    folios.flatMap((activityId) =>
      ACTS.map((act) => ({
        activityId,
        act,
        actorId,
        at: new Date(),
        fromStatus: 'in_progress',
        toStatus: 'in_progress',
        channel: act === 'addEvidence' ? 'terminal' : 'web',
        facts: factsOf[act] ?? {},
      })),
    ),
  );

/** One activity with its history, of sixteen people at once, beside the rows of the same statements. */
async function benchItem(company: RunningCompany): Promise<BenchRow> {
  const { db, url, product } = company;
  const { activityViews, history } = repositoriesOn(db, ZONE);
  const managers = await managersOf(db);
  const folios: number[] = await db('activities').where('status', 'verified').orderBy('id', 'desc').limit(CONNECTIONS).pluck('id');
  await addHistory(db, folios, managers[0] as number);
  const visitors = await visitorsOf(company, managers);
  const requests = visitors.map(({ reads }, lane) => [`/api/get_activity/${folios[lane]}?include=history`, reads] as const);
  const calls: Record<string, BareQuery[]> = {};
  for (const id of folios) {
    calls[`item/${id}`] = await statementsOf(db, () => Promise.all([activityViews.find(id), history.of(id)]));
  }
  const bare = await bareServer(url, calls);
  const ours: Side = { origin: product.url, lanes: always(requests.map(([path, headers]) => requestText('GET', path, headers))) };
  const limit: Side = { origin: bare.origin, lanes: always(folios.map((id) => requestText('GET', `/item/${id}`))) };
  const figures = await inRounds(ours, limit, ITEMS);
  await bare.stop();
  return {
    name: `una actividad con su historial de ${ACTS.length} actos, ${CONNECTIONS} conexiones`,
    ...figures,
    limitName: 'las filas de las mismas consultas, detrás de node:http',
    most: MOST,
  };
}

export const benchReadsUnderLoad = async (company: RunningCompany): Promise<BenchRow[]> => [
  await benchList(company),
  await benchPage(company),
  await benchItem(company),
];

/** A registration and a start by sixteen people at once, beside the same rows in a transaction behind `node:http`. */
export async function benchWritesUnderLoad(company: RunningCompany): Promise<BenchRow[]> {
  const { db, url, product } = company;
  const managers = await managersOf(db);
  const people: number[] = await db('users').whereNot('position', 'GERENTE').orderBy('id', 'desc').limit(CONNECTIONS).pluck('id');
  const [owners, starters] = [await visitorsOf(company, managers), await visitorsOf(company, people)];
  const bare = await bareWrites(company, people, 2 * requestsOfRounds(WRITES));
  const server = await bareServer(url, bare.calls);
  const compare = async (name: string, call: 'register' | 'start', ours: (() => string)[]): Promise<BenchRow> => {
    const limit = managers.map((ownerId, lane) => () => requestText('POST', `/${call}`, {}, bare.values[call](lane, ownerId)));
    return {
      name: `${name}, ${CONNECTIONS} conexiones`,
      ...(await inRounds({ origin: product.url, lanes: ours }, { origin: server.origin, lanes: limit }, WRITES)),
      limitName: 'las mismas filas en una transacción, detrás de node:http',
      most: MOST,
    };
  };
  const rows = [
    await compare(
      'alta de una actividad',
      'register',
      owners.map(
        ({ writes }, lane) =>
          () =>
            requestText('POST', '/api/create_activity', writes, bare.registration(lane)),
      ),
    ),
    await compare(
      'inicio del trabajo',
      'start',
      starters.map(
        ({ writes }, lane) =>
          () =>
            requestText('POST', '/api/record_start_work_activity', writes, about(bare.nextFolio(lane))),
      ),
    ),
  ];
  await server.stop();
  return rows;
}

/** The same lists from a start with several serving processes, beside the one that serves alone. */
export async function benchProcesses(company: RunningCompany): Promise<BenchRow> {
  const lanes = await listRequests(company, await busyPeople(company));
  const several = await company.start('several', '', { API_PROCESSES: 'auto' });
  const figures = await inRounds({ origin: several.url, lanes }, { origin: company.product.url, lanes }, LISTS);
  return { name: `la misma lista, ${CONNECTIONS} conexiones, API_PROCESSES=auto`, ...figures, limitName: 'un solo proceso' };
}
