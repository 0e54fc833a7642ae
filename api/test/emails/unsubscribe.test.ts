import { repositoriesOn } from '@bitacora/core/server';
import { remindDeadlines } from '@bitacora/core/use-cases/notifications/scheduled-notifications';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../core/test/database.ts';
import { given, NOW, TODAY } from '../../../core/test/factories.ts';
import { SECRET, stage, ZONE } from '../../../core/test/stage.ts';
import { unsubscribeToken } from '../../src/mail/links.ts';
import { type RunningApp, runningApp } from '../running-app.ts';
import { headerOf, type Mailbox, mailbox } from './mailbox.ts';

let database: TestDatabase;
let app: RunningApp;
let box: Mailbox;
beforeAll(async () => {
  database = await testDatabase();
  app = await runningApp({ database });
  box = mailbox(stage(database.db).core);
});
beforeEach(() => app.wipe());
afterAll(async () => {
  box.close();
  await app.close();
});

/** Without a session, as a mail program does. */
const ask = (path: string, form?: Record<string, string> | [string, string][]) =>
  fetch(`${app.origin}${path}`, form ? { method: 'POST', body: new URLSearchParams(form) } : {});
const keyOf = () => repositoriesOn(app.db, ZONE).installation.unsubscribeKey();
const choices = () => app.db('announcementPreferences').select('kind', 'byEmail', 'byChat').orderBy('kind');

it('one click in a mail switches its kinds off, for its reader alone, and the next mail does not come', async () => {
  const on = stage(database.db);
  on.setClock(NOW);
  const assignee = await given(app.db).person();
  await given(app.db).activity({ owner: await given(app.db).manager(), assignee, dueOn: TODAY });
  const remind = () =>
    on.core.perform({ useCase: remindDeadlines, actor: null, channel: 'system', input: { dueAt: on.now() }, effect: 'writes' });
  await remind();
  const [mail] = await box.deliver();
  const { pathname } = new URL(headerOf(mail as never, 'List-Unsubscribe')?.slice(1, -1) ?? '');

  const page = await ask(pathname);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain('Una actividad vence hoy o mañana');
  expect(await choices()).toEqual([]);

  for (let times = 0; times < 2; times++) expect((await ask(pathname, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200);
  expect(await choices()).toEqual([{ kind: 'dueTomorrow', byEmail: false, byChat: false }]);
  const acts = await app.db('adminHistory').select('act', 'subjectId', 'actorId');
  expect(acts).toEqual([{ act: 'person.changePreferences', subjectId: String(assignee.id), actorId: null }]);

  await app.db('outbox').delete();
  await app.db('notifications').delete();
  await remind();
  expect(await box.deliver()).toEqual([]);
});

it('the form of its page switches off what is marked, and keeps the chat', async () => {
  const { id: personId } = await given(app.db).person();
  await app.db('announcementPreferences').insert({ userId: personId, kind: 'commented', byEmail: true, byChat: true });
  const token = unsubscribeToken({ personId, kinds: ['assigned', 'commented', 'rejected'] }, await keyOf());
  const nothing = await ask(`/unsubscribe/${token}`, { form: '1' });
  expect([nothing.status, await choices()]).toEqual([400, [{ kind: 'commented', byEmail: true, byChat: true }]]);
  const done = await ask(`/unsubscribe/${token}`, [
    ['form', '1'],
    ['kind', 'commented'],
    ['kind', 'overdue'],
    ['kind', 'invitation'],
  ]);
  expect(await done.text()).toContain('Ya no recibirás estos correos');
  expect(await choices()).toEqual([{ kind: 'commented', byEmail: false, byChat: true }]);
});

it('a link with any changed part does nothing', async () => {
  const { id: personId } = await given(app.db).person();
  const good = unsubscribeToken({ personId, kinds: ['assigned'] }, await keyOf());
  const mac = good.split('.')[2] as string;
  const foreign = unsubscribeToken({ personId, kinds: ['assigned'] }, SECRET);
  const mandatory = unsubscribeToken({ personId, kinds: ['passwordReset', 'invitation'] as never }, await keyOf());
  const bad = [
    `${personId + 1}.assigned.${mac}`,
    `${personId}.rejected.${mac}`,
    `${personId}.assigned-rejected.${mac}`,
    foreign,
    mandatory,
    `${good}x`,
    mac,
    '%00',
    'x'.repeat(3_000),
  ];
  for (const token of bad) {
    expect([token, (await ask(`/unsubscribe/${token}`)).status]).toEqual([token, 404]);
    expect([token, (await ask(`/unsubscribe/${token}`, { 'List-Unsubscribe': 'One-Click' })).status]).toEqual([token, 404]);
  }
  expect(await choices()).toEqual([]);
  const { headers } = await ask(`/unsubscribe/${good}`);
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'nonce-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
  expect((await ask(`/unsubscribe/${good}`, { form: 'x'.repeat(20_000) })).status).toBe(413);
});

it('the links of earlier mails outlive every change of SESSION_SECRET', async () => {
  const { id: personId } = await given(app.db).person();
  const token = unsubscribeToken({ personId, kinds: ['assigned'] }, await keyOf());
  const other = await runningApp({
    database: { ...database, close: async () => {} },
    secrets: ['un secreto nuevo, de más de treinta y dos bytes'],
  });
  const answer = await fetch(`${other.origin}/unsubscribe/${token}`);
  await other.close();
  expect(answer.status).toBe(200);
});

it('bad links use up no allowance of codes, tokens or passwords', async () => {
  await app.db('rateLimits').delete();
  for (let times = 0; times < 3; times++) await ask('/unsubscribe/1.assigned.AAAAAAAAAAAAAAAAAAAAAA');
  const keys: string[] = await app.db('rateLimits').pluck('key');
  expect(keys).toEqual([expect.stringMatching(/^unsubscribeGuesses:/)]);
});

it('takes the click of a mail program as form or multipart, for somebody who left too, and survives bad requests', async () => {
  const { id: personId } = await given(app.db).person({ isActive: false });
  const key = await keyOf();
  const url = `${app.origin}/unsubscribe/${unsubscribeToken({ personId, kinds: ['assigned'] }, key)}`;
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  expect((await fetch(url, { method: 'POST', body: form })).status).toBe(200);
  expect(await choices()).toEqual([{ kind: 'assigned', byEmail: false, byChat: false }]);

  const nobody = unsubscribeToken({ personId: 999_999_999, kinds: ['assigned'] }, key);
  expect((await ask(`/unsubscribe/${nobody}`, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200);
  for (const method of ['PUT', 'DELETE', 'PATCH']) expect((await fetch(url, { method })).status).toBeGreaterThanOrEqual(400);
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
  const odd = [
    '%E0%A4%A',
    '%',
    '1.assigned',
    '..%2F..%2Fetc',
    '-1.assigned.AAAAAAAAAAAAAAAAAAAAAA',
    '1.constructor.AAAAAAAAAAAAAAAAAAAAAA',
  ];
  for (const token of odd) expect([token, (await ask(`/unsubscribe/${token}`)).status]).toEqual([token, expect.toBeOneOf([400, 404])]);
  const json = { method: 'POST', body: '{"form":1,"kind":["rejected"]}', headers: { 'Content-Type': 'application/json' } };
  expect((await fetch(url, json)).status).toBe(200);
  expect(await choices()).toHaveLength(1);
});
