import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { given, PASSWORD } from '../../core/test/factories.ts';
import { type RunningApp, runningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runningApp({ proxyHops: 1 });
});
beforeEach(() => app.wipe());
afterAll(() => app.close());

const FROM = { 'X-Forwarded-For': '198.51.100.1, 203.0.113.7' };
const line = (endpoint: string) => app.logged.findLast((one) => one.msg === 'request' && one.endpoint === endpoint);

it('a line names the client’s address and who called', async () => {
  const ana = await given(app.db).person();
  await (await app.as(ana)).call('GET', '/api/data_user', { headers: FROM });
  expect(line('readOwnData')).toMatchObject({ address: '203.0.113.7', userId: ana.id });
});

it('a login names the account it is about, also when it fails, and never the email or the password', async () => {
  const ana = await given(app.db).person();
  const logIn = (email: string, password: string) => app.visitor().call('POST', '/api/login', { headers: FROM, body: { email, password } });
  await logIn(ana.email, 'equivocada');
  expect(line('logIn')).toMatchObject({ status: 401, address: '203.0.113.7', accountId: ana.id });
  expect(line('logIn')).not.toHaveProperty('userId');
  await logIn(ana.email, PASSWORD);
  expect(line('logIn')).toMatchObject({ status: 200, accountId: ana.id });
  await logIn('nadie@demo.mx', 'equivocada');
  expect(line('logIn')).toMatchObject({ status: 401, address: '203.0.113.7' });
  expect(line('logIn')).not.toHaveProperty('accountId');
  for (const text of [ana.email, 'nadie@demo.mx', 'equivocada']) expect(JSON.stringify(app.logged)).not.toContain(text);
});
