import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sessionRequests } from '@bitacora/core/contract/exchange';
import { reportEndpoints } from '@bitacora/core/contract/report-endpoints';
import type { Person } from '@bitacora/core/domain/people/person';
import { listPaths } from '@bitacora/core/domain/reports/list-paths';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { given } from '../../core/test/factories.ts';
import { readWebFolder, type WebFolder } from '../src/http/serve-web.ts';
import { raw } from './raw.ts';
import { type RunningApp, runningApp } from './running-app.ts';

const LIST = reportEndpoints.listAllActivities.path;
const FACETS = reportEndpoints.countFacets.path;
const SESSION = sessionRequests.readSession.path;

/** As the build has it. */
const ENTRY = '<script type="module" crossorigin src="/assets/index-a1.js" nonce="__CSP_NONCE__"></script>';

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
  app = await runningApp({ web });
});
beforeEach(() => app.wipe());
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function pageOf(address: string, sid?: string, at = app) {
  const { text, headers } = await raw(at.origin, { method: 'GET', path: address, headers: sid ? { Cookie: `sid=${sid}` } : {} });
  const json = /<script type="application\/json" id="first-answers">(.*?)<\/script>/s.exec(text)?.[1];
  return { text, headers, answers: JSON.parse(json ?? '[]') as FirstAnswer[] };
}
const pathsOf = ({ answers }: { answers: readonly FirstAnswer[] }) => answers.map((one) => one.path);
/** The page once it has that many answers, because a busy machine may be too late for some. */
async function answeredPage(address: string, sid: string, count: number) {
  let page = await pageOf(address, sid);
  const countAgain = async () => {
    page = await pageOf(address, sid);
    return page.answers.length;
  };
  if (page.answers.length !== count) await expect.poll(countAgain).toBe(count);
  return page;
}
const rowsOf = ({ answers }: { answers: readonly FirstAnswer[] }) => answers.find((one) => one.path === LIST)?.answer.rows ?? [];
const enter = (person: Person) => given(app.db).session(person);

it('a list comes with the session and the rows that its call would answer', async () => {
  const person = await given(app.db).person();
  const own = await given(app.db).ownActivity(person, { status: 'in_progress' });
  const page = await answeredPage(listPaths.pending, await enter(person), 2);
  expect(pathsOf(page)).toEqual([SESSION, LIST]);
  expect(page.answers[0]?.answer.user_action_deck?.id).toBe(person.id);
  const called = await (await app.as(person)).call('POST', LIST, { body: page.answers[1]?.body });
  expect(page.answers[1]?.answer).toEqual(called.body);
  expect(rowsOf(page).map(({ id }) => id)).toEqual([own.id]);
  expect(page.headers['cache-control']).toBe('no-store');
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
    expect(pathsOf(await answeredPage(address, sid, 3)).toSorted()).toEqual([SESSION, LIST, FACETS].toSorted());
    expect(pathsOf(await answeredPage(address, managerSid, 2))).toEqual([SESSION, LIST]);
  }
  expect(pathsOf(await answeredPage('/?next=%2FMy_Activities', sid, 1))).toEqual([SESSION]);
  expect(pathsOf(await answeredPage('/Edit_Profile', sid, 1))).toEqual([SESSION]);
});

it('who has no session gets no answers, and whose session has ended learns that nobody is there', async () => {
  const person = await given(app.db).person();
  await given(app.db).ownActivity(person, { status: 'in_progress' });
  expect((await pageOf(listPaths.pending)).text).not.toContain('first-answers');
  const ended = await answeredPage(listPaths.pending, 'a-secret-that-nobody-has', 1);
  expect(ended.answers.map((one) => [one.path, one.answer.user_action_deck])).toEqual([[SESSION, null]]);
});

it('nobody gets the rows of others: neither those of a colleague nor those of the company', async () => {
  const [person, colleague] = [await given(app.db).person(), await given(app.db).person()];
  const secret = await given(app.db).ownActivity(colleague, { status: 'in_progress', description: 'Contar la caja fuerte' });
  const sid = await enter(person);
  for (const address of Object.values(listPaths)) expect((await pageOf(address, sid)).text).not.toContain(secret.description);
  expect(pathsOf(await answeredPage(listPaths.pendingReport, sid, 1))).toEqual([SESSION]);
  const manager = await given(app.db).manager();
  expect(rowsOf(await answeredPage(listPaths.pendingReport, await enter(manager), 2)).map(({ id }) => id)).toEqual([secret.id]);
});

it('the address filters the rows, what is wrong in it is ignored, and rows that fill the window are left to the page', async () => {
  const person = await given(app.db).person();
  const [first] = [
    await given(app.db).ownActivity(person, { status: 'in_progress' }),
    await given(app.db).ownActivity(person, { status: 'not_started' }),
  ];
  const sid = await enter(person);
  const idsAt = async (search: string) => rowsOf(await answeredPage(listPaths.pending + search, sid, 2)).map(({ id }) => id);
  expect(await idsAt('?statuses=in_progress')).toEqual([first?.id]);
  expect(await idsAt('?statuses=lost&page=-1&size=many&from=yesterday&owners=%00&sort=nothing&search=')).toHaveLength(2);
  expect(pathsOf(await answeredPage(`${listPaths.pending}?size=fit`, sid, 1))).toEqual([SESSION]);
});

it('no text of a row ends its element or takes the nonce', async () => {
  const person = await given(app.db).person();
  const description = '</script></body><script>alert(1)</script><!-- __CSP_NONCE__';
  await given(app.db).ownActivity(person, { status: 'in_progress', description });
  const { text, answers } = await answeredPage(listPaths.pending, await enter(person), 2);
  expect(JSON.stringify(rowsOf({ answers }))).toContain(JSON.stringify(description));
  expect(text.match(/<script/g)).toHaveLength(2);
  expect(text.endsWith('</script></body>')).toBe(true);
});

it('the calls stand in the log, and one that has no place in time leaves the page without its rows', async () => {
  const person = await given(app.db).person();
  const sid = await enter(person);
  await answeredPage(listPaths.pending, sid, 2);
  const record = app.logged.findLast(({ msg, endpoint }) => msg === 'request' && endpoint === 'listAllActivities');
  expect(record).toMatchObject({ userId: person.id, status: 200, address: '127.0.0.1' });

  const busy = await runningApp({ web, database: { ...app, close: async () => {} }, laneLimits: { reports: { running: 0 } } });
  const { text, answers } = await pageOf(listPaths.pending, sid, busy);
  expect(pathsOf({ answers })).not.toContain(LIST);
  expect(text.endsWith('</body>')).toBe(true);
  await busy.close();
});
