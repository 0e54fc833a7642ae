import { expect, it } from 'vitest';
import { openStatuses } from '../../src/domain/activities/activity.ts';
import { assignActivity, registerOwnActivity } from '../../src/use-cases/activities/register-activity.ts';
import { listEligibleAssignees, listMyTopics } from '../../src/use-cases/topics/topics.ts';
import { stagedDatabase } from '../database.ts';
import { day, given, NOW, TODAY } from '../factories.ts';
import { refusalOf } from '../stage.ts';
import { everythingIn } from '../tables.ts';

const { database, on } = await stagedDatabase();

const promised = (topicId: number, overrides: object = {}) => ({
  topicId,
  description: 'Revisar el respaldo',
  priority: 'high' as const,
  dueOn: day('2026-11-27'),
  repeats: null,
  images: [],
  ...overrides,
});
const readOutbox = () => database.db('outbox').select('kind', 'recipientId', 'activityId');

it('a person registers work of their own', async () => {
  const person = await given(database.db).person();
  const topic = await given(database.db).topic({ department: person.department });
  const { id } = await on.act(registerOwnActivity, person, promised(topic.id, { repeats: 'month' }));
  expect(await database.db('activities').first()).toMatchObject({
    id,
    ownerId: person.id,
    assigneeId: person.id,
    topicId: topic.id,
    description: 'Revisar el respaldo',
    status: 'not_started',
    priority: 'high',
    createdAt: NOW,
    dueOn: '2026-11-27',
    repeats: 'month',
    seriesStartsOn: '2026-11-27',
    occurrence: 0,
  });
  expect(await database.db('activityHistory')).toMatchObject([
    { activityId: id, act: 'register', actorId: person.id, fromStatus: null, toStatus: 'not_started' },
  ]);
  expect(await readOutbox()).toEqual([]);
});

it('an assigned activity notifies its responsible', async () => {
  const boss = await given(database.db).manager();
  const employee = await given(database.db).person();
  const topic = await given(database.db).topic();
  const { id } = await on.act(assignActivity, boss, { ...promised(topic.id), assigneeId: employee.id });
  expect(await database.db('activities').first()).toMatchObject({ ownerId: boss.id, assigneeId: employee.id });
  expect(await readOutbox()).toEqual([{ kind: 'assigned', recipientId: employee.id, activityId: id }]);
});

it('takes today as a due date, and no earlier one', async () => {
  const person = await given(database.db).person();
  const topic = await given(database.db).topic();
  await on.act(registerOwnActivity, person, promised(topic.id, { dueOn: TODAY }));
  const before = await everythingIn(database.db);
  const late = on.act(registerOwnActivity, person, promised(topic.id, { dueOn: day('2026-11-19'), description: 'Otra' }));
  expect(await refusalOf(late)).toEqual({
    code: 'input.invalid',
    fields: { dueOn: { problem: 'dueInPast' } },
  });
  expect(await everythingIn(database.db)).toEqual(before);
});

it('shows people the topics of their department, GENERAL and those they were assigned to; all of them to the privileged', async () => {
  const make = given(database.db);
  const [systems, finance] = [await make.person({ department: 'SISTEMAS' }), await make.person({ department: 'FINANZAS' })];
  const boss = await make.manager({ department: 'OBRAS' });
  await make.topic({ name: 'B general', department: 'GENERAL' });
  await make.topic({ name: 'C sistemas', department: 'SISTEMAS' });
  const lentTopic = await make.topic({ name: 'A finanzas', department: 'FINANZAS' });
  await make.outsider(lentTopic, systems);
  const names = async (who: typeof boss) => (await on.act(listMyTopics, who, {})).map(({ name }) => name);
  expect(await names(systems)).toEqual(['A finanzas', 'B general', 'C sistemas']);
  expect(await names(finance)).toEqual(['A finanzas', 'B general']);
  expect(await names(boss)).toEqual(['A finanzas', 'B general', 'C sistemas']);
});

it('offers for a topic its department and the outsiders, for GENERAL everybody, and never somebody inactive', async () => {
  const make = given(database.db);
  const ana = await make.person({ firstName: 'Ana', department: 'SISTEMAS' });
  const beto = await make.person({ firstName: 'Beto', department: 'FINANZAS' });
  await make.person({ firstName: 'Carla', department: 'OBRAS' });
  await make.person({ firstName: 'Dora', department: 'SISTEMAS', isActive: false });
  const [own, general] = [await make.topic({ department: 'SISTEMAS' }), await make.topic({ department: 'GENERAL' })];
  await make.outsider(own, beto);
  const names = async (topicId: number) => (await on.act(listEligibleAssignees, ana, { topicId })).map(({ firstName }) => firstName);
  expect(await names(own.id)).toEqual(['Ana', 'Beto']);
  expect(await names(general.id)).toEqual(['Ana', 'Beto', 'Carla']);
});

it('refuses a topic or a responsible that was not on offer, and writes nothing', async () => {
  const make = given(database.db);
  const person = await make.person({ department: 'SISTEMAS' });
  const boss = await make.manager({ department: 'SISTEMAS' });
  const other = await make.person({ department: 'FINANZAS' });
  const gone = await make.person({ department: 'SISTEMAS', isActive: false });
  const [foreign, own] = [await make.topic({ department: 'FINANZAS' }), await make.topic({ department: 'SISTEMAS' })];
  const before = await everythingIn(database.db);
  const noTopic = { code: 'input.invalid', fields: { topicId: { problem: 'topicUnknown' } } };
  const noPerson = { code: 'input.invalid', fields: { assigneeId: { problem: 'assigneeUnknown' } } };
  expect(await refusalOf(on.act(registerOwnActivity, person, promised(foreign.id)))).toEqual(noTopic);
  expect(await refusalOf(on.act(registerOwnActivity, person, promised(own.id + 1000)))).toEqual(noTopic);
  for (const assigneeId of [other.id, gone.id, 2_000_000]) {
    expect(await refusalOf(on.act(assignActivity, boss, { ...promised(own.id), assigneeId }))).toEqual(noPerson);
  }
  expect(await everythingIn(database.db)).toEqual(before);
});

it.each(openStatuses)('refuses the same work for the same person and topic while the earlier one is %s', async (status) => {
  const make = given(database.db);
  const person = await make.person();
  const topic = await make.topic();
  await make.activity({ owner: person, assignee: person, topic, status, description: 'Revisión del  Año: Cámara 1' });
  const before = await everythingIn(database.db);
  for (const description of [
    'revision del ano: camara 1',
    '  REVISIÓN   DEL AÑO:\nCÁMARA 1 ',
    'Revisio\u0301n del An\u0303o: Ca\u0301mara 1',
  ]) {
    expect(await refusalOf(on.act(registerOwnActivity, person, promised(topic.id, { description })))).toEqual({
      code: 'activity.duplicate',
    });
  }
  expect(await everythingIn(database.db)).toEqual(before);
});

it('takes the same text again once the earlier one is closed, for another person, or under another topic', async () => {
  const make = given(database.db);
  const [person, other] = [await make.person(), await make.person()];
  const [topic, another] = [await make.topic(), await make.topic()];
  const description = 'Inventario';
  for (const status of ['verified', 'canceled'] as const)
    await make.activity({ owner: person, assignee: person, topic, status, description });
  await make.activity({ owner: person, assignee: other, topic, description });
  await make.activity({ owner: person, assignee: person, topic: another, description });
  await expect(on.act(registerOwnActivity, person, promised(topic.id, { description }))).resolves.toMatchObject({ id: expect.any(Number) });
});
