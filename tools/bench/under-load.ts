import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { activityFields } from '../../api/src/http/activity-fields.ts';
import { repositoriesOn } from '../../core/src/core.ts';
import { openStatuses } from '../../core/src/domain/activity/activity.ts';
import { dayIn } from '../../core/src/domain/calendar.ts';
import type { RunningCompany } from '../load/company.ts';
import { type BareQuery, bareServer } from './baselines.ts';
import { type BenchRow, median, ZONE } from './harness.ts';
import { statementsOf } from './reads.ts';

const CONNECTIONS = 16;
const LIST_LENGTH = 20;
const ROUNDS = 7;
const ROUND_MS = 1_500;
const QUIET_MS = 300;
const MOST = 2;

/** One connection without a client of its own, because the same machine runs the servers. Each answer names its length. */
function rawConnection(origin: string) {
  const { hostname, port } = new URL(origin);
  const socket = net.connect(Number(port), hostname).setNoDelay();
  let received: Buffer[] = [];
  let missing = 0;
  let settle = { resolve: (_: Buffer) => {}, reject: (_: Error) => {} };
  socket.on('error', (error) => settle.reject(error));
  socket.on('data', (part) => {
    received.push(part);
    if (received.length === 1) {
      const headEnd = part.indexOf('\r\n\r\n');
      const [, length] = /content-length: (\d+)/i.exec(part.toString('latin1', 0, Math.max(0, headEnd))) ?? [];
      if (headEnd < 0 || !length || !part.toString('latin1', 9, 12).startsWith('200')) return settle.reject(new Error(part.toString()));
      missing = headEnd + 4 + Number(length);
    }
    missing -= part.length;
    if (missing > 0) return;
    const answer = received;
    received = [];
    settle.resolve(Buffer.concat(answer));
  });
  return {
    ask: (request: string) =>
      new Promise<Buffer>((resolve, reject) => {
        settle = { resolve, reject };
        socket.write(request);
      }),
    end: () => socket.destroy(),
  };
}

/** Milliseconds of an answer, while each request has a connection that asks it again and again. */
async function millisecondsOf([origin, requests]: Side): Promise<number> {
  const end = performance.now() + ROUND_MS;
  let answers = 0;
  const began = performance.now();
  const ask = async (request: string) => {
    const connection = rawConnection(origin);
    for (; performance.now() < end; answers++) await connection.ask(request);
    connection.end();
  };
  await Promise.all(requests.map(ask));
  return (performance.now() - began) / answers;
}

const requestFor = (path: string, headers: Record<string, string> = {}) =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');

/** So many people with an open list of usual length. */
const busyPeople = ({ db }: RunningCompany): Promise<{ id: number }[]> =>
  db('activities')
    .whereIn('status', [...openStatuses])
    .groupBy('assigneeId')
    .orderByRaw('abs(count(*) - ?), 1', [LIST_LENGTH])
    .limit(CONNECTIONS)
    .select('assigneeId as id');

const listRequests = async (company: RunningCompany, people: readonly { id: number }[]) => {
  const visitors = await Promise.all(people.map(({ id }) => company.visitor(id)));
  return visitors.map(({ reads }) => requestFor('/api/get_my_activities', reads));
};

/** Medians of rounds that alternate, after one that warms both. */
async function inRounds(ours: Side, limit: Side): Promise<{ ours: number; limit: number }> {
  await demandSameBytes(ours, limit);
  const rounds: { ours: number; limit: number }[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const figures = { ours: 0, limit: 0 };
    for (const side of round % 2 ? (['ours', 'limit'] as const) : (['limit', 'ours'] as const)) {
      await pause(QUIET_MS);
      figures[side] = await millisecondsOf(side === 'ours' ? ours : limit);
    }
    if (round > 0) rounds.push(figures);
  }
  return { ours: median(rounds.map((round) => round.ours)), limit: median(rounds.map((round) => round.limit)) };
}

/**
 * The open list of sixteen people at once, beside bare `node:http` that sends the same bytes of the same statement. The limit has no session,
 * no log and no other limits. Both have a process each, and their rounds alternate.
 */
export async function benchListUnderLoad(company: RunningCompany): Promise<BenchRow> {
  const { db, url } = company;
  const people = await busyPeople(company);
  const { activityViews } = repositoriesOn(db, ZONE);
  const today = dayIn(ZONE, new Date());
  const calls: Record<string, BareQuery[]> = {};
  for (const { id } of people) {
    calls[`list/${id}`] = await statementsOf(db, () => activityViews.encodedPendingOf(id, today, activityFields));
  }
  const bare = await bareServer(url, calls);
  const limit = people.map(({ id }) => requestFor(`/list/${id}`));
  const figures = await inRounds([company.product.url, await listRequests(company, people)], [bare.origin, limit]);
  await bare.stop();
  return {
    name: `lista propia, ${LIST_LENGTH} actividades, ${CONNECTIONS} conexiones`,
    ...figures,
    limitName: 'los mismos bytes desde node:http y pg',
    most: MOST,
  };
}

/** The same lists from a start with several serving processes, beside the one that serves alone. */
export async function benchProcesses(company: RunningCompany): Promise<BenchRow> {
  const requests = await listRequests(company, await busyPeople(company));
  const several = await company.start('several', '', { API_PROCESSES: 'auto' });
  const figures = await inRounds([several.url, requests], [company.product.url, requests]);
  return { name: `la misma lista, ${CONNECTIONS} conexiones, API_PROCESSES=auto`, ...figures, limitName: 'un solo proceso' };
}

type Side = readonly [origin: string, requests: readonly string[]];
const bodyOf = (answer: Buffer) => answer.subarray(answer.indexOf('\r\n\r\n') + 4);

async function demandSameBytes(...sides: readonly [Side, Side]): Promise<void> {
  const answers = sides.map(async ([origin, requests]) => {
    const connection = rawConnection(origin);
    const bodies: Buffer[] = [];
    for (const request of requests) bodies.push(bodyOf(await connection.ask(request)));
    connection.end();
    return Buffer.concat(bodies);
  });
  const [ours, limit] = (await Promise.all(answers)) as [Buffer, Buffer];
  if (!ours.equals(limit)) throw new Error('ours and the limit answer differently');
}
