import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { GENERAL } from '../../src/domain/activities/activity.ts';
import {
  assignTopic,
  createTopic,
  listAssignments,
  listDepartments,
  listMyTopics,
  listTopics,
  updateTopic,
  withdrawTopic,
} from '../../src/use-cases/topics/topics.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { given } from '../factories.ts';
import { refusalOf, type Stage, stage, together } from '../stage.ts';
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
async function refusedWithoutTrace(attempt: () => Promise<unknown>) {
  const before = await everythingIn(database.db);
  const refusal = await refusalOf(attempt());
  expect(await everythingIn(database.db)).toEqual(before);
  return refusal;
}

it('the departments are those of people and topics, once each, without GENERAL', async () => {
  const boss = await make().manager({ department: 'SISTEMAS' });
  await make().person({ department: 'COMPRAS' });
  await make().topic({ department: 'VENTAS' });
  await make().topic({ department: 'COMPRAS' });
  await make().topic({ department: GENERAL });
  expect(await on.act(listDepartments, boss, {})).toEqual([
    { department: 'COMPRAS' },
    { department: 'SISTEMAS' },
    { department: 'VENTAS' },
  ]);
});

it('a topic is registered in GENERAL, a department that exists, as it is written there, or a new one', async () => {
  const boss = await make().manager({ department: 'LOGÍSTICA' });
  const { id } = await on.act(createTopic, boss, { name: 'Inventario', description: null, department: 'logistica' });
  await on.act(createTopic, boss, { name: 'Almacén', description: 'Naves', department: 'GENERAL' });
  expect(await on.act(listTopics, boss, {})).toEqual([
    { id: expect.any(Number), name: 'Almacén', description: 'Naves', department: 'GENERAL', version: expect.any(String) },
    { id, name: 'Inventario', description: null, department: 'LOGÍSTICA', version: expect.any(String) },
  ]);
  await on.act(createTopic, boss, { name: 'Otro', description: null, department: 'Nave 2' });
  const again = await on.act(createTopic, boss, { name: 'Otro más', description: null, department: 'NAVE  2' });
  expect(await on.act(listTopics, boss, {})).toContainEqual(expect.objectContaining({ id: again.id, department: 'Nave 2' }));
  await on.act(updateTopic, boss, { id: again.id, description: null, department: 'Nave 3' });
  expect(await on.act(listDepartments, boss, {})).toEqual([
    { department: 'LOGÍSTICA' },
    { department: 'Nave 2' },
    { department: 'Nave 3' },
  ]);
});

it('its name is not repeated in any department, case, accents and blanks aside, not even by two at once', async () => {
  const boss = await make().manager();
  await make().topic({ name: 'Auditoría interna', department: 'VENTAS' });
  const again = { name: ' auditoria  INTERNA ', description: null, department: GENERAL };
  expect(await refusedWithoutTrace(() => on.act(createTopic, boss, again))).toEqual({ code: 'topic.duplicate' });
  const { won, refused } = await together(['Cierre', 'CIERRE', 'ciérre'].map((name) => on.act(createTopic, boss, { ...again, name })));
  expect([won.length, refused]).toEqual([1, [{ code: 'topic.duplicate' }, { code: 'topic.duplicate' }]]);
});

it('only the description and the department of a topic are edited', async () => {
  const boss = await make().manager({ department: 'SISTEMAS' });
  const topic = await make().topic({ name: 'Redes' });
  await on.act(updateTopic, boss, { id: topic.id, description: 'Cableado', department: 'SISTEMAS', name: 'Otro nombre' } as never);
  expect(await on.act(listTopics, boss, {})).toMatchObject([{ ...topic, description: 'Cableado', department: 'SISTEMAS' }]);
  const unknown = { id: topic.id + 1000, description: null, department: GENERAL };
  expect(await refusedWithoutTrace(() => on.act(updateTopic, boss, unknown))).toEqual({ code: 'topic.unknown' });
});

it('an edit that carries no description leaves the stored one; null removes it', async () => {
  const boss = await make().manager({ department: 'SISTEMAS' });
  const topic = await make().topic({ description: 'Cableado', department: 'SISTEMAS' });
  const described = async () => (await on.act(listTopics, boss, {})).map(({ description }) => description);
  await on.act(updateTopic, boss, { id: topic.id, department: GENERAL });
  expect(await described()).toEqual(['Cableado']);
  await on.act(updateTopic, boss, { id: topic.id, department: GENERAL, description: null });
  expect(await described()).toEqual([null]);
});

it('a GENERAL topic is not assigned, nor a topic to people of its own department', async () => {
  const boss = await make().manager();
  const [seller, buyer] = [await make().person({ department: 'VENTAS' }), await make().person({ department: 'COMPRAS' })];
  const open = await make().topic({ department: GENERAL });
  const sales = await make().topic({ department: 'VENTAS' });
  const attempt = (topicId: number, userId: number) => refusedWithoutTrace(() => on.act(assignTopic, boss, { topicId, userId }));
  expect(await attempt(open.id, buyer.id)).toEqual({
    code: 'input.invalid',
    fields: { topicId: { problem: 'topicGeneral' } },
  });
  expect(await attempt(sales.id, seller.id)).toMatchObject({ fields: { userId: { problem: 'employeeNotExternal' } } });
  await on.act(assignTopic, boss, { topicId: sales.id, userId: buyer.id });
});

it('an edit of what somebody else has changed since is refused and says what is now so; who knows of it may have their way', async () => {
  const boss = await make().manager({ department: 'SISTEMAS' });
  const { id } = await make().topic({ department: GENERAL });
  const readVersion = async () => (await on.act(listTopics, boss, {}))[0]?.version;
  const version = await readVersion();
  const ana = { id, description: 'De Ana', department: GENERAL };
  const beto = { id, description: 'De Beto', department: GENERAL };
  await on.act(updateTopic, boss, { ...ana, seen: version });
  expect(await refusedWithoutTrace(() => on.act(updateTopic, boss, { ...beto, seen: version }))).toEqual({
    code: 'edit.outdated',
    now: { description: 'De Ana' },
  });
  await on.act(updateTopic, boss, { ...ana, seen: version });
  await on.act(updateTopic, boss, { ...beto, seen: await readVersion() });
  await on.act(updateTopic, boss, ana);
  expect(await on.act(listTopics, boss, {})).toMatchObject([ana]);
});

it('of two edits at once made on the same version one wins', async () => {
  const boss = await make().manager();
  const { id } = await make().topic({ department: GENERAL });
  const version = (await on.act(listTopics, boss, {}))[0]?.version;
  const edits = ['Uno', 'Dos', 'Tres'].map((description) =>
    on.act(updateTopic, boss, { id, description, department: GENERAL, seen: version }),
  );
  const { won, refused } = await together(edits);
  expect([won.length, refused.map(({ code }) => code)]).toEqual([1, ['edit.outdated', 'edit.outdated']]);
});

it('an external assignment opens a topic to someone until it is taken back', async () => {
  const boss = await make().manager();
  const ana = await make().person({ department: 'COMPRAS' });
  const topic = await make().topic({ department: 'VENTAS' });
  expect(await on.act(listMyTopics, ana, {})).toEqual([]);
  const { id } = await on.act(assignTopic, boss, { topicId: topic.id, userId: ana.id });
  expect(await on.act(listMyTopics, ana, {})).toEqual([topic]);
  const { employeeNumber, firstName, lastName, level, position } = ana;
  expect(await on.act(listAssignments, boss, {})).toEqual([
    { id, topicId: topic.id, topic: topic.name, userId: ana.id, employeeNumber, firstName, lastName, level, position },
  ]);
  await on.act(withdrawTopic, boss, { assignmentId: id });
  expect(await on.act(listMyTopics, ana, {})).toEqual([]);
  expect(await refusedWithoutTrace(() => on.act(withdrawTopic, boss, { assignmentId: id }))).toEqual({ code: 'assignment.unknown' });
});

it('an assignment needs a topic and an active person, and is unique, not even two at once make it twice', async () => {
  const [boss, ana, topic] = [await make().manager(), await make().person(), await make().topic({ department: 'VENTAS' })];
  const gone = await make().person({ isActive: false });
  const wrong = { topicId: topic.id + 1000, userId: ana.id };
  expect(await refusedWithoutTrace(() => on.act(assignTopic, boss, wrong))).toMatchObject({
    fields: { topicId: { problem: 'topicUnknown' } },
  });
  for (const userId of [gone.id, 999_999]) {
    expect(await refusedWithoutTrace(() => on.act(assignTopic, boss, { topicId: topic.id, userId }))).toMatchObject({
      fields: { userId: { problem: 'employeeUnknown' } },
    });
  }
  const right = { topicId: topic.id, userId: ana.id };
  const { won, refused } = await together([on.act(assignTopic, boss, right), on.act(assignTopic, boss, right)]);
  expect([won.length, refused]).toEqual([1, [{ code: 'assignment.duplicate' }]]);
});
