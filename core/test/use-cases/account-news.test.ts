import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AdminAct, adminActHearers, adminActs } from '../../src/domain/admin/admin-act.ts';
import { chosenKinds } from '../../src/domain/notifications/notification.ts';
import type { Person } from '../../src/domain/people/person.ts';
import { listOwnNotifications } from '../../src/use-cases/notifications/own-notifications.ts';
import { choosePreferences } from '../../src/use-cases/notifications/preferences.ts';
import { addAbsence, cancelAbsence } from '../../src/use-cases/people/absences.ts';
import { setPassword } from '../../src/use-cases/people/rescue-account.ts';
import { setUserStatus } from '../../src/use-cases/people/set-user-status.ts';
import { createUser, updateUser } from '../../src/use-cases/people/users.ts';
import { personSubject, recordAdminAct, recordAdminActs } from '../../src/use-cases/record-admin-act.ts';
import type { UseCase } from '../../src/use-cases/use-case.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { given, TODAY } from '../factories.ts';
import { type Stage, stage } from '../stage.ts';

let database: TestDatabase;
let on: Stage;
let developer: Person;
let colleague: Person;
let manager: Person;
let ana: Person;
beforeAll(async () => {
  database = await testDatabase();
  on = stage(database.db);
});
beforeEach(async () => {
  await database.wipe();
  developer = await given(database.db).person({ kind: 'Desarrollador' });
  colleague = await given(database.db).person({ kind: 'Desarrollador' });
  manager = await given(database.db).manager();
  ana = await given(database.db).person();
});
afterAll(() => database.close());

const recipients = async (table: string): Promise<number[]> =>
  (await database.db(table).where({ kind: 'accountChanged' }).orderBy('recipientId').select('recipientId')).map(
    ({ recipientId }: { recipientId: number }) => recipientId,
  );
const mails = () => recipients('outbox');
const notices = () => recipients('notifications');
const doTo = (about: Person): UseCase<{ act: AdminAct }, void> => {
  return (context) =>
    recordAdminAct(context, { act: context.input.act, subject: personSubject(about), before: { level: 'A' }, after: { level: 'B' } });
};

describe.each(adminActs)('%s', (act) => {
  const hearer = adminActHearers[act];

  it('by another: who it concerns has one mail and one notice', async () => {
    await on.act(doTo(ana), manager, { act });
    const whom = { person: [ana.id], listed: [ana.id], developers: [developer.id, colleague.id] };
    expect(await notices()).toEqual(hearer === null ? [] : whom[hearer]);
    expect(await mails()).toEqual(hearer === null || hearer === 'listed' ? [] : whom[hearer]);
  });

  it('by a command on the server: the same', async () => {
    const command = (operator: string) => (context: Parameters<typeof recordAdminAct>[0]) =>
      recordAdminAct(context, { act, subject: personSubject(ana), operator });
    await on.anyone(command('root@servidor'), {});
    expect(await notices()).toEqual(hearer === null ? [] : hearer === 'developers' ? [developer.id, colleague.id] : [ana.id]);
  });

  it('by oneself: no mail and no notice', async () => {
    await on.act(doTo(ana), ana, { act });
    expect(await mails()).toEqual(hearer === 'developers' ? [developer.id, colleague.id] : []);
    expect(await notices()).toEqual(hearer === 'developers' ? [developer.id, colleague.id] : []);
  });
});

it('a person hears of it whatever they chose, and also once they have read it in the web', async () => {
  await on.act(choosePreferences, ana, {
    preferences: chosenKinds.filter((kind) => kind !== 'weekly').map((kind) => ({ kind, byEmail: false, byChat: false })),
  });
  await on.act(doTo(ana), manager, { act: 'person.edit' });
  await database.db('notifications').update({ readAt: new Date() });
  const claim = await on.anyone(({ repos, now }) => repos.outbox.claim({ channel: 'email', leaseMs: 1_000, quiet: [] }, now), {});
  expect(claim).toMatchObject({ recipient: { id: ana.id }, notifications: [{ kind: 'accountChanged' }] });
});

it('the list says who did what, and what changed', async () => {
  await on.act(doTo(ana), manager, { act: 'person.edit' });
  const { unread, notifications } = await on.act(listOwnNotifications, ana, {});
  expect(unread).toBe(1);
  expect(notifications).toMatchObject([
    {
      kind: 'accountChanged',
      activityId: null,
      status: null,
      adminAct: { act: 'person.edit', actorId: manager.id, before: { level: 'A' }, after: { level: 'B' } },
    },
  ]);
});

it('acts of one call are one mail to each person', async () => {
  const all: UseCase<object, void> = (context) =>
    recordAdminActs(
      context,
      [ana, manager].map((person) => ({ act: 'person.gainPrivilege' as const, subject: personSubject(person) })),
    );
  await on.act(all, developer, {});
  expect(await mails()).toEqual([developer.id, colleague.id]);
  const facts: { acts: number[] }[] = await database.db('outbox').pluck('facts');
  expect(facts.map(({ acts }) => acts.length)).toEqual([2, 2]);
  expect(await notices()).toEqual([developer.id, developer.id, colleague.id, colleague.id]);
});

describe('through the use cases', () => {
  const edit = (changes: object) => on.act(updateUser, developer, { ...manager, ...changes });

  it('the position of another, and every Desarrollador hears who became privileged', async () => {
    await on.act(updateUser, developer, { ...ana, position: 'SUPERVISOR' });
    expect(await mails()).toEqual([developer.id, colleague.id, ana.id]);
    await database.db('outbox').delete();
    await edit({ position: 'ANALISTA' });
    expect(await mails()).toEqual([manager.id]);
  });

  it('a privileged person who is registered', async () => {
    const { id: _, isActive: __, kind: ___, ...newcomer } = ana;
    await on.act(createUser, manager, { ...newcomer, employeeNumber: 'N-1', email: 'nueva@demo.mx', position: 'GERENTE GENERAL' });
    expect(await mails()).toEqual([developer.id, colleague.id]);
  });

  it('an absence that another registers and cancels', async () => {
    const boss = await given(database.db).person();
    const { id } = await on.act(addAbsence, developer, { userId: ana.id, substituteId: boss.id, fromOn: TODAY, toOn: TODAY });
    expect(await mails()).toEqual([ana.id]);
    await on.act(cancelAbsence, developer, { absenceId: id });
    expect(await mails()).toEqual([ana.id, ana.id]);
    await on.act(addAbsence, ana, { substituteId: boss.id, fromOn: TODAY, toOn: TODAY });
    expect(await mails()).toEqual([ana.id, ana.id]);
  });

  it('who is deactivated, and the command that sets a password', async () => {
    await on.anyone(setPassword, { email: ana.email, password: 'nueva clave', operator: 'root@servidor' });
    await on.act(setUserStatus, developer, { id: ana.id, isActive: false, reassignTo: null });
    expect(await mails()).toEqual([ana.id, ana.id]);
  });

  it('the earlier address of an invitation that goes to another', async () => {
    await database.db('users').where({ id: ana.id }).update({ passwordHash: null });
    await on.act(updateUser, developer, { ...ana, email: 'otra@demo.mx' });
    expect(await database.db('outbox').where({ kind: 'accountChanged' }).pluck('facts')).toMatchObject([{ to: ana.email }]);
  });
});
