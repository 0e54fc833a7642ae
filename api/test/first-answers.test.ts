import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sessionRequests } from '@bitacora/core/contract/exchange';
import { reportEndpoints } from '@bitacora/core/contract/reports/report-endpoints';
import { listPaths } from '@bitacora/core/domain/page-paths';
import type { Person } from '@bitacora/core/domain/people/person';
import type { Context } from 'koa';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { given } from '../../core/test/factories.ts';
import { firstAnswers, readWebFolder, type WebFolder } from '../src/http/serve-web.ts';
import { raw } from './raw.ts';
import { type RunningApp, runningApp } from './running-app.ts';

const LIST = reportEndpoints.listAllActivities.path;
const FACETS = reportEndpoints.countFacets.path;
const SESSION = sessionRequests.readSession.path;

/** As the build has it. */
const ENTRY = '<script type="module" crossorigin src="/assets/index-a1.js" nonce="__CSP_NONCE__"></script>';

/** As long as a busy machine takes. */
const PATIENT_MS = 60_000;

interface FirstAnswer {
  path: string;
  body: unknown;
  answer: { rows: { id: number }[]; user_action_deck: { id: number } | null };
}

let folder: string;
let web: WebFolder;
let app: RunningApp;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'bitacora-web-test-'));
  await writeFile(
    path.join(folder, 'index.html'),
    `<head><style nonce="__CSP_NONCE__"></style>${ENTRY}</head><body><div id="root"></div></body>`,
  );
  await writeFile(path.join(folder, 'login.html'), '<h1>Bitácora</h1>');
  const addresses = ['/', '/Edit_Profile', ...Object.values(listPaths)];
  await writeFile(path.join(folder, 'preloads.json'), JSON.stringify(Object.fromEntries(addresses.map((one) => [one, [SESSION]]))));
  web = await readWebFolder(folder);
  app = await runningApp({ web, pagePatienceMs: PATIENT_MS });
});
beforeEach(() => app.wipe());
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function pageOf(address: string, sid?: string, { at = app, more = {} } = {}) {
  const request = { method: 'GET', path: address, headers: { ...(sid && { Cookie: `sid=${sid}` }), ...more } };
  const { text, headers } = await raw(at.origin, request);
  const json = /<script type="application\/json" id="first-answers">(.*?)<\/script>/s.exec(text)?.[1];
  return { text, headers, answers: JSON.parse(json ?? '[]') as FirstAnswer[] };
}
const pathsOf = ({ answers }: { answers: readonly FirstAnswer[] }) => answers.map((one) => one.path);
const rowsOf = ({ answers }: { answers: readonly FirstAnswer[] }) => answers.find((one) => one.path === LIST)?.answer.rows ?? [];
const enter = (person: Person) => given(app.db).session(person);

it('a list comes with the session and the rows that its call would answer', async () => {
  const person = await given(app.db).person();
  const own = await given(app.db).ownActivity(person, { status: 'in_progress' });
  const page = await pageOf(listPaths.pending, await enter(person));
  expect(pathsOf(page)).toEqual([SESSION, LIST]);
  expect(page.answers[0]?.answer.user_action_deck?.id).toBe(person.id);
  const called = await (await app.as(person)).call('POST', LIST, { body: page.answers[1]?.body });
  expect(page.answers[1]?.answer).toEqual(called.body);
  expect(rowsOf(page).map(({ id }) => id)).toEqual([own.id]);
  expect(page.headers['cache-control']).toBe('no-store, no-transform');
  // The answer is there, so the browser need not fetch it.
  expect(page.text).not.toContain('rel="preload"');
});

it('the scripts of the page run while its answers are read, and stand below the place that they draw in', async () => {
  const person = await given(app.db).person();
  const { text } = await pageOf(listPaths.pending, await enter(person));
  expect(text).toMatch(
    /<div id="root"><\/div><script type="module" async crossorigin src="\/assets\/index-a1.js" nonce="[^"_]+"><\/script><script type="application/,
  );
  expect((await pageOf('/')).text).toMatch(/<script type="module" crossorigin [^>]+><\/script><\/?.*<\/head>/);
});

it('each person gets what Home and the login, which leads there, show first', async () => {
  const [person, manager] = [await given(app.db).person(), await given(app.db).manager()];
  const [sid, managerSid] = [await enter(person), await enter(manager)];
  for (const address of ['/', listPaths.home]) {
    expect(pathsOf(await pageOf(address, sid)).toSorted()).toEqual([SESSION, LIST, FACETS].toSorted());
    expect(pathsOf(await pageOf(address, managerSid))).toEqual([SESSION, LIST]);
  }
  expect(pathsOf(await pageOf('/?next=%2FMy_Activities', sid))).toEqual([SESSION]);
  expect(pathsOf(await pageOf('/Edit_Profile', sid))).toEqual([SESSION]);
});

it('who has no session gets no answers, and whose session has ended learns that nobody is there', async () => {
  const person = await given(app.db).person();
  await given(app.db).ownActivity(person, { status: 'in_progress' });
  expect((await pageOf(listPaths.pending)).text).not.toContain('first-answers');
  const ended = await pageOf(listPaths.pending, 'a-secret-that-nobody-has');
  expect(ended.answers.map((one) => [one.path, one.answer.user_action_deck])).toEqual([[SESSION, null]]);
});

it('nobody gets the rows of others: neither those of a colleague nor those of the company', async () => {
  const [person, colleague] = [await given(app.db).person(), await given(app.db).person()];
  const secret = await given(app.db).ownActivity(colleague, { status: 'in_progress', description: 'Contar la caja fuerte' });
  const sid = await enter(person);
  for (const address of Object.values(listPaths)) expect((await pageOf(address, sid)).text).not.toContain(secret.description);
  expect(pathsOf(await pageOf(listPaths.pendingReport, sid))).toEqual([SESSION]);
  const manager = await given(app.db).manager();
  expect(rowsOf(await pageOf(listPaths.pendingReport, await enter(manager))).map(({ id }) => id)).toEqual([secret.id]);
});

it('the address filters the rows, what is wrong in it is ignored, and rows that fill the window or are many are left to the page', async () => {
  const person = await given(app.db).person();
  const [first] = [
    await given(app.db).ownActivity(person, { status: 'in_progress' }),
    await given(app.db).ownActivity(person, { status: 'not_started' }),
  ];
  const sid = await enter(person);
  const idsAt = async (search: string) => rowsOf(await pageOf(listPaths.pending + search, sid)).map(({ id }) => id);
  expect(await idsAt('?statuses=in_progress')).toEqual([first?.id]);
  expect(await idsAt('?statuses=lost&page=-1&size=many&from=yesterday&owners=%00&sort=nothing&search=')).toHaveLength(2);
  for (const size of ['fit', '26']) expect(pathsOf(await pageOf(`${listPaths.pending}?size=${size}`, sid))).toEqual([SESSION]);
});

it('no text of a row ends its element or takes the nonce', async () => {
  const person = await given(app.db).person();
  const description = '</script></body><script>alert(1)</script><!-- __CSP_NONCE__';
  await given(app.db).ownActivity(person, { status: 'in_progress', description });
  const { text, answers } = await pageOf(listPaths.pending, await enter(person));
  expect(JSON.stringify(rowsOf({ answers }))).toContain(JSON.stringify(description));
  expect(text.match(/<script/g)).toHaveLength(2);
  expect(text.endsWith('</script></body>')).toBe(true);
});

it('the calls stand in the log, and one that has no place in time leaves the page without its rows', async () => {
  const person = await given(app.db).person();
  const sid = await enter(person);
  await pageOf(listPaths.pending, sid);
  const record = app.logged.findLast(({ msg, endpoint }) => msg === 'request' && endpoint === 'listAllActivities');
  expect(record).toMatchObject({ userId: person.id, status: 200, address: '127.0.0.1' });

  const busy = await runningApp({
    web,
    database: { ...app, close: async () => {} },
    laneLimits: { reports: { running: 0 } },
    pagePatienceMs: 50,
  });
  const { text, answers } = await pageOf(listPaths.pending, sid, { at: busy });
  expect(pathsOf({ answers })).not.toContain(LIST);
  expect(text.endsWith('</body>')).toBe(true);
  await busy.close();
});

it.each([
  [{ 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Dest': 'document' }, true],
  [{ 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'document' }, true],
  // By a service worker.
  [{ 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'empty' }, true],
  [{ 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Dest': 'document' }, false],
  [{ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'document' }, false],
  [{ 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'image' }, false],
])('of what a browser asks with %j, a page that the person opened alone makes the server read: %s', async (more, reads) => {
  const { text } = await pageOf(listPaths.pending, await enter(await given(app.db).person()), { more });
  expect([text.includes('first-answers'), text.includes('rel="preload"')]).toEqual([reads, !reads]);
});

it('an answer that is too long is left out, and no other', async () => {
  const person = await given(app.db).person();
  const closed = { status: 'verified', description: 'Contar la caja '.repeat(1_000) } as const;
  for (let count = 0; count < 3; count++) await given(app.db).ownActivity(person, closed);
  expect(pathsOf(await pageOf(listPaths.history, await enter(person)))).toEqual([SESSION, FACETS]);
});

/** What comes with the Home of an employee where each path is answered with that status and text. */
async function answersBy(answerOf: (path: string) => Promise<[status: number, text: string]>) {
  const session = (await pageOf(listPaths.home, await enter(await given(app.db).person()))).answers[0]?.answer;
  const req = { headers: {}, httpVersion: '1.1', socket: new Socket() };
  const page = { req, URL: new URL(listPaths.home, app.origin) } as unknown as Context;
  const answers = await firstAnswers(
    page,
    listPaths.home,
    async ({ url = '' }, response) => {
      const [status, text] = url === SESSION ? [200, JSON.stringify(session)] : await answerOf(url);
      response.statusCode = status;
      response.end(text);
    },
    PATIENT_MS,
  );
  return JSON.parse(answers) as FirstAnswer[];
}

it('a call that is refused keeps no other from coming', async () => {
  const answers = await answersBy(async (path) => {
    if (path === FACETS) return [500, '{}'];
    await setImmediate();
    return [200, '{}'];
  });
  expect(pathsOf({ answers })).toEqual([SESSION, LIST]);
});

it('an answer that is no JSON is left out', async () => {
  const answers = await answersBy(async (path) => [200, path === LIST ? '<html>' : '{}']);
  expect(pathsOf({ answers })).toEqual([SESSION, FACETS]);
});
