import { afterAll, expect, it } from 'vitest';
import { given } from '../../core/test/factories.ts';
import { runningApp } from './running-app.ts';

let isLeaving = false;
const app = await runningApp({ isLeaving: () => isLeaving });
afterAll(() => app.close());

it('a process that is about to end says so to proxies, and still serves', async () => {
  const ready = () => fetch(`${app.origin}/readyz`);
  const person = await app.as(await given(app.db).person());
  expect((await ready()).status).toBe(200);
  isLeaving = true;
  const answer = await ready();
  expect([answer.status, await answer.json()]).toEqual([503, { status: 'leaving' }]);
  expect((await person.call('GET', '/api/get_my_activities')).status).toBe(200);
  expect((await fetch(`${app.origin}/healthz`)).status).toBe(200);
});

it('a process that is about to end lets go of the connections that others keep', async () => {
  const person = await app.as(await given(app.db).person());
  const connectionHeader = async () => (await person.call('GET', '/api/get_my_activities')).headers.get('connection');
  isLeaving = false;
  expect(await connectionHeader()).toBe('keep-alive');
  isLeaving = true;
  expect(await connectionHeader()).toBe('close');
});

it('a process stays ready after a newer one migrated the database, and is not ready where a migration is missing', async () => {
  const ready = async () => (await fetch(`${app.origin}/readyz`)).status;
  isLeaving = false;
  const [last] = await app.db('knex_migrations').orderBy('id', 'desc').limit(1);
  await app.db('knex_migrations').insert({ name: '9999_from_the_future', batch: 99, migration_time: new Date() });
  expect(await ready()).toBe(200);
  await app.db('knex_migrations').whereIn('name', ['9999_from_the_future', last.name]).delete();
  await expect.poll(ready).toBe(503); // what was read is answered for a second
  await app.db('knex_migrations').insert(last);
  await expect.poll(ready).toBe(200);
});
