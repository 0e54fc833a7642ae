import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLoop } from '../../../../../tools/load/open-loop.ts';
import { type RunningCompany, runningCompany, type Visitor } from '../../../../../tools/load/running-company.ts';
import { told } from '../../../../../tools/load/tell.ts';
import { halfAnUpload } from '../half-an-upload.ts';

const HEADS = 500;
const BODIES = 100;
const TRICKLE_MS = 1_000;
/** By `listen.ts`: ten seconds for the headers, thirty for the whole, looked at every five. */
const HEADERS_MS = 20_000;
const BODY_MS = 40_000;
const PROBE = { rate: 20, seconds: 20 };
const PROBE_P99_MS = 300;

let company: RunningCompany;
let person: Visitor;
beforeAll(async () => {
  company = await runningCompany({ activities: 2_000, people: 50, topics: 10 });
  person = await company.visitor(2);
}, 60_000);
afterAll(() => company.close(), 60_000);

/** Sends a letter a second for ever; answers how long the server put up with it. */
async function trickled(socket: net.Socket): Promise<number> {
  const began = performance.now();
  const trickle = setInterval(() => socket.write('x'), TRICKLE_MS);
  socket.on('error', () => {}).resume();
  await once(socket, 'close');
  clearInterval(trickle);
  return performance.now() - began;
}

async function aSlowHead(): Promise<net.Socket> {
  const { hostname, port } = new URL(company.product.url);
  const socket = net.connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`GET /api/get_my_activities HTTP/1.1\r\nHost: ${hostname}\r\nX-Slow: `);
  return socket;
}

it(`${HEADS} slow headers and ${BODIES} slow bodies are cut off, and others notice nothing`, { timeout: 120_000 }, async () => {
  const heads = await Promise.all(Array.from({ length: HEADS }, aSlowHead));
  const bodies = await Promise.all(Array.from({ length: BODIES }, () => halfAnUpload(company.product.url, person, 1_000)));
  const [headTimes, bodyTimes] = [Promise.all(heads.map(trickled)), Promise.all(bodies.map(trickled))];
  const send = async () => ({
    kind: 'read',
    status: (await company.ask({ path: '/api/get_my_activities', headers: person.reads })).status,
  });
  const { p99, failed } = told(await openLoop({ ...PROBE, send }));

  const [slowestHead, slowestBody] = [Math.max(...(await headTimes)), Math.max(...(await bodyTimes))];
  console.log({ p99, slowestHead, slowestBody });
  expect(failed).toBe(0);
  expect(p99).toBeLessThanOrEqual(PROBE_P99_MS);
  expect(slowestHead).toBeLessThanOrEqual(HEADERS_MS);
  expect(slowestBody).toBeLessThanOrEqual(BODY_MS);
});

it('a body of a hundred megabytes is refused as too large', async () => {
  const body = new Uint8Array(100_000_000);
  const path = '/api/record_comments_activity';
  const answer = await company.ask({ method: 'POST', path, headers: person.writes, body }).catch((error: NodeJS.ErrnoException) => error);
  if (answer instanceof Error) expect(['ECONNRESET', 'EPIPE']).toContain(answer.code);
  else expect([answer.status, JSON.parse(answer.body.toString())]).toMatchObject([413, { code: 'input.tooLarge' }]);
});
