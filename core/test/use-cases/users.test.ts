import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEVELOPER, EMPLOYEE, type Person } from '../../src/domain/people/person.ts';
import { historyNote } from '../../src/messages/activities/history-note.ts';
import { createToken } from '../../src/use-cases/account/personal-tokens.ts';
import { requestPasswordReset } from '../../src/use-cases/account/reset-password.ts';
import { completeActivity } from '../../src/use-cases/activities/complete-activity.ts';
import { assignActivity, registerOwnActivity } from '../../src/use-cases/activities/register-activity.ts';
import { validateActivity } from '../../src/use-cases/activities/validate-activity.ts';
import { setUserStatus } from '../../src/use-cases/people/set-user-status.ts';
import { createUser, inviteUser, listUsers, updateUser } from '../../src/use-cases/people/users.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { aPerson, day, given } from '../factories.ts';
import { refusalOf, type Stage, stage, together } from '../stage.ts';
import { findWrongWords } from '../stored-words.ts';
import { everythingIn } from '../tables.ts';

let database: TestDatabase;
let on: Stage;
beforeAll(async () => {
  database = await testDatabase();
  on = stage(database.db);
});
beforeEach(() => database.wipe());
afterAll(() => database.close());

const make = () => given(database.db);
const row = (person: Person) => database.db('users').where({ id: person.id }).first();
const edited = ({ isActive: _, ...person }: Person, changes: Partial<Person> = {}) => ({ ...person, ...changes });
const invitations = async () => (await database.db('outbox').where({ kind: 'invitation' })).map(({ recipientId }) => recipientId);
const peopleIn = async (table: string) => (await database.db(table)).map(({ userId }) => userId);

/** Nothing at all is written when it is refused. */
async function refusedWithoutTrace(attempt: () => Promise<unknown>) {
  const before = await everythingIn(database.db);
  const refusal = await refusalOf(attempt());
  expect(await everythingIn(database.db)).toEqual(before);
  return refusal;
}

it('the list shows everybody by name, active or not, with a password or not, and no hash', async () => {
  const zoe = await make().manager({ firstName: 'Zoe' });
  const ana = await make().person({ firstName: 'Ana', isActive: false, passwordHash: null });
  const users = await on.act(listUsers, zoe, {});
  expect(users).toEqual([
    {
      ...ana,
      managerId: null,
      hasPassword: false,
      hasSecondFactor: false,
      areResetsBlocked: false,
      pendingEmail: null,
      version: expect.any(String),
    },
    {
      ...zoe,
      managerId: null,
      hasPassword: true,
      hasSecondFactor: false,
      areResetsBlocked: false,
      pendingEmail: null,
      version: expect.any(String),
    },
  ]);
});

it('a department in another spelling takes the known one, of a new person and of one who moves; a correction stays as typed', async () => {
  const boss = await make().manager({ department: 'Producción' });
  const { id: _, isActive: __, kind: ___, ...input } = aPerson({ department: 'PRODUCCION' });
  const { id } = await on.act(createUser, boss, input);
  const ana = await make().person({ department: 'Ventas' });
  await on.act(updateUser, boss, { ...edited(ana), department: 'produccion' });
  const departments = () => database.db('users').whereIn('id', [id, ana.id]).pluck('department');
  expect(await departments()).toEqual(['Producción', 'Producción']);
  await on.act(updateUser, boss, { ...edited(ana), department: 'PRODUCCIÓN' });
  expect(await departments()).toEqual(['Producción', 'PRODUCCIÓN']);
});

describe('editing', () => {
  it('changes every field, the employee number and the email of somebody invited too', async () => {
    const [boss, ana] = [await make().manager(), await make().person({ passwordHash: null })];
    const changes = {
      employeeNumber: 'N-1',
      firstName: 'Ana',
      lastName: 'Ruiz',
      email: 'ana@nueva.mx',
      level: 'Directivo',
      department: 'VENTAS',
      position: 'JEFA',
      alias: 'Anita',
      phone: '55',
    };
    await on.act(updateUser, boss, edited(ana, changes));
    expect(await row(ana)).toMatchObject({ id: ana.id, ...changes, kind: EMPLOYEE, isActive: true });
  });

  it('refuses an email or number that somebody else has, in any case, and writes nothing', async () => {
    const [boss, ana, beto] = [await make().manager(), await make().person(), await make().person({ email: 'beto@demo.mx' })];
    expect(await refusedWithoutTrace(() => on.act(updateUser, boss, edited(ana, { email: 'BETO@demo.mx', alias: 'x' })))).toEqual({
      code: 'user.duplicateEmail',
    });
    expect(await refusedWithoutTrace(() => on.act(updateUser, boss, edited(ana, { employeeNumber: beto.employeeNumber })))).toEqual({
      code: 'user.duplicateNumber',
    });
    expect(await refusedWithoutTrace(() => on.act(updateUser, boss, edited({ ...ana, id: ana.id + 1000 })))).toEqual({
      code: 'user.unknown',
    });
  });

  it('made on what somebody else has changed since is refused, and says what is now so; without a version the last one wins', async () => {
    const [boss, ana] = [await make().manager(), await make().person()];
    const readVersion = async () => (await on.act(listUsers, boss, {})).find(({ id }) => id === ana.id)?.version;
    const version = await readVersion();
    await on.act(setUserStatus, boss, { id: ana.id, isActive: false, reassignTo: null });
    await on.act(updateUser, boss, { ...edited(ana, { position: 'JEFA' }), seen: version });
    expect(await refusedWithoutTrace(() => on.act(updateUser, boss, { ...edited(ana, { phone: '55' }), seen: version }))).toEqual({
      code: 'edit.outdated',
      now: { position: 'JEFA', phone: ana.phone },
    });
    await on.act(updateUser, boss, { ...edited(ana, { position: 'JEFA', phone: '55' }), seen: await readVersion() });
    expect(await row(ana)).toMatchObject({ position: 'JEFA', phone: '55' });
    await on.act(updateUser, boss, edited(ana));
    expect(await row(ana)).toMatchObject({ position: ana.position, phone: ana.phone });
  });

  it('of two invited people given the same email at once one gets it', async () => {
    const [boss, ana, beto] = [
      await make().manager(),
      await make().person({ passwordHash: null }),
      await make().person({ passwordHash: null }),
    ];
    const { won, refused } = await together([ana, beto].map((one) => on.act(updateUser, boss, edited(one, { email: 'ventas@demo.mx' }))));
    expect([won.length, refused]).toEqual([1, [{ code: 'user.duplicateEmail' }]]);
  });

  it('only a Desarrollador makes or unmakes one', async () => {
    const [boss, developer, ana] = [await make().manager(), await make().person({ kind: DEVELOPER }), await make().person()];
    expect(await refusedWithoutTrace(() => on.act(updateUser, boss, edited(ana, { kind: DEVELOPER })))).toEqual({
      code: 'user.developerOnly',
    });
    expect(await refusedWithoutTrace(() => on.act(updateUser, boss, edited(boss, { kind: DEVELOPER })))).toEqual({
      code: 'user.developerOnly',
    });
    expect(await refusedWithoutTrace(() => on.act(updateUser, boss, edited(developer, { kind: EMPLOYEE })))).toEqual({
      code: 'user.developerOnly',
    });
    await on.act(updateUser, developer, edited(ana, { kind: DEVELOPER }));
    expect((await row(ana)).kind).toBe(DEVELOPER);
    await on.act(updateUser, developer, edited(ana, { kind: EMPLOYEE }));
    expect((await row(ana)).kind).toBe(EMPLOYEE);
  });

  it('nobody else edits, deactivates or invites a Desarrollador: a new email would hand over the account', async () => {
    const boss = await make().manager();
    const developer = await make().person({ kind: DEVELOPER });
    const invited = await make().person({ kind: DEVELOPER, passwordHash: null });
    const no = { code: 'user.developerProtected' };
    expect(await refusedWithoutTrace(() => on.act(updateUser, boss, edited(developer, { email: 'mine@demo.mx' })))).toEqual(no);
    expect(await refusedWithoutTrace(() => on.act(setUserStatus, boss, { id: developer.id, isActive: false, reassignTo: null }))).toEqual(
      no,
    );
    expect(await refusedWithoutTrace(() => on.act(inviteUser, boss, { id: invited.id }))).toEqual(no);
    await on.act(inviteUser, developer, { id: invited.id });
  });

  it('voids what was mailed to the earlier address, and sends the invitation to the new one', async () => {
    const boss = await make().manager();
    const { id: _, isActive: __, kind: ___, ...input } = aPerson({ email: 'mal@demo.mx' });
    const { id } = await on.act(createUser, boss, input);
    const before = await database.db('passwordResets').first();
    const person = aPerson({ ...input, id });
    await on.act(updateUser, boss, edited(person, { alias: 'Igual' }));
    expect(await database.db('passwordResets').first()).toEqual(before);
    await on.act(updateUser, boss, edited(person, { email: 'bien@demo.mx' }));
    expect((await database.db('passwordResets').first()).id).not.toBe(before.id);
    expect(await invitations()).toEqual([id, id]);
  });
});

describe('inviting again', () => {
  it('voids the earlier invitation', async () => {
    const [boss, ana] = [await make().manager(), await make().person({ passwordHash: null })];
    await on.act(inviteUser, boss, { id: ana.id });
    const first = await database.db('passwordResets').first();
    await on.act(inviteUser, boss, { id: ana.id });
    const resets = await database.db('passwordResets');
    expect(resets).toHaveLength(1);
    expect(resets[0].id).not.toBe(first.id);
    expect(await invitations()).toEqual([ana.id, ana.id]);
  });

  it('is refused where there is a password, an inactive account, or nobody', async () => {
    const boss = await make().manager();
    const ana = await make().person();
    const gone = await make().person({ passwordHash: null, isActive: false });
    expect(await refusedWithoutTrace(() => on.act(inviteUser, boss, { id: ana.id }))).toEqual({ code: 'user.hasPassword' });
    expect(await refusedWithoutTrace(() => on.act(inviteUser, boss, { id: gone.id }))).toEqual({ code: 'user.notActive' });
    expect(await refusedWithoutTrace(() => on.act(inviteUser, boss, { id: 999_999 }))).toEqual({ code: 'user.unknown' });
  });
});

describe('deactivating', () => {
  const off = (person: Person, to: Person | null = null) => ({ id: person.id, isActive: false, reassignTo: to?.id ?? null });

  it('ends the person’s sessions, tokens and resets at once, and nobody else’s; activating brings none of them back', async () => {
    const [boss, ana, beto] = [await make().manager(), await make().person(), await make().person()];
    for (const person of [ana, beto]) {
      await make().session(person);
      await on.act(createToken, person, { name: 'terminal', scope: 'write', expiresOn: day('2026-12-01') });
    }
    await on.anyone(requestPasswordReset, { email: ana.email });
    await on.act(setUserStatus, boss, off(ana));
    expect((await row(ana)).isActive).toBe(false);
    expect(await peopleIn('passwordResets')).toEqual([]);
    expect(await peopleIn('sessions')).toEqual([beto.id]);
    expect(await peopleIn('accessTokens')).toEqual([beto.id]);
    await on.act(setUserStatus, boss, { ...off(ana), isActive: true });
    expect((await row(ana)).isActive).toBe(true);
    expect(await peopleIn('sessions')).toEqual([beto.id]);
  });

  it('nobody does it to themselves', async () => {
    const boss = await make().manager();
    expect(await refusedWithoutTrace(() => on.act(setUserStatus, boss, off(boss)))).toEqual({ code: 'user.selfDeactivation' });
  });

  it('is refused with the count while they are responsible or owner of open activities; closed ones do not count', async () => {
    const [boss, ana, beto] = [await make().manager(), await make().person(), await make().person()];
    await make().activity({ owner: ana, assignee: beto, status: 'completed' });
    await make().activity({ owner: beto, assignee: ana, status: 'on_pause' });
    await make().ownActivity(ana);
    await make().ownActivity(ana, { status: 'verified' });
    await make().activity({ owner: beto, assignee: ana, status: 'canceled' });
    expect(await refusedWithoutTrace(() => on.act(setUserStatus, boss, off(ana)))).toEqual({ code: 'user.hasOpenActivities', count: 3 });
  });

  it('refuses to hand over to nobody, to the same person or to someone inactive', async () => {
    const [boss, ana] = [await make().manager(), await make().person()];
    const gone = await make().person({ isActive: false });
    await make().ownActivity(ana);
    for (const reassignTo of [999_999, ana.id, gone.id]) {
      expect(await refusedWithoutTrace(() => on.act(setUserStatus, boss, { ...off(ana), reassignTo }))).toMatchObject({
        fields: { reassignTo: { problem: 'reassignToUnknown' } },
      });
    }
    expect(await refusedWithoutTrace(() => on.act(setUserStatus, boss, { ...off(ana), id: 999_999 }))).toEqual({ code: 'user.unknown' });
  });

  it('hands over what is open, as owner and as responsible, with a history row each, and notifies the new responsible', async () => {
    const boss = await make().manager({ firstName: 'Jefa' });
    const ana = await make().person({ firstName: 'Ana', lastName: 'Ruiz' });
    const [beto, caro] = [await make().person({ firstName: 'Beto', lastName: 'Díaz' }), await make().person()];
    const owned = await make().activity({ owner: ana, assignee: caro, status: 'in_progress' });
    const delivered = await make().activity({ owner: ana, assignee: caro, status: 'completed' });
    const assigned = await make().activity({ owner: caro, assignee: ana, status: 'on_pause' });
    const own = await make().ownActivity(ana);
    const closed = await make().ownActivity(ana, { status: 'verified' });
    const others = await make().ownActivity(caro);
    await on.act(setUserStatus, boss, off(ana, beto));

    const people = Object.fromEntries(
      (await database.db('activities')).map(({ id, ownerId, assigneeId, status }) => [id, [ownerId, assigneeId, status]]),
    );
    expect(await findWrongWords(database.db)).toEqual([]);
    expect(people).toEqual({
      [owned.id]: [beto.id, caro.id, 'in_progress'],
      [delivered.id]: [beto.id, caro.id, 'completed'],
      [assigned.id]: [caro.id, beto.id, 'on_pause'],
      [own.id]: [boss.id, beto.id, 'not_started'],
      [closed.id]: [ana.id, ana.id, 'verified'],
      [others.id]: [caro.id, caro.id, 'not_started'],
    });
    const history = await database.db('activityHistory').orderBy('activityId');
    expect(history.map((row) => [row.activityId, row.act, row.actorId, historyNote(row)])).toEqual([
      [owned.id, 'reassign', boss.id, 'Ana Ruiz → Beto Díaz (dueño)'],
      [delivered.id, 'reassign', boss.id, 'Ana Ruiz → Beto Díaz (dueño)'],
      [assigned.id, 'reassign', boss.id, 'Ana Ruiz → Beto Díaz (responsable)'],
      [own.id, 'reassign', boss.id, `Ana Ruiz → Beto Díaz (responsable); ${boss.firstName} ${boss.lastName} (dueño)`],
    ]);
    const notifications = await database.db('outbox').whereNotNull('activityId').orderBy('id').select('kind', 'recipientId', 'activityId');
    expect(notifications).toEqual([
      { kind: 'verificationRequested', recipientId: beto.id, activityId: delivered.id },
      { kind: 'assigned', recipientId: beto.id, activityId: assigned.id },
      { kind: 'assigned', recipientId: beto.id, activityId: own.id },
    ]);
    expect((await row(ana)).isActive).toBe(false);
  });

  it('changes nothing when the new responsible has an open duplicate, and names the folio', async () => {
    const [boss, ana, beto] = [await make().manager(), await make().person(), await make().person()];
    const topic = await make().topic();
    await make().ownActivity(ana);
    const clash = await make().activity({ owner: boss, assignee: ana, topic, description: 'Revisar el RESPALDO' });
    await make().activity({ owner: boss, assignee: beto, topic, description: 'revisar  el respaldó' });
    expect(await refusedWithoutTrace(() => on.act(setUserStatus, boss, off(ana, beto)))).toEqual({
      code: 'user.reassignDuplicate',
      folio: clash.id,
    });
  });

  it('of two handing over to each other at once one wins, and nothing open is left with the person who went', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two, ana, beto] = [await make().manager(), await make().manager(), await make().person(), await make().person()];
      await make().activity({ owner: ana });
      await make().activity({ owner: beto });
      const { won, refused } = await together([on.act(setUserStatus, one, off(ana, beto)), on.act(setUserStatus, two, off(beto, ana))]);
      expect([won.length, refused]).toMatchObject([1, [{ code: 'input.invalid' }]]);
    }
    expect(await leftWithTheInactive()).toEqual([]);
  });

  it('never leaves open work behind, no matter who registers, completes or verifies at the same moment', async () => {
    const promised = { description: 'Algo', priority: 'normal' as const, dueOn: day('2026-12-01'), repeats: null, images: [] };
    for (let round = 0; round < 12; round++) {
      const [boss, ana, beto, topic] = [await make().manager(), await make().person(), await make().person(), await make().topic()];
      const weekly = { repeats: 'week' as const, topic };
      const delivered = await make().activity({ owner: boss, assignee: ana, status: 'completed', ...weekly });
      const going = await make().activity({ owner: ana, assignee: ana, status: 'in_progress', ...weekly });
      await together<unknown>([
        on.act(setUserStatus, boss, off(ana, beto)),
        on.act(assignActivity, boss, { ...promised, topicId: topic.id, assigneeId: ana.id }),
        on.act(registerOwnActivity, ana, { ...promised, description: 'Otra cosa', topicId: topic.id }),
        on.act(validateActivity, boss, { activityId: delivered.id, verdict: 'Verified', comment: null }),
        on.act(completeActivity, ana, { activityId: going.id, resolution: 'Listo' }),
      ]);
      expect((await row(ana)).isActive).toBe(false);
      expect(await leftWithTheInactive()).toEqual([]);
    }
  });

  const leftWithTheInactive = () =>
    database
      .db('activities')
      .join('users', (on) => on.on('users.id', 'activities.ownerId').orOn('users.id', 'activities.assigneeId'))
      .where({ isActive: false })
      .whereIn('status', ['not_started', 'in_progress', 'on_pause', 'completed'])
      .pluck('activities.id');
});
