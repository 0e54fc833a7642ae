import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../core/test/database.ts';
import { given } from '../../core/test/factories.ts';
import { browser } from './browser.ts';
import { type RunningApp, runningApp } from './running-app.ts';

const [BEFORE, NOW] = ['the secret of before, which two replicas share', 'the secret of now, which two replicas share'];
const steps = { 'before the change': [BEFORE], 'while it changes': [NOW, BEFORE], 'after it': [NOW] } as const;
type Step = keyof typeof steps;

let database: TestDatabase;
const apps = new Map<Step, RunningApp>();
beforeAll(async () => {
  database = await testDatabase();
  const shared = { ...database, close: async () => {} };
  for (const [step, secrets] of Object.entries(steps)) apps.set(step as Step, await runningApp({ database: shared, secrets }));
});
beforeEach(() => database.wipe());
afterAll(async () => {
  for (const app of apps.values()) await app.close();
  await database?.close();
});
const at = (step: Step) => apps.get(step) as RunningApp;

/** What one of the replicas answers to the CSRF token that the other gave the same browser. */
async function statusOf(given_: Step, target: Step): Promise<number> {
  const person = await given(database.db).person();
  const here = await at(given_).as(person);
  const there = browser(at(target).origin);
  for (const [name, value] of here.cookies) there.cookies.set(name, value);
  return (await there.call('POST', '/api/logout', { headers: { 'X-CSRF-Token': await here.csrfToken() }, csrf: false })).status;
}

it.each<[Step, Step, number]>([
  ['before the change', 'while it changes', 200],
  ['while it changes', 'before the change', 200],
  ['while it changes', 'while it changes', 200],
  ['while it changes', 'after it', 200],
  ['after it', 'while it changes', 200],
  ['before the change', 'after it', 403],
  ['after it', 'before the change', 403],
])('a page of a replica %s is heard by one %s: %i', async (page, replica, status) => {
  expect(await statusOf(page, replica)).toBe(status);
});

it.each<[Step, string, number]>([
  ['before the change', BEFORE, 200],
  ['while it changes', BEFORE, 200],
  ['while it changes', NOW, 200],
  ['after it', NOW, 200],
  ['before the change', NOW, 401],
  ['after it', BEFORE, 401],
])('a replica %s answers the bot that calls with «%s»: %i', async (replica, token, status) => {
  const headers = { Authorization: `Bearer ${token}` };
  const body = { service: 'slack', workspace: 'T1', chat_user_id: 'U1', conversation: 'D1', display_name: 'ana' };
  expect((await at(replica).visitor().call('POST', '/api/bot/link_request', { headers, body, csrf: false })).status).toBe(status);
});
