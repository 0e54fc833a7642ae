import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Person } from '../../src/domain/people/person.ts';
import { amendActivity } from '../../src/use-cases/activities/amend-activity.ts';
import { completeActivity } from '../../src/use-cases/activities/complete-activity.ts';
import { listAwaitingVerification, readActivity } from '../../src/use-cases/activities/read-activity.ts';
import { reassignActivity } from '../../src/use-cases/activities/reassign-activity.ts';
import { addAbsence, cancelAbsence, listSubstitutes } from '../../src/use-cases/people/absences.ts';
import { listEligibleAssignees, listMyTopics } from '../../src/use-cases/topics/topics.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { day, given, TODAY } from '../factories.ts';
import { refusalOf, type Stage, stage } from '../stage.ts';

let database: TestDatabase;
let on: Stage;
let maria: Person;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  await database.wipe();
  on = stage(database.db);
  maria = await make().person({ firstName: 'María', department: 'VENTAS' });
});
afterAll(() => database.close());

const make = () => given(database.db);
const replace = (absent: Person, substitute: Person) =>
  on.act(addAbsence, absent, { substituteId: substitute.id, fromOn: TODAY, toOn: day('2026-11-24') });

it('moves work to the topics of the absent person, not to those of their own', async () => {
  const juan = await make().person({ department: 'SISTEMAS' });
  const pedro = await make().person({ department: 'SISTEMAS' });
  const [first, second] = [await make().topic({ department: 'SISTEMAS' }), await make().topic({ department: 'SISTEMAS' })];
  const sales = await make().topic({ department: 'VENTAS' });
  await make().outsider(sales, pedro);
  const { id: activityId } = await make().activity({ owner: juan, assignee: pedro, topic: first });
  const boss = await make().manager();
  const move = (who: Person, topicId: number) => on.act(amendActivity, who, { activityId, topicId, reason: null });
  for (const substitute of [maria, boss]) {
    const { id: absenceId } = await replace(juan, substitute);
    const no = { code: 'input.invalid', fields: { topicId: { problem: 'topicUnknown' } } };
    expect(await refusalOf(move(substitute, sales.id))).toEqual(no);
    if (substitute === boss) await move(boss, second.id);
    await on.act(cancelAbsence, juan, { absenceId });
  }
  expect((await on.act(readActivity, juan, { activityId })).topicId).toBe(second.id);
});

it('is offered the topics and the people that the absent person may choose, and nobody else is', async () => {
  const juan = await make().manager({ department: 'SISTEMAS' });
  const pedro = await make().person({ firstName: 'Pedro', department: 'SISTEMAS' });
  const ana = await make().person({ firstName: 'Ana', department: 'SISTEMAS' });
  const plain = await make().person({ department: 'SISTEMAS' });
  const topic = await make().topic({ name: 'Sistemas', department: 'SISTEMAS' });
  await make().topic({ name: 'Ventas', department: 'VENTAS' });
  const { id: activityId } = await make().activity({ owner: juan, assignee: pedro, topic });
  const ofPlain = await make().activity({ owner: plain, assignee: plain, topic });
  const people = async (who: Person) =>
    (await on.act(listEligibleAssignees, who, { topicId: topic.id, activityId })).map(({ firstName }) => firstName);
  const topics = async (who: Person, id: number) => (await on.act(listMyTopics, who, { activityId: id })).map(({ name }) => name);
  expect(await refusalOf(people(maria))).toEqual({ code: 'activity.unknown' });
  expect(await refusalOf(topics(maria, activityId))).toEqual({ code: 'activity.unknown' });
  expect(await refusalOf(people(pedro))).toMatchObject({ code: 'activity.forbidden', act: 'reassign' });
  expect(await refusalOf(topics(pedro, activityId))).toMatchObject({ code: 'activity.forbidden', act: 'amend' });

  await replace(juan, maria);
  expect(await people(maria)).toEqual(expect.arrayContaining([ana.firstName, 'Pedro']));
  expect(await topics(maria, activityId)).toEqual(['Sistemas', 'Ventas']);
  const other = await make().topic({ department: 'OBRAS' });
  expect(await refusalOf(on.act(listEligibleAssignees, maria, { topicId: other.id, activityId }))).toEqual({ code: 'topic.unknown' });

  // Privilege of one's own opens nothing to a person without it.
  const boss = await make().manager();
  await replace(plain, boss);
  expect(await topics(boss, ofPlain.id)).toEqual(['Sistemas']);
});

it('a substitute reassigns an absent person’s work as that person may, with any rights of their own', async () => {
  const [boss, juan, other] = [await make().manager(), await make().person(), await make().person()];
  const topic = await make().topic({ department: 'GENERAL' });
  const ofBoss = await make().activity({ owner: boss, assignee: boss, topic });
  const ofJuan = await make().activity({ owner: juan, assignee: juan, topic });
  const give = (who: Person, activityId: number) => on.act(reassignActivity, who, { activityId, assigneeId: other.id, reason: null });
  await replace(juan, boss);
  expect(await refusalOf(give(boss, ofJuan.id))).toEqual({ code: 'admin.forbidden', act: 'assignActivities' });
  await on.act(addAbsence, boss, { substituteId: maria.id, fromOn: TODAY, toOn: day('2026-11-24') });
  await give(maria, ofBoss.id);
});

it('who completes an absent person’s own work verifies it, and the person is notified', async () => {
  const juan = await make().person();
  const { id: activityId } = await make().activity({ owner: juan, assignee: juan, status: 'in_progress' });
  await replace(juan, maria);
  await on.act(completeActivity, maria, { activityId, resolution: 'Listo' });
  const notifications = await database.db('notifications').select('kind', 'recipientId');
  expect(notifications).toEqual([{ kind: 'verified', recipientId: juan.id }]);
});

it('is named as the deliverer to those who verify', async () => {
  const [juan, boss] = [await make().person(), await make().manager()];
  const { id: activityId } = await make().activity({ owner: boss, assignee: juan, status: 'in_progress' });
  await replace(juan, maria);
  await on.act(completeActivity, maria, { activityId, resolution: 'Listo' });
  expect((await on.act(readActivity, boss, { activityId })).delivererId).toBe(maria.id);
  expect((await on.act(listAwaitingVerification, boss, {})).map(({ delivererId }) => delivererId)).toEqual([maria.id]);
});

it('is found among active people by words of the name, or by id; never the absent person', async () => {
  const juan = await make().person({ firstName: 'Juan', lastName: 'Pérez', position: 'ANALISTA' });
  await make().person({ firstName: 'María', lastName: 'Inactiva', isActive: false });
  const boss = await make().manager();
  const substituteIds = async (text?: string, userId?: number) =>
    (await on.act(listSubstitutes, userId ? boss : juan, { text, userId })).map(({ id }) => id);
  expect(await on.act(listSubstitutes, juan, { text: 'maria' })).toEqual([
    { id: maria.id, name: `${maria.firstName} ${maria.lastName}`, position: maria.position },
  ]);
  expect(await substituteIds('MARIA')).toEqual([maria.id]);
  expect(await substituteIds('perez')).toEqual([]);
  expect(await substituteIds('pérez juan', maria.id)).toEqual([juan.id]);
  expect(await substituteIds(String(maria.id), juan.id)).toEqual([maria.id]);
  for (let n = 0; n < 22; n++) await make().person();
  expect(await substituteIds('', juan.id)).toHaveLength(20);
});

it('is found in other departments by letters of the name alone, so that nobody without privilege lists the company', async () => {
  const juan = await make().person({ department: 'CAJAS' });
  const near = await make().person({ firstName: 'Pedro', lastName: 'Gil', department: 'CAJAS' });
  const find = async (text?: string, who = juan, userId?: number) =>
    (await on.act(listSubstitutes, who, { text, userId })).map(({ id }) => id);
  expect(await find()).toEqual([near.id]);
  for (const text of ['m', 'ma', '..', 'm a', String(maria.id), `#${maria.id}`, `mar ${maria.id}`])
    expect([text, await find(text)]).toEqual([text, []]);
  expect(await find('p')).toEqual([near.id]);
  expect(await find('mar')).toEqual([maria.id]);
  expect(await find(undefined, juan, maria.id)).toEqual([near.id]);
  expect(await find(undefined, await make().manager(), juan.id)).toContain(maria.id);
});
