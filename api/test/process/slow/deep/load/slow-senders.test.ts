import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningCompany, runningCompany, type Visitor } from '../../../../../../tools/load/company.ts';
import { countStatuses, loadFigures, openLoop } from '../../../../../../tools/load/measurement.ts';
import { isLinux } from '../../../traces.ts';
import { halfAnUpload } from '../../load/half-an-upload.ts';

const HEADS = 500;
/** More than one caller may have under way at once (`concurrency-limit.ts`). */
const BODIES = 300;
const BODIES_AT_ONCE = 30;
const BEGUN_MS = 100;
const TRICKLE_MS = 1_000;
/** By `listen.ts`: ten seconds for the headers, looked at every five; and fifteen for a body that does not come on. */
const HEADERS_MS = 20_000;
const BODY_MS = 20_000;
/** By `listen.ts`: a minute at the most for an answer that nobody takes. */
const UNREAD_MS = 75_000;
/** Longer than a connection without a request is kept. */
const WAITED_FOR_MS = 15_000;
const READERS = 20;
/** The process may grow by so much, including the batches that are made at the same time. */
const READERS_MAX_BYTES = 400_000_000;
/** Descriptors that come and go with kept connections. */
const GIVE_OR_TAKE = 5;
const PROBE = { rate: 20, seconds: 20 };
const PROBE_P99_MS = 300;

let company: RunningCompany;
let person: Visitor;
let manager: Visitor;
beforeAll(async () => {
  company = await runningCompany({ activities: 100_000, people: 2_000, topics: 10 });
  person = await company.visitor(2);
  const { id } = await company.db('users').where({ position: 'GERENTE' }).first('id');
  manager = await company.visitor(id);
}, 120_000);
afterAll(() => company.close());

/** Sends a letter a second for ever; answers how long the server put up with it. */
async function trickled(socket: net.Socket): Promise<number> {
  const began = performance.now();
  const trickle = setInterval(() => socket.write('x'), TRICKLE_MS);
  socket.on('error', () => {}).resume();
  // Not once(): a connection that is reset, as it may be, would end the wait with its error.
  await new Promise((resolve) => socket.on('close', resolve));
  clearInterval(trickle);
  return performance.now() - began;
}

/** Asks for the report of everything, as a list, and takes nothing of it. */
async function anUnreadAnswer(): Promise<net.Socket> {
  const { hostname, port } = new URL(company.product.url);
  const socket = net.connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.pause();
  const head = Object.entries({ Host: hostname, ...manager.writes, 'Content-Length': '2' }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST /api/get_all_activities HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n{}`);
  return socket;
}
const residentBytes = () => {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${company.product.child.pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1_024;
};

async function aSlowHead(): Promise<net.Socket> {
  const { hostname, port } = new URL(company.product.url);
  const socket = net.connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`GET /api/get_my_activities HTTP/1.1\r\nHost: ${hostname}\r\nX-Slow: `);
  return socket;
}

it(`${HEADS} slow headers and ${BODIES} slow bodies are cut off, and others notice nothing`, { timeout: 120_000 }, async () => {
  const heads = await Promise.all(Array.from({ length: HEADS }, aSlowHead));
  // In groups, because the server refuses a burst with "come again", and that is another load.
  const bodies: net.Socket[] = [];
  while (bodies.length < BODIES) {
    bodies.push(...(await Promise.all(Array.from({ length: BODIES_AT_ONCE }, () => halfAnUpload(company.product.url, person, 1_000)))));
    await pause(BEGUN_MS);
  }
  const [headTimes, bodyTimes] = [Promise.all(heads.map(trickled)), Promise.all(bodies.map(trickled))];
  const send = async () => ({
    kind: 'read',
    status: (await company.ask({ path: '/api/get_my_activities', headers: person.reads })).status,
  });
  const samples = await openLoop({ ...PROBE, send });
  const { p99 } = loadFigures(samples);

  const [slowestHead, slowestBody] = [Math.max(...(await headTimes)), Math.max(...(await bodyTimes))];
  console.log({ p99, slowestHead, slowestBody });
  expect(countStatuses(samples)).toEqual({ 200: samples.length });
  expect(p99).toBeLessThanOrEqual(PROBE_P99_MS);
  expect(slowestHead).toBeLessThanOrEqual(HEADERS_MS);
  expect(slowestBody).toBeLessThanOrEqual(BODY_MS);
});

it.runIf(isLinux)(`${READERS} who take nothing of a long answer are let go within a minute`, { timeout: 180_000 }, async () => {
  const descriptors = () => fs.readdirSync(`/proc/${company.product.child.pid}/fd`).length;
  await pause(WAITED_FOR_MS); // for those of the test before
  const [before, resident] = [descriptors(), residentBytes()];
  const began = performance.now();
  const sockets = await Promise.all(Array.from({ length: READERS }, anUnreadAnswer));
  let most = resident;
  const open = () => {
    most = Math.max(most, residentBytes());
    return descriptors();
  };
  await pause(WAITED_FOR_MS);
  expect(open()).toBeGreaterThanOrEqual(before + READERS);
  await expect.poll(open, { timeout: UNREAD_MS, interval: 250 }).toBeLessThanOrEqual(before + GIVE_OR_TAKE);
  console.log({ grownMB: (most - resident) / 1e6, ms: performance.now() - began });
  expect(most - resident).toBeLessThan(READERS_MAX_BYTES);
  for (const socket of sockets) socket.destroy();
});

it('a body of a hundred megabytes is refused as too large', async () => {
  const body = new Uint8Array(100_000_000);
  const path = '/api/record_comments_activity';
  const answer = await company.ask({ method: 'POST', path, headers: person.writes, body }).catch((error: NodeJS.ErrnoException) => error);
  if (answer instanceof Error) expect(['ECONNRESET', 'EPIPE']).toContain(answer.code);
  else expect([answer.status, JSON.parse(answer.body.toString())]).toMatchObject([413, { code: 'input.tooLarge' }]);
});
