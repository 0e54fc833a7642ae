import { setTimeout as pause } from 'node:timers/promises';
import type { Person } from '@bitacora/core/domain/people/person';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { given } from '../../core/test/factories.ts';
import type { WebFolder } from '../src/http/serve-web.ts';
import { raw } from './raw.ts';
import { type RunningApp, runningApp } from './running-app.ts';

interface PageCall {
  method: string;
  path: string;
  body?: unknown;
}
interface Drawn {
  width: number;
  answers: unknown[];
}

/** Draws the answers to the calls that stand in its address. */
const drawPage: WebFolder['drawPage'] = async (address, { width, ask }) => {
  const { searchParams } = new URL(address, 'http://localhost');
  if (searchParams.has('broken')) throw new Error('broken');
  const calls: PageCall[] = JSON.parse(searchParams.get('calls') ?? '[]');
  const asked = Promise.all(calls.map(ask));
  if (searchParams.has('hasty')) await pause(600).then(() => Promise.reject(new Error('hasty')));
  const html = JSON.stringify({ width, answers: await asked } satisfies Drawn);
  return { path: '/Page', title: '', head: `<style nonce="__CSP_NONCE__"></style>${searchParams.get('words') ?? ''}`, html };
};
const web = { folder: '', page: '<head><script></script></head><div id="root"></div>', preloads: new Map(), drawPage };

let app: RunningApp;
let ana: Person;
let Cookie: string;
beforeAll(async () => {
  app = await runningApp({ web });
});
beforeEach(async () => {
  await app.wipe();
  ana = await given(app.db).person();
  Cookie = `sid=${await given(app.db).session(ana)}`;
});
afterAll(() => app.close());

const open = async (calls: PageCall[], headers: Record<string, string> = {}) => {
  const path = `/Page?${new URLSearchParams({ calls: JSON.stringify(calls) })}`;
  const { text } = await raw(app.origin, { method: 'GET', path, headers: { Cookie, ...headers } });
  return JSON.parse(/inert>(.*)<\/div>/.exec(text)?.[1] ?? 'null') as Drawn;
};
/** The answers in a page. A page takes none that is late, so one on a busy machine is opened again until they are there. */
const answersTo = async (...given: Parameters<typeof open>) => (await open(...given)).answers;
const list = { method: 'POST', path: '/api/get_all_activities', body: { isOwnActivities: true, page: 1, pageSize: 25 } };
const everything = { ...list, body: { isOwnActivities: true } };
const self = { method: 'GET', path: '/api/data_user' };

it('answers each read of a page as the call of its browser is answered', async () => {
  await given(app.db).ownActivity(ana);
  const calls = [self, list, everything];
  const mine = await app.as(ana);
  const expected = await Promise.all(calls.map(async ({ method, path, body }: PageCall) => (await mine.call(method, path, { body })).body));
  expect(JSON.stringify(expected)).toContain('"objetive_project"');
  const opened = vi.fn(() => answersTo(calls));
  await expect.poll(opened).toEqual(expected);
  const reads = app.logged.filter(({ msg, endpoint }) => msg === 'request' && endpoint === 'readOwnData');
  expect(reads).toHaveLength(1 + opened.mock.calls.length);
});

it('answers nothing that the browser would be refused, and writes nothing', async () => {
  const activity = await given(app.db).ownActivity(ana);
  const start = { method: 'POST', path: '/api/record_start_work_activity', body: { activitie_id: activity.id } };
  const calls = [start, { method: 'GET', path: '/api/get_users' }, { method: 'GET', path: '/api/none' }, { ...list, body: { page: -1 } }];
  expect(await answersTo(calls)).toEqual([null, null, null, null]);
  expect(await answersTo([self], { Cookie: '' })).toEqual([null]);
  expect((await app.db('activities').first()).status).toBe('not_started');
});

it('answers nothing to a page that another site opens', async () => {
  for (const site of ['same-site', 'cross-site']) expect(await answersTo([self], { 'Sec-Fetch-Site': site })).toEqual([null]);
});

it('leaves out and cancels what is late', async () => {
  await app.db.transaction(async (trx) => {
    await trx.raw('lock table activities in access exclusive mode');
    await expect.poll(() => answersTo([self, list])).toEqual([expect.anything(), null]);
    const waiting = async () => (await trx.raw('select 1 from pg_locks where not granted and relation = ?::regclass', 'activities')).rows;
    await expect.poll(waiting).toEqual([]);
  });
  await expect.poll(() => answersTo([list])).toEqual([expect.anything()]);
});

const running = async (lane: string) =>
  new RegExp(`requests\\{lane="${lane}",state="running"\\} (\\d+)`).exec(await (await fetch(`${app.origin}/metrics`)).text())?.[1];

it('has a page with the token of a stranger wait with strangers, because it is looked up', async () => {
  const holding = await app.db.transaction();
  await holding.raw('lock table access_tokens in access exclusive mode');
  const page = raw(app.origin, { method: 'GET', path: '/Page', headers: { Authorization: `Bearer ${'x'.repeat(43)}` } });
  try {
    // The reading of the figures is the other one.
    await expect.poll(() => running('networks')).toBe('2');
  } finally {
    await holding.rollback();
  }
  expect((await page).status).toBe(200);
});

it('keeps no place for a page that ends while it waits for its place again', async () => {
  const path = `/Page?hasty&${new URLSearchParams({ calls: JSON.stringify([list]) })}`;
  await (await app.as(ana)).call('GET', '/api/data_user');
  await app.db
    .transaction(async (trx) => {
      await trx.raw('lock table activities in access exclusive mode');
      const page = raw(app.origin, { method: 'GET', path, headers: { Cookie } });
      await pause(100);
      const calls = Array.from({ length: 6 }, () =>
        raw(app.origin, { method: 'GET', path: '/api/get_my_activities', headers: { Cookie } }),
      );
      await page;
      await trx.rollback().catch(() => {});
      await Promise.all(calls);
    })
    .catch(() => {});
  await expect.poll(() => running('people')).toBe('0');
});

it('leaves what a page says as it is, whatever it is', async () => {
  const { text } = await raw(app.origin, { method: 'GET', path: '/Page?words=__CSP_NONCE__', headers: { Cookie } });
  expect(text).toMatch(/<style nonce="[^"_]+"><\/style>__CSP_NONCE__<script/);
});

it('draws for the width of the window, or for that of its kind of device', async () => {
  const iPhone = { 'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Mobile/15E148 Safari/604.1' };
  const narrow = `${Cookie}; window_width=800`;
  const kinds: Record<string, string>[] = [{}, iPhone, { Cookie: narrow }, { ...iPhone, Cookie: narrow }];
  const widths = kinds.map(async (headers) => (await open([], headers)).width);
  expect(await Promise.all(widths)).toEqual([1280, 390, 800, 800]);
});

it('counts a page as no call, and warns of one that is not drawn only where nobody was refused', async () => {
  const page = (path: string, headers = {}) => raw(app.origin, { method: 'GET', path, headers });
  const began = app.logged.length;
  const levels = (msg: string) => app.logged.slice(began).flatMap((line) => (line.msg === msg ? [line.level] : []));
  expect((await page('/Page', { Authorization: 'x' })).text).toContain('inert></div>');
  expect(levels('page not drawn')).toEqual([20]);
  expect((await page('/Page?broken', { Cookie })).text).toContain('inert></div>');
  expect(levels('page not drawn')).toEqual([20, 40]);
  await page('/Page', { Cookie });
  expect(app.logged.slice(began).flatMap(({ msg, endpoint }) => (msg === 'request' ? [endpoint] : []))).toEqual(Array(3).fill(undefined));
});
