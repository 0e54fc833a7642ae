import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../core/test/database.ts';
import { given, PASSWORD } from '../../core/test/factories.ts';
import { browser } from './browser.ts';
import { type RunningApp, runningApp } from './running-app.ts';

let database: TestDatabase;
let one: RunningApp;
let other: RunningApp;

beforeAll(async () => {
  database = await testDatabase();
  const shared = { ...database, close: async () => {} };
  [one, other] = [await runningApp({ database: shared }), await runningApp({ database: shared })];
});
beforeEach(() => database.wipe());
afterAll(async () => {
  for (const app of [one, other]) await app?.close();
  await database?.close();
});

/** The same browser, after the load balancer sends it to the other machine. */
function movedTo(app: RunningApp, { cookies }: ReturnType<typeof browser>) {
  const moved = browser(app.origin);
  for (const [name, value] of cookies) moved.cookies.set(name, value);
  return moved;
}

it('a login at one is valid at the other, with its CSRF token, and a logout there ends it here', async () => {
  const person = await given(database.db).person();
  const here = one.visitor();
  await here.client.logIn({ email: person.email, password: PASSWORD });
  const there = movedTo(other, here);
  expect(await there.client.readSession()).toMatchObject({ user: { id: person.id } });

  const headers = { 'X-CSRF-Token': await here.csrfToken() };
  expect((await there.call('POST', '/api/logout', { headers, csrf: false })).status).toBe(200);
  expect(await here.client.readSession()).toMatchObject({ user: null });
});

it('tries at one count at the other', async () => {
  const person = await given(database.db).person();
  const tryAt = async (app: RunningApp) =>
    (await app.visitor().call('POST', '/api/login', { body: { email: person.email, password: 'otra cosa' } })).status;
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) statuses.push(await tryAt(n % 2 === 0 ? one : other));
  expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
  expect(statuses[5]).toBe(429);
});

it('a request sent again to the other happens once', async () => {
  const person = await given(database.db).person();
  const activity = await given(database.db).ownActivity(person);
  const here = await one.as(person);
  const there = movedTo(other, here);
  const start = { body: { activitie_id: activity.id }, headers: { 'Idempotency-Key': '11111111-1111-4111-8111-111111111111' } };
  const answers = [
    await here.call('POST', '/api/record_start_work_activity', start),
    await there.call('POST', '/api/record_start_work_activity', start),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[1]?.body).toEqual(answers[0]?.body);
});
