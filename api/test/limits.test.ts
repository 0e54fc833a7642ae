import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { restoreProductHashCost } from '../../core/test/cheap-hashes.setup.ts';
import { isDeep } from '../../core/test/deep.ts';
import { given, PASSWORD } from '../../core/test/factories.ts';
import { everythingIn } from '../../core/test/tables.ts';
import { type RunningApp, runningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runningApp();
});
beforeEach(() => app.wipe());
afterAll(() => app.close());

it('a person writes sixty times a minute, and is then informed how long to wait; nobody else is', async () => {
  const make = given(app.db);
  const [busy, other] = [await make.person(), await make.person()];
  const activity = await make.activity({ owner: busy, assignee: other, status: 'in_progress' });
  const [mine, theirs] = [await app.as(busy), await app.as(other)];
  const say = (who: typeof mine) =>
    who.call('POST', '/api/record_comments_activity', { body: { activitie_id: activity.id, comment: 'Otra vez' } });
  const answers = [];
  for (let times = 0; times < 60; times++) answers.push((await say(mine)).status);
  expect(new Set(answers)).toEqual(new Set([200]));

  const before = await everythingIn(app.db);
  const refused = await say(mine);
  expect(refused).toMatchObject({
    status: 429,
    body: { success: false, code: 'session.tooManyTries', error: expect.stringContaining('Espera') },
  });
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
  expect(await everythingIn(app.db)).toEqual(before);
  expect((await mine.call('GET', '/api/get_my_activities')).status).toBe(200);
  expect((await say(theirs)).status).toBe(200);
});

it('an office behind one address is not locked out by its own people logging in, and a guesser there is', async () => {
  const strict = await runningApp({ rateLimitFactor: 0.04, database: { db: app.db, wipe: app.wipe, close: async () => {} } });
  const attempt = async (password: string) => {
    const { email } = await given(app.db).person();
    return (await strict.visitor().call('POST', '/api/login', { body: { email, password } })).status;
  };
  try {
    const people = [];
    for (let times = 0; times < 5; times++) people.push(await attempt(PASSWORD));
    expect(people).toEqual([200, 200, 200, 200, 200]);
    const guesses = [];
    for (let times = 0; times < 5; times++) guesses.push(await attempt('equivocada'));
    expect(guesses).toEqual([401, 401, 401, 401, 429]);
  } finally {
    await strict.close();
  }
});

// Equal work is in core/test/secrets/password-hash.test.ts.
it.runIf(isDeep)('a wrong password and an unknown address take the same time to be refused', async () => {
  restoreProductHashCost();
  const { email } = await given(app.db).person();
  const timed = async (address: string) => {
    const began = performance.now();
    await app.visitor().call('POST', '/api/login', { body: { email: address, password: 'equivocada' } });
    return performance.now() - began;
  };
  await timed('calentamiento@demo.mx');
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let tries = 0; tries < 3; tries++) {
    times.known.push(await timed(email));
    times.unknown.push(await timed('nadie@demo.mx'));
  }
  // Hashing is most of it: without it an answer takes a tenth. The quickest of each count, for the machine may be busy.
  expect(Math.min(...times.unknown)).toBeGreaterThan(Math.min(...times.known) / 3);
  expect(Math.min(...times.known)).toBeGreaterThan(Math.min(...times.unknown) / 3);
});
