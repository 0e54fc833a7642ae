import diagnostics from 'node:diagnostics_channel';
import { type EventEmitter, once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { given } from '../../../core/test/factories.ts';
import type { Browser } from '../browser.ts';
import { aPdf } from '../pdfs.ts';
import { raw } from '../raw.ts';
import { type RunningApp, runningApp } from '../running-app.ts';

/** Two people of one office behind one address, one at home, and one elsewhere. */
const [OFFICE, ELSEWHERE] = ['203.0.113.7', '198.51.100.9'];

let app: RunningApp;
let mine: Browser;
let others: Browser;
let managers: Browser;
beforeAll(async () => {
  const one = { runningPerKey: 1 };
  const laneLimits = {
    networks: one,
    people: { ...one, waitingPerKey: 3 },
    reports: one,
    files: one,
    passwords: { ...one, waitingPerKey: 0 },
  };
  app = await runningApp({ laneLimits, proxyHops: 1 });
  const make = given(app.db);
  [mine, others, managers] = [await app.as(await make.person()), await app.as(await make.person()), await app.as(await make.manager())];
  for (const who of [mine, others, managers]) expect((await who.call('GET', '/api/data_user')).status).toBe(200);
});
beforeEach(() => {
  app.logged.length = 0;
});
afterAll(() => app.close());

/** Nobody reads activities until `release`. */
async function heldActivities() {
  const holding = await app.db.transaction();
  await holding.raw('lock table activities in access exclusive mode');
  return { release: () => holding.rollback() };
}
const waitingForLocks = async () =>
  (await app.db.raw(`select count(*) from pg_locks join pg_class on pg_class.oid = relation where relname = 'activities' and not granted`))
    .rows[0].count;
const activities = (who: Browser) => who.call('GET', '/api/get_my_activities');
const cookieOf = (who: Browser) => `sid=${who.cookies.get('sid')}`;
const from = (address: string, headers: Record<string, string> = {}) => ({ headers: { 'X-Forwarded-For': address, ...headers } });
const requestsOf = (name: string) => app.logged.filter(({ msg, endpoint }) => msg === 'request' && endpoint === name);
const requests = async (lane: string, state: string) => {
  const text = await (await fetch(`${app.origin}/metrics`)).text();
  return Number(new RegExp(`^bitacora_requests\\{lane="${lane}",state="${state}"\\} (\\d+)`, 'm').exec(text)?.[1]);
};
const waiting = (lane: string) => requests(lane, 'waiting');

describe('a person who floods', () => {
  it('waits for their own requests, and others overtake; beyond the bound only they are refused', async () => {
    const lock = await heldActivities();
    const flood = Array.from({ length: 4 }, () => activities(mine));
    await expect.poll(() => waiting('people')).toBe(3);
    await expect.poll(waitingForLocks).toBe(1);

    const { status, headers, body } = await activities(mine);
    expect([status, headers.get('Retry-After'), body]).toEqual([
      429,
      '5',
      {
        success: false,
        code: 'requests.tooMany',
        error:
          'Desde tu cuenta o tu red llegan demasiadas solicitudes a la vez. Espera a que terminen e inténtalo de nuevo en unos segundos.',
      },
    ]);
    expect((await others.call('GET', '/api/data_user')).status).toBe(200);
    expect((await fetch(`${app.origin}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${app.origin}/metrics`)).text()).toContain('bitacora_requests_shed_total{lane="people"} 1');
    expect(await waiting('people')).toBe(3);

    await lock.release();
    expect((await Promise.all(flood)).map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    await expect.poll(() => requests('people', 'running')).toBe(0);
    expect(await waiting('people')).toBe(0);
  });

  it('has no write counted that a lane refuses, of people or of passwords', async () => {
    await app.db('rateLimits').delete();
    const points = () => app.db('rateLimits').where('key', 'like', 'writes:%').pluck('points');
    await mine.csrfToken();
    const lock = await heldActivities();
    const flood = Array.from({ length: 4 }, () => activities(mine));
    await expect.poll(() => waiting('people')).toBe(3);
    const { status } = await mine.call('POST', '/api/update_profile', { body: { alias: 'Yo' } });
    await lock.release();
    await Promise.all(flood);
    expect(status).toBe(429);
    expect(await points()).toEqual([]);

    const holding = await app.db.transaction();
    await holding.raw('lock table rate_limits in access exclusive mode');
    const change = { currentPassword: 'equivocada', password: 'clave nueva', confirmPassword: 'clave nueva' };
    const statuses: number[] = [];
    const changes = Array.from({ length: 2 }, async () => {
      statuses.push((await mine.call('POST', '/api/update_password', { body: change })).status);
    });
    try {
      await expect.poll(() => statuses, { timeout: 10_000 }).toEqual([429]);
    } finally {
      await holding.rollback();
    }
    await Promise.all(changes);
    expect(statuses).toEqual([429, 400]);
    expect(await points()).toEqual([1]);
  });

  it('waits also for an activity that is read with its session, although no session was seen before', async () => {
    const person = await given(app.db).person();
    const secrets = [1, 2, 3].map(() => given(app.db).session(person));
    const cookies = (await Promise.all(secrets)).map((secret) => ({ Cookie: `sid=${secret}` }));
    const lock = await heldActivities();
    const flood = cookies.map((cookie) => fetch(`${app.origin}/api/get_activity/1?include=history`, from(ELSEWHERE, cookie)));
    await expect.poll(() => waiting('networks')).toBe(2);
    await expect.poll(waitingForLocks).toBe(1);
    await lock.release();
    expect((await Promise.all(flood)).map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('with histories of their own has one place, among the reports', async () => {
    const lock = await heldActivities();
    const history = () => managers.call('GET', '/api/get_my_historial_activities');
    const flood = [history(), history()];
    await expect.poll(() => waiting('reports')).toBe(1);
    expect((await managers.call('GET', '/api/data_user')).status).toBe(200);
    await lock.release();
    expect((await Promise.all(flood)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('with reports keeps nobody from a report, and themselves from nothing else', async () => {
    const lock = await heldActivities();
    const flood = Array.from({ length: 3 }, () => managers.call('POST', '/api/get_stats_activities', { body: {} }));
    await expect.poll(() => waiting('reports')).toBe(2);
    expect((await managers.call('GET', '/api/data_user')).status).toBe(200);
    const another = await app.as(await given(app.db).manager());
    const theirs = another.call('POST', '/api/get_general_activity_stats', { body: {} });
    await expect.poll(() => requests('reports', 'running')).toBe(2);
    await lock.release();
    expect((await Promise.all([...flood, theirs])).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

it('one person adds documents with one call at a time, and keeps nobody else from theirs', async () => {
  const [busy, other] = [await given(app.db).person(), await given(app.db).person()];
  const [first, second] = [
    await given(app.db).ownActivity(busy, { status: 'in_progress' }),
    await given(app.db).ownActivity(other, { status: 'in_progress' }),
  ];
  const add = async (person: typeof busy, activityId: number) =>
    (await app.as(person)).client.addDocuments({ activityId, documents: [new File([new Uint8Array(aPdf())], 'acta.pdf')] });
  const lock = await heldActivities();
  const flood = [1, 2, 3].map(() => add(busy, first.id));
  await expect.poll(() => waiting('documents')).toBe(2);
  const theirs = add(other, second.id);
  await expect.poll(() => requests('documents', 'running')).toBe(2);
  await lock.release();
  await Promise.all([...flood, theirs]);
});

describe('a network that floods with invented cookies', () => {
  /** One look-up of a session that does not end; the network has no other place. */
  async function flooded() {
    const holding = await app.db.transaction();
    await holding.raw('lock table users in access exclusive mode');
    const flood = ['a', 'b', 'c'].map((sid) =>
      raw(app.origin, { method: 'GET', path: '/api/get-session', ...from(OFFICE, { Cookie: `sid=${sid}` }) }),
    );
    await expect.poll(() => waiting('networks')).toBe(2);
    return { flood, release: () => holding.rollback() };
  }

  it('keeps no other network waiting', async () => {
    const { flood, release } = await flooded();
    const answer = await raw(app.origin, { method: 'GET', path: '/api/csrf-token', ...from(ELSEWHERE) });
    expect([answer.status, await waiting('networks')]).toEqual([200, 2]);
    await release();
    expect((await Promise.all(flood)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('keeps nobody of its own office waiting whose session was found before', async () => {
    const { flood, release } = await flooded();
    const adminCalls = raw(app.origin, { method: 'GET', path: '/api/data_user', ...from(OFFICE, { Cookie: cookieOf(others) }) });
    await expect.poll(() => requests('people', 'running')).toBe(1);
    expect(await waiting('networks')).toBe(2);
    await release();
    expect((await adminCalls).status).toBe(200);
    await Promise.all(flood);
  });
});

describe('a network that floods with questions whether the process is ready', () => {
  it('waits for its own, refuses nobody, and keeps no other network waiting', async () => {
    const holding = await app.db.transaction();
    await holding.raw('lock table knex_migrations in access exclusive mode');
    const ready = (address: string) => raw(app.origin, { method: 'GET', path: '/readyz', ...from(address) });
    const flood = Array.from({ length: 3 }, () => ready(OFFICE));
    try {
      await expect.poll(() => waiting('files')).toBe(2);
      expect((await raw(app.origin, { method: 'GET', path: '/healthz', ...from(ELSEWHERE) })).status).toBe(200);
      expect((await others.call('GET', '/api/data_user')).status).toBe(200);
    } finally {
      await holding.rollback();
    }
    expect((await Promise.all(flood)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

it('a file delays nobody with a known session behind one address, under any load from that address', async () => {
  await expect.poll(() => requests('files', 'running')).toBe(0);
  const holding = await app.db.transaction();
  await holding.raw('lock table knex_migrations in access exclusive mode');
  const get = (path: string, headers?: Record<string, string>) => raw(app.origin, { method: 'GET', path, ...from(OFFICE, headers) });
  const flood: ReturnType<typeof get>[] = [];
  /** What is known of the database is kept for a second, and answered without asking it. */
  const isAsked = async () => {
    const probe = get('/readyz');
    flood.push(probe);
    return Promise.race([probe.then(() => false), pause(500, true)]);
  };
  try {
    await expect.poll(isAsked).toBe(true);
    flood.push(get('/readyz'), get('/readyz', { Cookie: cookieOf(mine) }));
    await expect.poll(() => requests('files', 'running')).toBe(2);
    expect((await get('/healthz', { Cookie: cookieOf(others) })).status).toBe(200);
    await expect.poll(() => waiting('files')).toBe(1);
  } finally {
    await holding.rollback();
  }
  expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([200]));
});

it('a session that has ended opens nothing, though it was found a moment ago', async () => {
  const person = await given(app.db).person();
  const browser = await app.as(person);
  expect((await browser.call('GET', '/api/data_user')).status).toBe(200);
  await app.db('sessions').where({ userId: person.id }).delete();
  expect((await browser.call('GET', '/api/data_user')).status).toBe(401);
});

it('a token that was revoked waits with strangers, not with the person it was of', async () => {
  const person = await given(app.db).person();
  const browser = await app.as(person);
  const { token } = (await browser.call('POST', '/api/create_token', { body: { name: 'guion', scope: 'read', expires_on: '2026-12-01' } }))
    .body as { token: string };
  const borne = () => raw(app.origin, { method: 'GET', path: '/api/data_user', ...from(OFFICE, { Authorization: `Bearer ${token}` }) });
  expect((await borne()).status).toBe(200);
  await app.db('accessTokens').where({ userId: person.id }).delete();
  expect((await borne()).status).toBe(401);
  const holding = await app.db.transaction();
  await holding.raw('lock table access_tokens in access exclusive mode');
  const flood = [borne(), borne()];
  await expect.poll(() => waiting('networks')).toBe(1);
  expect((await browser.call('GET', '/api/data_user')).status).toBe(200);
  await holding.rollback();
  expect((await Promise.all(flood)).map(({ status }) => status)).toEqual([401, 401]);
});

describe('a client that has gone', () => {
  /** Calls without an answer in sight. */
  function leaving(who: Browser, path = '/api/get_my_activities') {
    const request = http.get(`${app.origin}${path}`, { headers: { Cookie: cookieOf(who) } });
    request.on('error', () => {});
    return request;
  }

  it('leaves the queue, and its request never reaches the database', async () => {
    const lock = await heldActivities();
    const first = activities(mine);
    await expect.poll(waitingForLocks).toBe(1);
    const gone = leaving(mine, '/api/get_my_historial_activities');
    await expect.poll(() => waiting('people')).toBe(1);
    const asks: string[] = [];
    const note = ({ sql }: { sql: string }) => asks.push(sql);
    gone.destroy();
    await expect.poll(() => waiting('people')).toBe(0);
    (app.db as unknown as EventEmitter).on('query', note);
    await lock.release();
    expect((await first).status).toBe(200);
    expect((await activities(mine)).status).toBe(200);
    (app.db as unknown as EventEmitter).off('query', note);
    expect(asks.filter((sql) => sql.includes('desc limit'))).toEqual([]);
    expect(app.logged.filter(({ msg, status }) => msg === 'request' && status === 499)).toHaveLength(1);
    expect(app.logged.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  });

  it('ends the statement that runs for it, and no other', async () => {
    const lock = await heldActivities();
    const gone = leaving(mine);
    const stays = activities(others);
    await expect.poll(waitingForLocks).toBe(2);
    gone.destroy();
    await expect.poll(waitingForLocks).toBe(1);
    await expect.poll(() => requestsOf('listMyPending')).toMatchObject([{ status: 499 }]);
    await lock.release();
    expect((await stays).status).toBe(200);
    expect((await activities(mine)).status).toBe(200);
  });

  it('also where its requests came one behind the other on one connection', async () => {
    const lock = await heldActivities();
    const { hostname, port } = new URL(app.origin);
    const socket = net.connect(Number(port), hostname);
    await once(socket, 'connect');
    const one = `GET /api/get_my_activities HTTP/1.1\r\nHost: x\r\nCookie: ${cookieOf(mine)}\r\n\r\n`;
    socket.write(one + one + one);
    await expect.poll(() => waiting('people')).toBe(2);
    socket.destroy();
    await expect.poll(() => waiting('people')).toBe(0);
    await expect.poll(waitingForLocks).toBe(0);
    await lock.release();
  });

  it('does not undo what it was about to write', async () => {
    const person = await given(app.db).person();
    const activity = await given(app.db).ownActivity(person);
    const browser = await app.as(person);
    const token = await browser.csrfToken();
    const lock = await heldActivities();
    const body = JSON.stringify({ activitie_id: activity.id });
    const headers = { Cookie: cookieOf(browser), 'X-CSRF-Token': token, 'Content-Type': 'application/json', 'Content-Length': body.length };
    const request = http.request(`${app.origin}/api/record_start_work_activity`, { method: 'POST', headers });
    request.on('error', () => {}).end(body);
    await expect.poll(waitingForLocks).toBe(1);
    request.destroy();
    await expect.poll(() => requests('people', 'running')).toBe(1);
    await lock.release();
    await expect.poll(() => app.db('activities').where({ id: activity.id }).first('status')).toEqual({ status: 'in_progress' });
  });
});

it('a list of many batches gives its place back between them', async () => {
  const person = await given(app.db).person();
  const browser = await app.as(person);
  const { id: topicId } = await given(app.db).topic();
  await app.db.raw(
    `insert into activities (owner_id, assignee_id, topic_id, description, description_key, status, priority, created_at, due_on, series_starts_on, canceled_at)
     select :id, :id, :topicId, repeat('texto ', 300) || n, 'texto ' || n, 'canceled', 'normal', now(), current_date, current_date, now() from generate_series(1, 6000) as n`,
    { id: person.id, topicId },
  );
  // Nobody reads what is answered: the server cannot send all of it.
  const slow = http.get(`${app.origin}/api/get_my_historial_activities`, { headers: { Cookie: cookieOf(browser) } });
  const [response] = (await once(slow, 'response')) as [http.IncomingMessage];
  expect((await browser.call('GET', '/api/data_user')).status).toBe(200);
  await expect.poll(() => requests('reports', 'running'), { timeout: 30_000 }).toBe(0);
  let text = '';
  for await (const part of response) text += part;
  expect(JSON.parse(text)).toHaveLength(6_000);
});

it('who sends slowly keeps nobody waiting, and is answered all the same', async () => {
  const headers = {
    Cookie: cookieOf(mine),
    'X-CSRF-Token': await mine.csrfToken(),
    'Content-Type': 'application/json',
    'Content-Length': '2',
  };
  const request = http.request(`${app.origin}/api/update_preferences`, { method: 'POST', headers });
  const responseEvent = once(request, 'response') as Promise<[http.IncomingMessage]>;
  request.write('{');
  await expect
    .poll(async () => (await app.db('rateLimits').where('key', 'like', 'writes:%').count('* as n').first())?.n)
    .toBeGreaterThan(0);
  await expect.poll(() => requests('people', 'running')).toBe(0);
  expect((await activities(mine)).status).toBe(200);
  request.end('}');
  const [response] = await responseEvent;
  expect(response.resume().statusCode).toBe(400);
});

describe('the same database behind another process', () => {
  let another: RunningApp;
  beforeAll(async () => {
    another = await runningApp({ database: { db: app.db, wipe: async () => {}, close: async () => {} }, readTimeoutMs: 300 });
  });
  afterAll(() => another.close());

  it('ends a statement of a read that takes too long, with a sentence', async () => {
    const lock = await heldActivities();
    const path = '/api/get_my_activities';
    const { status, headers, text } = await raw(another.origin, { method: 'GET', path, headers: { Cookie: cookieOf(mine) } });
    expect([status, headers['retry-after'], JSON.parse(text)]).toEqual([
      503,
      '5',
      {
        success: false,
        code: 'read.tooSlow',
        error:
          'La consulta tardó demasiado y se canceló. Pide menos datos (un rango de fechas más corto o más filtros) e inténtalo de nuevo.',
      },
    ]);
    expect(await waitingForLocks()).toBe(0);
    await lock.release();
    expect((await raw(another.origin, { method: 'GET', path, headers: { Cookie: cookieOf(mine) } })).status).toBe(200);
  });

  it('asks the database once whether it is ready, however many ask us', async () => {
    const holding = await app.db.transaction();
    await holding.raw('lock table knex_migrations in access exclusive mode');
    let [queries, arrived] = [0, 0];
    const onQuery = ({ sql }: { sql: string }) => {
      if (sql.includes('to_regclass(')) queries += 1;
    };
    const onRequest = () => {
      arrived += 1;
    };
    const emitter = app.db as unknown as EventEmitter;
    emitter.on('query', onQuery);
    diagnostics.subscribe('http.server.request.start', onRequest);
    const answers = Array.from({ length: 300 }, () => raw(another.origin, { method: 'GET', path: '/readyz' }));
    await expect.poll(() => arrived, { timeout: 10_000 }).toBe(300);
    expect(queries).toBe(1);
    await holding.rollback();
    const began = performance.now();
    expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(queries).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - began) / 1_000)); // one a second
    emitter.off('query', onQuery);
    diagnostics.unsubscribe('http.server.request.start', onRequest);
  });
});
