import { type EndpointName, endpoints } from '@bitacora/core/contract';
import { activityEndpoints } from '@bitacora/core/contract/activities/activity-endpoints';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { adminActs } from '@bitacora/core/domain/admin/admin-act';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { PASSWORD } from '../../../../core/test/factories.ts';
import { type RunningApp, runningApp } from '../../running-app.ts';
import { aCompany, type Company, secrets } from './called-company.ts';
import { type CallerKind, credentialsFor, type Headers, sendWith } from './callers.ts';
import { addressOf, goodCalls } from './good-calls.ts';

/** Calls that write and are no act of the administration, and why. Acts on an activity have a history of their own. */
const WITHOUT_ROW: Partial<Record<EndpointName, string>> = {
  readCsrfToken: 'makes a cookie',
  checkResetToken: 'a right token changes nothing; a wrong one is recorded',
  beginSecondFactor: 'counts once it is confirmed, which is recorded',
  createFirstAdministrator: 'refused where somebody is registered; first-run.test.ts reads its row',
  saveView: 'how one person likes to see a list',
  saveListSize: 'how one person likes to see a list',
  removeSavedView: 'how one person likes to see a list',
  confirmIdentity: 'a proof; what it opens is recorded, and so are wrong tries',
  markNotificationsRead: 'what one person has read',
  sendMinute: 'a mail of acts that are recorded',
  sendTestMail: 'a mail to its own person',
  snoozeReminders: 'when one person is reminded again',
  subscribePush: 'which browser shows notifications; the choice to get them is recorded',
  unsubscribePush: 'which browser shows notifications; the choice to get them is recorded',
  beginDeviceAuthorization: 'a request; who answers it is recorded',
  exchangeDeviceCode: 'a question; the token or session that it brings is recorded',
  offerChatLink: 'an offer; who confirms it is recorded',
  createChatLinkCode: 'an offer; the account that sends the code is recorded',
  takeChatTemplate: 'delivery of notifications',
  exchangeChatIdentity: 'a token of 15 minutes of a link that was recorded',
  claimWork: 'delivery of notifications',
  acknowledgeWork: 'delivery of notifications',
  returnChatDigest: 'delivery of notifications',
  keepChatCard: 'delivery of notifications',
  createRequest: 'the request itself says who asked, and when',
  declineRequest: 'the request itself says who declined it, when and why',
  withdrawRequest: 'the request itself says who withdrew it, and when',
};
/** Calls that only read, and are recorded all the same. */
const READS_WITH_ROW: readonly EndpointName[] = ['exportReport', 'createExpedient', 'exportAdminHistory', 'exportOwnData', 'exportCompany'];

const isOnActivity = (name: EndpointName) => name in activityEndpoints;
const expected = (Object.entries(endpoints) as [EndpointName, Endpoint][])
  .filter(([name, { effect }]) => (effect === 'writes' && !isOnActivity(name) && !(name in WITHOUT_ROW)) || READS_WITH_ROW.includes(name))
  .map(([name]) => name);

let app: RunningApp;
let company: Company;
let credentials: Record<CallerKind, Headers>;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 1_000, botToken: secrets.bot });
  await app.wipe();
  company = await aCompany(app);
  credentials = await credentialsFor(app.origin, company);
});
afterEach(async () => {
  await company.restore();
  await app.db('rateLimits').delete();
});
afterAll(() => app.close());

const call = (name: EndpointName) => {
  const [by, inputFor] = goodCalls[name];
  const what = inputFor(company);
  return sendWith(app.origin, credentials[by], endpoints[name].method, addressOf(name, what), what.body);
};
const newest = () => app.db('adminHistory').orderBy('id', 'desc').first();

it.each(expected)('%s leaves a row: who, what, from where', async (name) => {
  if (name === 'removePhoto') await call('changePhoto');
  const before = (await newest())?.id ?? 0;
  expect((await call(name)).status).toBe(200);

  const rows = await app.db('adminHistory').where('id', '>', before).orderBy('id');
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    expect(adminActs).toContain(row.act);
    expect(row.address).toBe('127.0.0.1');
    if (goodCalls[name][0] !== 'anonymous') expect(row.actorName).not.toBeNull();
  }
});

it('what needs no row is named, and nothing else is', () => {
  expect(expected).toEqual(expect.arrayContaining(['createUser', 'updateUser', 'logIn', 'saveHoliday', 'revokeToken']));
  for (const name of Object.keys(WITHOUT_ROW)) expect(endpoints).toHaveProperty(name);
});

it('no row holds a secret or a hash of one', async () => {
  for (const name of expected) await call(name);
  const dump = JSON.stringify(await app.db('adminHistory'));
  const { passwordHash } = await app.db('users').whereNotNull('passwordHash').first('passwordHash');
  for (const secret of [
    PASSWORD,
    'clave nueva',
    secrets.reset,
    secrets.chatCode,
    secrets.calendar,
    secrets.webhook,
    'whsec_',
    'tk_read',
    passwordHash,
    '$argon2',
  ])
    expect(dump).not.toContain(secret);
});

const anonymously = (path: string, body: object) => sendWith(app.origin, credentials.anonymous, 'POST', path, body);

it('a failed login is recorded with its account, or with the email alone where nobody has it; never with what was typed as the password', async () => {
  const tries = ['colega@demo.mx', 'nadie@demo.mx', 'inactiva@demo.mx'];
  for (const email of tries)
    await anonymously('/api/login', { email, password: email === 'inactiva@demo.mx' ? PASSWORD : 'MiClaveSecreta99' });
  const rows = await app.db('adminHistory').where({ act: 'session.failLogIn' }).orderBy('id');
  const { colleague, inactive } = company.people;
  expect(rows).toMatchObject([
    { actorId: null, subjectId: String(colleague.id), after: { reason: 'wrongPassword', times: 1 }, address: '127.0.0.1' },
    { actorId: null, subjectId: null, subject: 'nadie@demo.mx', after: { reason: 'unknownEmail', times: 1 } },
    { actorId: null, subjectId: String(inactive.id), after: { reason: 'inactive' } },
  ]);
  expect(JSON.stringify(rows)).not.toContain('MiClaveSecreta99');
});

it('a wrong reset token is recorded', async () => {
  await anonymously('/api/validate-reset-token', { email: 'sin-trabajo@demo.mx', token: 'otro' });
  expect(await newest()).toMatchObject({
    act: 'password.failReset',
    subjectId: String(company.people.idle.id),
    after: { reason: 'wrongToken' },
  });
});
