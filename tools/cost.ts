/**
 * `npm run cost`: what a thousand people cost, measured on a database and a product of its own: disk for each thousand activities, and
 * the time of the processors for each request of an everyday mix (docs/scaling.md). `npm run cost -- 200000` with so many activities.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { generate } from '../core/seeds/generate.ts';
import { connect, type Database, hashOf, migrate, newSecret } from '../core/src/core.ts';
import { freePort } from '../core/src/embedded-postgres/free-port.ts';
import { startPostgres } from '../core/src/embedded-postgres/start-postgres.ts';
import { endWithLauncher } from './leash.ts';

endWithLauncher();
const PEOPLE = 1_000;
const ACTIVITIES = Number(process.argv[2] ?? 50_000);
const AT_ONCE = 8;
const LOAD_MS = 20_000;
const TICK_MS = 10;
const KB = 1024;

const now = new Date();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-cost-'));
fs.chmodSync(folder, 0o755);
const server = await startPostgres({ dataDir: path.join(folder, 'postgres') });
const db = connect(server.url);
await migrate(db);
const empty = await sizeOf(db);
await generate(db, { activities: ACTIVITIES, people: PEOPLE, comments: ACTIVITIES * 2 }, now);
const full = await sizeOf(db);

const port = await freePort();
const settings = { DATABASE_URL: server.url, DATA_DIR: path.join(folder, 'data'), PORT: String(port), SCHEDULER: 'off', DEMO: 'false' };
const secrets = { SESSION_SECRET: newSecret(), RATE_LIMIT_FACTOR: '1000' };
const product = spawn(process.execPath, ['api/src/main.ts'], { env: { ...process.env, ...settings, ...secrets }, stdio: 'ignore' });
const url = `http://127.0.0.1:${port}`;
while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) await new Promise((ready) => setTimeout(ready, 100));

const people = await Promise.all(Array.from({ length: 50 }, (_, index) => logIn(db, index * 10 + 1)));
const [folios, before, postgresBefore] = [await foliosOf(db), await figures(url), await postgresMs(db)];
const took = (await Promise.all(Array.from({ length: AT_ONCE }, (_, lane) => work(lane)))).flat().sort((a, b) => a - b);
const [after, postgresAfter] = [await figures(url), await postgresMs(db)];

const cost = (ms: number) => `${(ms / took.length).toFixed(2)} ms`;
console.table({
  'disco por 1,000 actividades, con dos comentarios cada una': `${((full - empty) / KB / (ACTIVITIES / 1_000)).toFixed(0)} kB`,
  'peticiones por segundo, ocho a la vez': (took.length / (LOAD_MS / 1_000)).toFixed(0),
  'respuesta, mediana y p99': `${took[took.length >> 1]?.toFixed(1)} ms, ${took[Math.floor(took.length * 0.99)]?.toFixed(1)} ms`,
  'procesador por petición, API': cost((after.cpuSeconds - before.cpuSeconds) * 1_000),
  'procesador por petición, PostgreSQL': cost(postgresAfter - postgresBefore),
  'memoria de la API': `${(after.bytes / KB / KB).toFixed(0)} MB`,
});
product.kill('SIGTERM');
await new Promise((ended) => product.once('exit', ended));
await db.destroy();
await server.stop();
fs.rmSync(folder, { recursive: true, force: true });

async function sizeOf(on: Database): Promise<number> {
  return Number((await on.raw('select pg_database_size(current_database()) as bytes')).rows[0].bytes);
}

async function logIn(on: Database, userId: number): Promise<string> {
  const secret = newSecret();
  const expiresAt = new Date(now.getTime() + 3_600_000);
  await on('sessions').insert({ idHash: hashOf(secret), userId, createdAt: now, seenAt: now, expiresAt });
  return secret;
}

async function foliosOf(on: Database): Promise<Map<number, number>> {
  const rows = await on('activities').select('assigneeId').min('id as id').groupBy('assigneeId');
  return new Map(rows.map(({ assigneeId, id }) => [assigneeId, id]));
}

/** Of five requests three read one's own lists and session, one an activity, one a page of the report of everything. Answers how long each took. */
async function work(lane: number): Promise<number[]> {
  const taken: number[] = [];
  const end = performance.now() + LOAD_MS;
  for (let turn = lane; performance.now() < end; turn += 1) {
    const who = turn % people.length;
    const folio = folios.get(who * 10 + 1);
    const path = ['get_my_activities', 'get-session', 'get_my_historial_activities', `get_activity/${folio}`, 'get_all_activities'][
      turn % 5
    ];
    const began = performance.now();
    const answer = await ask(path ?? '', people[who] ?? '');
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
    taken.push(performance.now() - began);
  }
  return taken;
}

async function ask(path: string, secret: string): Promise<Response> {
  const headers = { Cookie: `sid=${secret}` };
  if (path !== 'get_all_activities') return fetch(`${url}/api/${path}`, { headers });
  const token = (await (await fetch(`${url}/api/csrf-token`, { headers })).json()) as { csrf_token: string };
  const body = JSON.stringify({ statuses: ['Not started', 'In progress'], page: 1, pageSize: 25 });
  const json = { ...headers, 'Content-Type': 'application/json', 'X-CSRF-Token': token.csrf_token };
  return fetch(`${url}/api/${path}`, { method: 'POST', headers: json, body });
}

async function figures(of: string) {
  const text = await (await fetch(`${of}/metrics`)).text();
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return { cpuSeconds: read('process_cpu_seconds_total'), bytes: read('process_resident_memory_bytes') };
}

/** Of the connections' processes until now, where Linux tells. */
async function postgresMs(on: Database): Promise<number> {
  const pids: number[] = await on('pgStatActivity').pluck('pid');
  const ticks = pids.map((pid) => fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []);
  return ticks.reduce((sum, stat) => sum + (Number(stat[11]) + Number(stat[12])) * TICK_MS, 0);
}
