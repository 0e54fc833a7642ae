import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DISOWN_MS } from '../../src/domain/account/account.ts';
import { accountActs, compareAccounts } from '../../src/domain/admin/account-replay.ts';
import type { Person } from '../../src/domain/people/person.ts';
import { openCompanySession } from '../../src/use-cases/account/company-login.ts';
import {
  allowPasswordResets,
  confirmEmailChange,
  disownEmailChange,
  findDisowningToken,
  findEmailChangeToken,
} from '../../src/use-cases/account/email-change.ts';
import { requestPasswordReset } from '../../src/use-cases/account/reset-password.ts';
import { noteAccounts } from '../../src/use-cases/admin/note-accounts.ts';
import { anonymisePerson } from '../../src/use-cases/people/anonymise-person.ts';
import { inviteUser, listUsers, updateUser } from '../../src/use-cases/people/users.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { given, NOW } from '../factories.ts';
import { refusalOf, type Stage, stage, together } from '../stage.ts';

let database: TestDatabase;
let on: Stage;
let developer: Person;
let supervisor: Person;
let ana: Person;
beforeAll(async () => {
  database = await testDatabase();
  on = stage(database.db);
});
beforeEach(async () => {
  await database.wipe();
  on.setClock(NOW);
  developer = await given(database.db).person({ kind: 'Desarrollador' });
  supervisor = await given(database.db).person({ position: 'SUPERVISOR' });
  ana = await given(database.db).person({ firstName: 'Ana', lastName: 'Ruiz', email: 'ana@demo.mx' });
});
afterAll(() => database.close());

const newestFacts = async (kind: string) => (await database.db('outbox').where({ kind }).orderBy('id', 'desc').first())?.facts;
const emailOf = async ({ id }: Person) => (await database.db('users').where({ id }).first('email')).email;
const ask = async (person: Person, email: string, by = supervisor) => {
  const { isActive: _, ...edited } = person;
  await on.act(updateUser, by, { ...edited, email });
};
/** Another person changes the email, and who has the new address confirms it. Returns the link of the earlier address. */
async function change(person: Person, email: string, by = supervisor): Promise<string> {
  await ask(person, email, by);
  const { changeId } = await newestFacts('emailConfirmation');
  await on.anyone(confirmEmailChange, { token: (await on.anyone(findEmailChangeToken, { changeId })) as string });
  const { reversalId } = await newestFacts('emailChanged');
  return (await on.anyone(findDisowningToken, { id: reversalId })) as string;
}
const disown = (token: string) => on.anyone(disownEmailChange, { token });
const invalidLink = { code: 'emailChange.invalidLink' };
/** Whether a mail with a token leaves when somebody asks for a reset. */
async function isResetMailed(email: string): Promise<boolean> {
  const before = await database.db('outbox').where({ kind: 'passwordReset' });
  expect(await on.anyone(requestPasswordReset, { email })).toBe(true);
  return (await database.db('outbox').where({ kind: 'passwordReset' })).length > before.length;
}
const isShownBlocked = async () => (await on.act(listUsers, developer, {})).find(({ id }) => id === ana.id)?.areResetsBlocked;
const later = (milliseconds: number) => on.setClock(new Date(NOW.getTime() + milliseconds));

describe('the link at the earlier address', () => {
  it('undoes the change, ends all access, blocks resets by mail until a Desarrollador allows them, and every Desarrollador hears of it', async () => {
    const { passwordHash } = await database.db('users').where({ id: ana.id }).first();
    const link = await change(ana, 'mallory@evil.mx');
    await database.db('sessions').insert({
      idHash: Buffer.from('s'),
      userId: ana.id,
      createdAt: NOW,
      seenAt: NOW,
      provedAt: NOW,
      expiresAt: new Date(NOW.getTime() + DISOWN_MS),
    });
    await database.db('outbox').delete();
    await disown(link);
    expect(await emailOf(ana)).toBe('ana@demo.mx');
    expect(await database.db('sessions').where({ userId: ana.id })).toEqual([]);
    expect((await database.db('users').where({ id: ana.id }).first()).passwordHash).toBe(passwordHash);
    expect(await database.db('outbox').select('kind', 'recipientId')).toEqual([{ kind: 'accountChanged', recipientId: developer.id }]);
    later(30 * DISOWN_MS);
    expect(await isResetMailed('ana@demo.mx')).toBe(false);
    expect(await isShownBlocked()).toBe(true);
    await on.act(allowPasswordResets, developer, { id: ana.id });
    expect(await isShownBlocked()).toBe(false);
    expect(await isResetMailed('ana@demo.mx')).toBe(true);
  });

  it('works once, and for 72 hours; a made-up one is refused alike', async () => {
    const link = await change(ana, 'mallory@evil.mx');
    later(DISOWN_MS);
    expect(await refusalOf(disown(link))).toEqual(invalidLink);
    later(DISOWN_MS - 1);
    await disown(link);
    expect(await refusalOf(disown(link))).toEqual(invalidLink);
    expect(await refusalOf(disown('inventado'))).toEqual(invalidLink);
  });

  it('used twice at once works once', async () => {
    const link = await change(ana, 'mallory@evil.mx');
    const { won, refused } = await together([disown(link), disown(link)]);
    expect([won.length, refused]).toEqual([1, [invalidLink]]);
  });

  it('of the first of two changes undoes both; that of the second only its own', async () => {
    const first = await change(ana, 'mallory@evil.mx');
    later(1_000);
    const second = await change({ ...ana, email: 'mallory@evil.mx' }, 'mallory2@evil.mx');
    await disown(second);
    expect(await emailOf(ana)).toBe('mallory@evil.mx');
    await disown(first);
    expect(await emailOf(ana)).toBe('ana@demo.mx');
  });

  it('of the first change ends that of the second, and a change that waits', async () => {
    const first = await change(ana, 'mallory@evil.mx');
    later(1_000);
    const second = await change({ ...ana, email: 'mallory@evil.mx' }, 'mallory2@evil.mx');
    await ask({ ...ana, email: 'mallory2@evil.mx' }, 'mallory3@evil.mx');
    await disown(first);
    expect(await refusalOf(disown(second))).toEqual(invalidLink);
    expect(await database.db('emailChanges')).toEqual([]);
  });

  it('still ends the access where somebody else has the address by now', async () => {
    const link = await change(ana, 'mallory@evil.mx');
    await given(database.db).person({ email: 'ana@demo.mx' });
    await disown(link);
    expect([await emailOf(ana), await isShownBlocked()]).toEqual(['mallory@evil.mx', true]);
  });

  it('opens nothing once the person was anonymised', async () => {
    const link = await change(ana, 'mallory@evil.mx');
    await database.db('users').where({ id: ana.id }).update({ isActive: false });
    await on.anyone(anonymisePerson, { employeeNumber: ana.employeeNumber, operator: 'root@servidor' });
    expect(await refusalOf(disown(link))).toEqual(invalidLink);
    expect(await database.db('emailReversals')).toEqual([]);
  });

  it('agrees with the history of the administration', async () => {
    await on.anyone(noteAccounts, {});
    await disown(await change(ana, 'mallory@evil.mx'));
    const compare = on.anyone(
      async ({ repos }) => compareAccounts(await repos.users.all(), await repos.adminHistory.readAboutPeople(accountActs), true),
      {},
    );
    expect(await compare).toEqual([]);
  });
});

describe('for 72 hours after a change by another person', () => {
  it('no mail resets the password; also none that was asked for before', async () => {
    await on.anyone(requestPasswordReset, { email: 'ana@demo.mx' });
    await change(ana, 'mallory@evil.mx');
    expect(await database.db('passwordResets')).toEqual([]);
    expect(await isResetMailed('mallory@evil.mx')).toBe(false);
    later(DISOWN_MS);
    expect(await isResetMailed('mallory@evil.mx')).toBe(true);
  });

  it('unless a Desarrollador made it, who is told of the link all the same', async () => {
    const link = await change(ana, 'ana@nueva.mx', developer);
    expect(await isResetMailed('ana@nueva.mx')).toBe(true);
    await disown(link);
    expect(await emailOf(ana)).toBe('ana@demo.mx');
  });

  it('and who changed their own email has no link and may reset', async () => {
    await ask(developer, 'dev@nueva.mx', developer);
    const { changeId } = await newestFacts('emailConfirmation');
    await on.anyone(confirmEmailChange, { token: (await on.anyone(findEmailChangeToken, { changeId })) as string });
    expect(await database.db('emailReversals')).toEqual([]);
    expect(await isResetMailed('dev@nueva.mx')).toBe(true);
  });

  it('no account of the company is linked by the new email', async () => {
    await change(ana, 'mallory@evil.mx');
    const logIn = () =>
      on.anyone(openCompanySession, {
        account: { issuer: 'https://idp', subject: 'mallory', email: 'mallory@evil.mx', authenticatedAt: undefined },
        isConfirmation: false,
        endedIdHash: null,
        userAgent: null,
      });
    expect(await refusalOf(logIn())).toEqual({ code: 'companyLogin.refused', reason: 'emailInDoubt' });
    await on.act(allowPasswordResets, developer, { id: ana.id });
    expect(await logIn()).toEqual(expect.any(String));
  });

  it('nobody invites at the new email who enters with an account of the company alone', async () => {
    await database.db('users').where({ id: ana.id }).update({ passwordHash: null });
    await database.db('companyAccounts').insert({ issuer: 'https://idp', subject: 'ana', userId: ana.id, email: ana.email, linkedAt: NOW });
    await ask(ana, 'mallory@evil.mx');
    expect(await emailOf(ana)).toBe('ana@demo.mx');
    expect(await database.db('passwordResets')).toEqual([]);
    const { changeId } = await newestFacts('emailConfirmation');
    await on.anyone(confirmEmailChange, { token: (await on.anyone(findEmailChangeToken, { changeId })) as string });
    expect(await refusalOf(on.act(inviteUser, supervisor, { id: ana.id }))).toEqual({ code: 'user.resetsBlocked' });
    await on.anyone(requestPasswordReset, { email: 'mallory@evil.mx' });
    expect(await database.db('passwordResets')).toEqual([]);
  });
});
