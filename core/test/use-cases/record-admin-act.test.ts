import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { compareFacts } from '../../src/domain/admin/admin-act.ts';
import type { CalendarDate } from '../../src/domain/calendar.ts';
import type { Person } from '../../src/domain/people/person.ts';
import { adminHistoryOn } from '../../src/persistence/admin/admin-history.ts';
import { personSubject, recordAdminAct } from '../../src/use-cases/record-admin-act.ts';
import type { OpenUseCase } from '../../src/use-cases/use-case.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { given } from '../factories.ts';
import { type Stage, stage, ZONE } from '../stage.ts';

let database: TestDatabase;
let on: Stage;
let manager: Person;
let employee: Person;
beforeAll(async () => {
  database = await testDatabase();
  on = stage(database.db);
});
beforeEach(async () => {
  await database.wipe();
  manager = await given(database.db).manager({ firstName: 'Marta', lastName: 'Ruiz' });
  employee = await given(database.db).person({ firstName: 'Luis', lastName: 'Peña' });
});
afterAll(() => database.close());

const history = () => adminHistoryOn(database.db, ZONE);
const everything = { limit: 100, offset: 0 };

const edit: OpenUseCase<{ fails?: boolean }, null> = async (context) => {
  const before = { email: 'a@demo.mx', level: 'Operativo' };
  const difference = compareFacts(before, { email: 'b@demo.mx', level: 'Operativo' });
  await recordAdminAct(context, { act: 'person.edit', subject: personSubject(employee), ...difference });
  if (context.input.fails) throw new Error('undone');
  return null;
};

it('an act says its actor, the person it is about, what, before and after, from where and by which channel', async () => {
  await on.core.perform({
    useCase: edit,
    actor: { ...manager, channel: 'terminal' },
    channel: 'terminal',
    address: '203.0.113.7',
    input: {},
    effect: 'writes',
  });
  expect(await history().list({}, everything)).toMatchObject([
    {
      actorId: manager.id,
      actorName: 'Marta Ruiz',
      act: 'person.edit',
      subjectKind: 'person',
      subjectId: String(employee.id),
      subject: 'Luis Peña',
      before: { email: 'a@demo.mx' },
      after: { email: 'b@demo.mx' },
      address: '203.0.113.7',
      channel: 'terminal',
    },
  ]);
});

it('an act that is undone leaves no row', async () => {
  const attempt = on.core.perform({ useCase: edit, actor: null, channel: 'web', input: { fails: true }, effect: 'writes' });
  await expect(attempt).rejects.toThrow('undone');
  expect(await history().count({})).toBe(0);
});

it('the list is filtered by actor, person, act, text and day, the newest first', async () => {
  const add = (facts: object) =>
    database.db('adminHistory').insert({ act: 'person.edit', subjectKind: 'person', channel: 'web', ...facts });
  await add({ actorId: manager.id, actorName: 'Marta Ruiz', subjectId: String(employee.id), subject: 'Luis Peña' });
  await add({
    act: 'topic.edit',
    subjectKind: 'topic',
    subjectId: String(employee.id),
    subject: '100% Redes',
    after: { department: 'SISTEMAS' },
  });
  await add({ act: 'session.failLogIn', address: '2001:db8::1' });

  const actsOf = async (selection: Parameters<ReturnType<typeof history>['list']>[0]) =>
    (await history().list(selection, everything)).map(({ act }) => act);
  expect(await actsOf({})).toEqual(['session.failLogIn', 'topic.edit', 'person.edit']);
  expect(await actsOf({ actorId: manager.id })).toEqual(['person.edit']);
  expect(await actsOf({ personId: employee.id })).toEqual(['person.edit']);
  expect(await actsOf({ acts: ['topic.edit', 'session.failLogIn'] })).toEqual(['session.failLogIn', 'topic.edit']);
  expect(await actsOf({ text: 'peña' })).toEqual(['person.edit']);
  expect(await actsOf({ text: 'SISTEMAS' })).toEqual(['topic.edit']);
  expect(await actsOf({ text: '100%' })).toEqual(['topic.edit']);
  expect(await actsOf({ text: '2001:db8' })).toEqual(['session.failLogIn']);
  expect(await history().list({}, { limit: 1, offset: 1 })).toMatchObject([{ act: 'topic.edit' }]);

  const { rows } = await database.db.raw(
    'select (clock_timestamp() at time zone ?)::date as today, ((clock_timestamp() at time zone ?)::date + 1) as tomorrow',
    [ZONE, ZONE],
  );
  const [{ today, tomorrow }] = rows;
  expect(await history().count({ from: today, to: tomorrow })).toBe(3);
  expect(await history().count({ from: '2999-01-01' as CalendarDate })).toBe(0);
});
