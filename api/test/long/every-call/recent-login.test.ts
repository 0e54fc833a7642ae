import { type EndpointName, endpoints } from '@bitacora/core/contract';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { type TokenScope, tokenScopes } from '@bitacora/core/domain/account/account';
import { hashOf } from '@bitacora/core/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { given, NOW, PASSWORD } from '../../../../core/test/factories.ts';
import { everythingIn } from '../../../../core/test/tables.ts';
import { browser } from '../../browser.ts';
import { type RunningApp, runningApp } from '../../running-app.ts';
import { aCompany, appCode, type Company, secrets } from './called-company.ts';
import { type CallerKind, credentialsFor, type Headers, sendWith } from './callers.ts';
import { addressOf, type CallInput, goodCalls } from './good-calls.ts';

let app: RunningApp;
let company: Company;
let credentials: Record<CallerKind, Headers>;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 1_000, botToken: secrets.bot });
  await app.wipe();
  company = await aCompany(app);
  credentials = await credentialsFor(app.origin, company);
});
beforeEach(async () => {
  await company.restore();
  app.setClock(NOW);
});
afterAll(() => app.close());

const rows = Object.entries(endpoints) as [EndpointName, Endpoint][];
const marked = rows.filter(([, { recentLogin }]) => recentLogin !== undefined).map(([name]) => name);
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const ageProofs = (minutes: number) => app.db('sessions').update({ provedAt: minutesAgo(minutes) });
const readStoredData = async () => JSON.stringify([await everythingIn(app.db), await app.stored()]);

/** Calls about another person's account, for those whose good call is about the caller's own. */
const aboutOthers: Partial<Record<EndpointName, [CallerKind, (company: Company) => CallInput]>> = {
  addAbsence: ['privileged', goodCalls.addAbsence[1]],
  cancelAbsence: ['privileged', goodCalls.cancelAbsence[1]],
};
const callOf = (name: EndpointName) => aboutOthers[name] ?? goodCalls[name];
const send = (name: EndpointName, headers: Headers, { body, ...call }: CallInput) =>
  sendWith(app.origin, headers, endpoints[name].method, addressOf(name, call), body);

async function aDeveloperToken(scope: TokenScope): Promise<Headers> {
  const row = { userId: company.people.developer.id, name: scope, scope, prefix: 'tk_', channel: 'terminal', createdAt: NOW };
  const times = { expiresAt: new Date(NOW.getTime() + 3_600_000), lastUsedAt: NOW };
  await app.db('accessTokens').insert({ ...row, ...times, secretHash: hashOf(`tk_new_${scope}`) });
  return { Authorization: `Bearer tk_new_${scope}` };
}

describe.each(marked)('%s', (name) => {
  it('is open to a session whose person has just proven who they are', async () => {
    const [caller, inputFor] = callOf(name);
    await ageProofs(14);
    expect((await send(name, credentials[caller], inputFor(company))).status).toBe(200);
  });

  it('asks an older session to confirm, and does nothing', async () => {
    const [caller, inputFor] = callOf(name);
    await ageProofs(15);
    const before = await readStoredData();
    const { status, body } = await send(name, credentials[caller], inputFor(company));
    expect([status, body]).toEqual([403, expect.objectContaining({ code: 'session.notRecent' })]);
    expect(await readStoredData()).toBe(before);
  });

  it('is closed to every token and to the bot, and does nothing', async () => {
    const tokens = await Promise.all(tokenScopes.map(aDeveloperToken));
    const input = callOf(name)[1](company);
    const before = await readStoredData();
    const answers = [];
    for (const headers of [...tokens, credentials.privilegedToken, credentials.chatToken, credentials.bot]) {
      const { status, body } = await send(name, headers, input);
      answers.push([status, (body as { code: string }).code]);
    }
    expect(answers).toEqual([
      [403, 'token.sessionOnly'],
      [403, 'token.sessionOnly'],
      [403, 'token.assistantOnly'],
      [403, 'token.importOnly'],
      [403, 'token.sessionOnly'],
      [403, 'token.sessionOnly'],
      [403, 'service.botOnly'],
    ]);
    expect(await readStoredData()).toBe(before);
  });
});

describe('an older session', () => {
  beforeEach(() => ageProofs(60));

  it('still registers and ends the person’s own absence, and rejects a terminal', async () => {
    const { responsible } = credentials;
    expect((await send('addAbsence', responsible, goodCalls.addAbsence[1](company))).status).toBe(200);
    expect((await send('cancelAbsence', responsible, goodCalls.cancelAbsence[1](company))).status).toBe(200);
    const rejection = { body: { user_code: company.device.userCode, approve: false } };
    expect((await send('answerDeviceAuthorization', responsible, rejection)).status).toBe(200);
  });

  const webhook = (headers: Headers) => send('createWebhook', headers, goodCalls.createWebhook[1](company));
  const confirm = (headers: Headers, body: object) => send('confirmIdentity', headers, { body });

  it('is recent for 15 minutes once the password is confirmed, and no other session is', async () => {
    const { developer } = credentials;
    const other = browser(app.origin, await given(app.db).session(company.people.developer));
    await ageProofs(60);
    expect((await confirm(developer, { password: PASSWORD })).status).toBe(200);
    expect((await webhook(developer)).status).toBe(200);
    expect((await other.call('POST', '/api/create_webhook', { body: goodCalls.createWebhook[1](company).body })).body).toMatchObject({
      code: 'session.notRecent',
    });
    app.setClock(new Date(NOW.getTime() + 15 * 60_000));
    expect((await webhook(developer)).body).toMatchObject({ code: 'session.notRecent' });
  });

  it('is not confirmed by a wrong password or code, nor by a code of who has no second factor, and each guess is recorded', async () => {
    const { developer, otherOwner } = credentials;
    expect((await confirm(developer, { password: 'equivocada' })).body).toMatchObject({ fields: { password: expect.any(String) } });
    expect((await confirm(developer, {})).status).toBe(400);
    expect((await confirm(developer, { code: appCode() })).body).toMatchObject({ code: 'secondFactor.wrong' });
    expect((await confirm(otherOwner, { code: '000000' })).body).toMatchObject({ code: 'secondFactor.wrong' });
    expect((await webhook(developer)).body).toMatchObject({ code: 'session.notRecent' });
    const acts = await app.db('adminHistory').where({ act: 'session.failLogIn' }).select('after');
    expect(acts.map(({ after }) => after.reason)).toEqual(['wrongPassword', 'wrongCode', 'wrongCode']);
  });

  it('is confirmed by a code of the second factor, once', async () => {
    const { otherOwner } = credentials;
    const token = () => send('createToken', otherOwner, goodCalls.createToken[1](company));
    expect((await token()).body).toMatchObject({ code: 'session.notRecent' });
    expect((await confirm(otherOwner, { code: appCode() })).status).toBe(200);
    expect((await token()).status).toBe(200);
    expect((await confirm(otherOwner, { code: appCode() })).body).toMatchObject({ code: 'secondFactor.wrong' });
  });
});

/** Why a call about an account, or of the administration, needs no recent login. */
const unmarked: Partial<Record<EndpointName, string>> = {
  createUser: 'registers a new person; changes nobody’s account',
  importUsers: 'registers new people; changes nobody’s account, and scripts do it with an import token',
  inviteUser: 'mails the stored address again',
  saveHoliday: 'no account',
  removeHoliday: 'no account',
  resendNotifications: 'no account',
  sendTestMail: 'mails the stored address of its own person',
  downloadImportTemplate: 'an empty form',
  testWebhook: 'sends an event without contents to the stored address',
  resendWebhookDeliveries: 'sends what was due to the stored address',
  confirmIdentity: 'is the confirmation itself',
  changePassword: 'asks for the password itself',
  beginSecondFactor: 'asks for the password itself',
  confirmSecondFactor: 'asks for a code itself',
  renewRecoveryCodes: 'asks for a code itself',
  removeSecondFactor: 'asks for a code itself',
  createCalendarFeed: 'opens only the person’s own deadlines',
  revokeCalendarFeed: 'only ends the person’s own access',
  subscribePush: 'adds the browser of this session, and ends with it',
  unsubscribePush: 'only ends the person’s own access',
  logOut: 'only ends the person’s own access',
  endOwnSession: 'only ends the person’s own access',
  endOtherSessions: 'only ends the person’s own access',
  revokeToken: 'only ends the person’s own access',
  unlinkChat: 'only ends the person’s own access',
};

it('every call about accounts, webhooks and whole exports is marked, or its reason stands here', () => {
  const administrative = [
    'manageUsers',
    'manageWebhooks',
    'resetSecondFactors',
    'allowPasswordResets',
    'readAdminHistory',
    'exportCompany',
  ];
  const candidates = rows.filter(
    ([, { who, effect, credential, file }]) =>
      (effect === 'writes' && (credential === 'session' || credential === 'import') && who !== 'anyone' && who !== 'service') ||
      (administrative.includes(who) && (effect === 'writes' || file)),
  );
  const expected = [...marked, ...Object.keys(unmarked)].sort();
  expect(candidates.map(([name]) => name).sort()).toEqual(expected);
});
