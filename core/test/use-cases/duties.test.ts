import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEVELOPER, type Person } from '../../src/domain/people/person.ts';
import { completeActivity } from '../../src/use-cases/activities/complete-activity.ts';
import { reassignActivity } from '../../src/use-cases/activities/reassign-activity.ts';
import { registerOwnActivity } from '../../src/use-cases/activities/register-activity.ts';
import { startActivity } from '../../src/use-cases/activities/start-activity.ts';
import { validateActivity } from '../../src/use-cases/activities/validate-activity.ts';
import { addAbsence, cancelAbsence } from '../../src/use-cases/people/absences.ts';
import { setUserStatus } from '../../src/use-cases/people/set-user-status.ts';
import { updateUser } from '../../src/use-cases/people/users.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { day, given, NOW, TODAY } from '../factories.ts';
import { refusalOf, type Stage, stage } from '../stage.ts';

let database: TestDatabase;
let on: Stage;
beforeAll(async () => {
  database = await testDatabase();
  on = stage(database.db);
});
afterAll(() => database.close());
const make = () => given(database.db);
const readPerson = (id: number): Promise<Person> => database.db('users').where({ id }).first();
const days = { fromOn: TODAY, toOn: day('2026-11-24') };

const verify = (who: Person, activityId: number) => on.act(validateActivity, who, { activityId, comment: null, verdict: 'Verified' });
const statusOfWork = async (id: number) => (await database.db('activities').where({ id }).first()).status;

it('own work that was registered as own verifies itself; what changed hands waits for a Desarrollador', async () => {
  const [ana, beto, developer] = [await make().person(), await make().person(), await make().person({ kind: DEVELOPER })];
  const topic = await make().topic();
  const promise = {
    topicId: topic.id,
    description: 'Contar',
    priority: 'normal',
    dueOn: day('2026-11-27'),
    repeats: null,
    images: [],
  } as const;
  const { id: activityId } = await on.act(registerOwnActivity, ana, promise);
  await on.act(startActivity, ana, { activityId });
  await on.act(completeActivity, ana, { activityId, resolution: 'Listo' });
  expect(await statusOfWork(activityId)).toBe('verified');

  // As releases before 1.3.0 left it: owner and responsible took it over, and a series continues it.
  const earlier = await make().activity({ owner: beto, assignee: beto, topic, status: 'verified' });
  const handed = { activityId: earlier.id, act: 'reassign', channel: 'web', at: NOW, fromStatus: 'in_progress', toStatus: 'in_progress' };
  await database.db('activityHistory').insert(handed);
  const taken = await make().activity({ owner: beto, assignee: beto, topic, status: 'in_progress' });
  await database.db('activities').where({ id: taken.id }).update({ predecessorId: earlier.id, seriesId: earlier.id });
  await on.act(completeActivity, beto, { activityId: taken.id, resolution: 'Listo' });
  expect(await statusOfWork(taken.id)).toBe('completed');
  expect(await refusalOf(verify(beto, taken.id))).toEqual({ code: 'activity.ownDelivery' });
  await verify(developer, taken.id);
  expect(await statusOfWork(taken.id)).toBe('verified');
});

it('a boss registers and ends an absence, changes a position and a boss; peers do not, and nobody their own', async () => {
  const [top, middle, manager, peer] = [
    await make().manager(),
    await make().person(),
    await make().manager(),
    await make().person({ position: 'SUPERVISORA' }),
  ];
  await database.db('users').where({ id: manager.id }).update({ managerId: middle.id });
  await database.db('users').where({ id: middle.id }).update({ managerId: top.id });
  const helper = await make().person();
  const absence = { userId: manager.id, substituteId: helper.id, ...days };
  expect(await refusalOf(on.act(addAbsence, peer, absence))).toEqual({ code: 'user.bossOnly' });
  const { id: absenceId } = await on.act(addAbsence, top, absence);
  expect(await refusalOf(on.act(cancelAbsence, peer, { absenceId }))).toEqual({ code: 'user.bossOnly' });
  const work = await make().activity({ owner: manager, assignee: peer, status: 'completed' });
  await verify(helper, work.id);
  await on.act(cancelAbsence, top, { absenceId });

  const change = (who: Person, person: Person, changes: object) => on.act(updateUser, who, { ...person, ...changes, seen: undefined });
  expect(await refusalOf(change(peer, manager, { position: 'ANALISTA' }))).toEqual({ code: 'user.bossOnly' });
  expect(await refusalOf(change(peer, middle, { managerId: peer.id }))).toEqual({ code: 'user.bossOnly' });
  expect(await refusalOf(change(top, top, { position: 'DIRECTOR GERENTE' }))).toEqual({ code: 'user.ownPower' });
  await change(peer, manager, { phone: '55 1234' });
  await change(peer, middle, { position: 'COORDINADORA' });
  await change(top, middle, { managerId: null, position: 'COORDINADORA' });
  expect(await refusalOf(change(top, manager, { position: 'ANALISTA' }))).toEqual({ code: 'user.bossOnly' });
  await change(await make().person({ kind: DEVELOPER }), manager, { position: 'ANALISTA', managerId: top.id });
});

it('a hand-over names every folio that it may not move, and moves none', async () => {
  const [boss, ana, beto, caro] = [await make().manager(), await make().person(), await make().person(), await make().person()];
  const toBeto = await make().activity({ owner: ana, assignee: beto });
  const ofBoss = await make().activity({ owner: ana, assignee: boss });
  const fromBeto = await make().activity({ owner: beto, assignee: ana });
  await make().activity({ owner: boss, assignee: ana });
  const leave = (to: Person) => on.act(setUserStatus, boss, { id: ana.id, isActive: false, reassignTo: to.id });
  expect(await refusalOf(leave(beto))).toEqual({ code: 'user.reassignConflict', folios: [toBeto.id, ofBoss.id, fromBeto.id] });
  expect(await refusalOf(leave(caro))).toEqual({ code: 'user.reassignConflict', folios: [ofBoss.id] });
  expect(await refusalOf(leave(boss))).toEqual({ code: 'input.invalid', fields: { reassignTo: { problem: 'reassignToActor' } } });
  expect((await readPerson(ana.id)).isActive).toBe(true);
  await database.db('activities').where({ id: ofBoss.id }).delete();
  await leave(caro);
  expect((await readPerson(ana.id)).isActive).toBe(false);
});

it('an owner does not take work over that they are to verify', async () => {
  const [owner, assignee] = [await make().manager(), await make().person()];
  const { id: activityId } = await make().activity({ owner, assignee });
  const no = { code: 'input.invalid', fields: { assigneeId: { problem: 'assigneeIsOwner' } } };
  expect(await refusalOf(on.act(reassignActivity, owner, { activityId, assigneeId: owner.id, reason: null }))).toEqual(no);
});
