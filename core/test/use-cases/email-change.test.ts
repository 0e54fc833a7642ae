import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEVELOPER, type Person } from '../../src/domain/people/person.ts';
import { changePassword } from '../../src/use-cases/account/change-password.ts';
import { cancelEmailChange, confirmEmailChange, findEmailChangeToken, readEmailChange } from '../../src/use-cases/account/email-change.ts';
import { requestPasswordReset } from '../../src/use-cases/account/reset-password.ts';
import { openReset } from '../../src/use-cases/people/rescue-account.ts';
import { setUserStatus } from '../../src/use-cases/people/set-user-status.ts';
import { listUsers, updateUser } from '../../src/use-cases/people/users.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { given, NOW } from '../factories.ts';
import { refusalOf, type Stage, stage, together } from '../stage.ts';
import { everythingIn } from '../tables.ts';

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
  developer = await make().person({ kind: DEVELOPER });
  supervisor = await make().person({ firstName: 'Sara', lastName: 'Solís', position: 'SUPERVISOR' });
  ana = await make().person({ email: 'ana@demo.mx' });
});
afterAll(() => database.close());

const make = () => given(database.db);
const DAY_MS = 24 * 3_600_000;
const after = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
const edited = ({ isActive: _, ...person }: Person, changes: Partial<Person> = {}) => ({ ...person, ...changes });
const change = (person: Person, email: string, by = supervisor) => on.act(updateUser, by, edited(person, { email }));
const emailOf = async ({ id }: Person) => (await database.db('users').where({ id }).first('email')).email;
const pendingOf = async ({ id }: Person) => (await on.act(listUsers, developer, {})).find((account) => account.id === id)?.pendingEmail;
const factsOf = async (kind: string) => (await database.db('outbox').where({ kind }).orderBy('id')).map(({ facts }) => facts);
const adminActs = () =>
  database.db('adminHistory').whereLike('act', 'email.%').orderBy('id').select('act', 'actorId', 'subjectId', 'before', 'after');

/** The token of the newest confirmation email. */
async function mailedToken(): Promise<string> {
  const { changeId } = (await factsOf('emailConfirmation')).at(-1);
  return (await on.anyone(findEmailChangeToken, { changeId })) as string;
}
const confirm = (token: string) => on.anyone(confirmEmailChange, { token });
const invalidLink = { code: 'emailChange.invalidLink' };

async function refusedWithoutTrace(attempt: () => Promise<unknown>) {
  const before = await everythingIn(database.db);
  const refusal = await refusalOf(attempt());
  expect(await everythingIn(database.db)).toEqual(before);
  return refusal;
}

describe('another email of somebody with a password', () => {
  it('waits, shown as pending, and changes nothing else; the other fields change at once', async () => {
    await on.act(updateUser, supervisor, edited(ana, { email: 'ana@nueva.mx', phone: '55' }));
    expect(await database.db('users').where({ id: ana.id }).first()).toMatchObject({ email: 'ana@demo.mx', phone: '55' });
    expect(await pendingOf(ana)).toBe('ana@nueva.mx');
    expect(await factsOf('emailConfirmation')).toMatchObject([{ to: 'ana@nueva.mx' }]);
    expect(await factsOf('emailChangeRequested')).toMatchObject([{ to: 'ana@demo.mx', email: 'ana@nueva.mx', by: 'Sara Solís' }]);
    expect(await adminActs()).toEqual([
      {
        act: 'email.request',
        actorId: supervisor.id,
        subjectId: String(ana.id),
        before: { email: 'ana@demo.mx' },
        after: { email: 'ana@demo.mx', pendingEmail: 'ana@nueva.mx' },
      },
    ]);
  });

  it('takes effect with the link: sessions and resets end, and the old address is notified', async () => {
    await make().session(ana);
    await on.anyone(requestPasswordReset, { email: 'ana@demo.mx' });
    await change(ana, 'ana@nueva.mx');
    const token = await mailedToken();
    expect(await on.anyone(readEmailChange, { token })).toMatchObject({ email: 'ana@nueva.mx' });
    await confirm(token);
    expect(await emailOf(ana)).toBe('ana@nueva.mx');
    expect(await pendingOf(ana)).toBeNull();
    for (const table of ['sessions', 'passwordResets', 'emailChanges']) expect(await database.db(table)).toEqual([]);
    expect(await factsOf('emailChanged')).toMatchObject([{ to: 'ana@demo.mx', email: 'ana@nueva.mx', by: 'Sara Solís' }]);
    expect((await adminActs()).at(-1)).toEqual({
      act: 'email.confirm',
      actorId: null,
      subjectId: String(ana.id),
      before: { email: 'ana@demo.mx' },
      after: { email: 'ana@nueva.mx', requestedBy: 'Sara Solís' },
    });
  });

  it('is not confirmed twice, nor with a link that is seven days old, replaced or made up', async () => {
    await change(ana, 'ana@primera.mx');
    const first = await mailedToken();
    await change(ana, 'ana@segunda.mx');
    const second = await mailedToken();
    expect(await refusedWithoutTrace(() => confirm(first))).toEqual(invalidLink);
    expect(await refusedWithoutTrace(() => confirm('inventado'))).toEqual(invalidLink);
    on.setClock(after(7 * DAY_MS));
    expect(await refusedWithoutTrace(() => confirm(second))).toEqual(invalidLink);
    expect(await refusalOf(on.anyone(readEmailChange, { token: second }))).toEqual(invalidLink);
    expect(await pendingOf(ana)).toBeNull();
    on.setClock(after(7 * DAY_MS - 1));
    await confirm(second);
    expect(await refusedWithoutTrace(() => confirm(second))).toEqual(invalidLink);
    expect(await emailOf(ana)).toBe('ana@segunda.mx');
    expect((await adminActs()).map(({ act }) => act)).toEqual(['email.request', 'email.replace', 'email.confirm']);
  });

  it('of ten confirmations at once one counts', async () => {
    await change(ana, 'ana@nueva.mx');
    const token = await mailedToken();
    const { won, refused } = await together(Array.from({ length: 10 }, () => confirm(token)));
    expect([won.length, refused.length]).toEqual([1, 9]);
    expect(await factsOf('emailChanged')).toHaveLength(1);
  });

  it('of two that wait for the same address one gets it, no matter who is first', async () => {
    for (let round = 0; round < 3; round++) {
      const [one, two] = [await make().person(), await make().person()];
      const email = `ventas${round}@demo.mx`;
      await change(one, email);
      const first = await mailedToken();
      await change(two, email);
      const { won, refused } = await together([confirm(first), confirm(await mailedToken())]);
      expect([won.length, refused]).toEqual([1, [{ code: 'user.duplicateEmail' }]]);
    }
  });

  it('is refused for an address that somebody has, when it is asked for and when it is confirmed', async () => {
    const beto = await make().person({ email: 'beto@demo.mx' });
    expect(await refusedWithoutTrace(() => change(ana, 'BETO@demo.mx'))).toEqual({ code: 'user.duplicateEmail' });
    await change(ana, 'nueva@demo.mx');
    await database.db('users').where({ id: beto.id }).update({ email: 'Nueva@demo.mx' });
    expect(await refusedWithoutTrace(async () => confirm(await mailedToken()))).toEqual({ code: 'user.duplicateEmail' });
  });

  it('ends when the person changes the password or is deactivated, and is not asked for while inactive', async () => {
    await change(ana, 'ana@nueva.mx');
    const { passwordHash } = await database.db('users').where({ id: ana.id }).first();
    await on.act(changePassword, ana, { proof: { proven: passwordHash, passwordHash }, keptIdHash: Buffer.alloc(32), endsAccess: false });
    expect(await pendingOf(ana)).toBeNull();
    await change(ana, 'ana@nueva.mx');
    const token = await mailedToken();
    await on.act(setUserStatus, supervisor, { id: ana.id, isActive: false, reassignTo: null });
    expect(await refusedWithoutTrace(() => confirm(token))).toEqual(invalidLink);
    expect(await refusedWithoutTrace(() => change(ana, 'otra@demo.mx'))).toEqual({ code: 'user.emailOfInactive' });
    await on.act(setUserStatus, supervisor, { id: ana.id, isActive: true, reassignTo: null });
    expect(await refusedWithoutTrace(() => confirm(token))).toEqual(invalidLink);
  });

  it('is not confirmed once its requester is deactivated or may not manage users any longer', async () => {
    await change(ana, 'mallory@evil.mx');
    const token = await mailedToken();
    const lost = [
      { isActive: false, position: 'SUPERVISOR' },
      { isActive: true, position: 'ANALISTA' },
    ];
    for (const state of lost) {
      await database.db('users').where({ id: supervisor.id }).update(state);
      expect(await refusedWithoutTrace(() => confirm(token))).toEqual(invalidLink);
      expect(await refusalOf(on.anyone(readEmailChange, { token }))).toEqual(invalidLink);
    }
    await database.db('users').where({ id: supervisor.id }).update({ isActive: true, position: 'SUPERVISOR' });
    await confirm(token);
    expect(await emailOf(ana)).toBe('mallory@evil.mx');
  });

  it('ends when the server opens a reset for the person', async () => {
    await change(ana, 'mallory@evil.mx');
    const token = await mailedToken();
    await on.anyone(openReset, { email: 'ana@demo.mx', token: 'un-token-del-servidor' });
    expect(await pendingOf(ana)).toBeNull();
    expect(await refusedWithoutTrace(() => confirm(token))).toEqual(invalidLink);
  });

  it('is canceled by somebody who may ask for it: the link does nothing, and it may be asked for again', async () => {
    const cancel = (by: Person, person = ana) => on.act(cancelEmailChange, by, { id: person.id });
    const unknown = { code: 'emailChange.unknown' };
    expect(await refusedWithoutTrace(() => cancel(supervisor))).toEqual(unknown);
    await change(ana, 'equivocada@demo.mx');
    const token = await mailedToken();
    await cancel(await make().manager({ firstName: 'Marta', lastName: 'Ruiz' }));
    expect([await emailOf(ana), await pendingOf(ana)]).toEqual(['ana@demo.mx', null]);
    expect(await factsOf('emailChangeCanceled')).toMatchObject([{ to: 'ana@demo.mx', email: 'equivocada@demo.mx', by: 'Marta Ruiz' }]);
    expect(await refusedWithoutTrace(() => confirm(token))).toEqual(invalidLink);
    expect((await adminActs()).at(-1)).toMatchObject({
      act: 'email.cancel',
      subjectId: String(ana.id),
      before: { email: 'ana@demo.mx', pendingEmail: 'equivocada@demo.mx' },
      after: { email: 'ana@demo.mx' },
    });
    await change(ana, 'ana@nueva.mx');
    on.setClock(after(7 * DAY_MS));
    expect(await refusedWithoutTrace(() => cancel(supervisor))).toEqual(unknown);
  });

  it('needs no confirmation where only the case of a letter differs', async () => {
    await change(ana, 'Ana@demo.mx');
    expect([await emailOf(ana), await pendingOf(ana)]).toEqual(['Ana@demo.mx', null]);
  });
});

describe('the email of a privileged person', () => {
  const no = { code: 'user.emailProtected' };

  it('is a Desarrollador’s to change, also where the invitation is pending or the change is one’s own', async () => {
    const manager = await make().manager({ email: 'gerente@demo.mx' });
    const invited = await make().person({ position: 'GERENTE', passwordHash: null });
    for (const person of [manager, invited, supervisor])
      expect(await refusedWithoutTrace(() => change(person, 'mallory@evil.mx'))).toEqual(no);
    await change(manager, 'gerente@nueva.mx', developer);
    await confirm(await mailedToken());
    expect(await emailOf(manager)).toBe('gerente@nueva.mx');
  });

  it('keeps a change that a Desarrollador asked for from being canceled by others', async () => {
    const manager = await make().manager();
    await change(manager, 'gerente@nueva.mx', developer);
    expect(await refusedWithoutTrace(() => on.act(cancelEmailChange, supervisor, { id: manager.id }))).toEqual(no);
    await on.act(cancelEmailChange, developer, { id: manager.id });
    expect(await pendingOf(manager)).toBeNull();
  });

  it('stays protected for thirty days after the position was taken away', async () => {
    const manager = await make().manager();
    await on.act(updateUser, developer, edited(manager, { position: 'ANALISTA' }));
    const demoted = { ...manager, position: 'ANALISTA' };
    on.setClock(after(30 * DAY_MS - 1));
    expect(await refusedWithoutTrace(() => change(demoted, 'mallory@evil.mx'))).toEqual(no);
    on.setClock(after(30 * DAY_MS));
    await change(demoted, 'gerente@nueva.mx');
    expect(await pendingOf(manager)).toBe('gerente@nueva.mx');
  });

  it('is not changed by a link from before the person was promoted', async () => {
    await change(ana, 'mallory@evil.mx');
    const token = await mailedToken();
    await on.act(updateUser, supervisor, edited(ana, { position: 'GERENTE' }));
    expect(await refusedWithoutTrace(() => confirm(token))).toEqual(no);
    expect(await emailOf(ana)).toBe('ana@demo.mx');
  });
});
