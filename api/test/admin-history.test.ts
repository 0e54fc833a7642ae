import type { AdminEntry } from '@bitacora/core/contract/admin/admin-endpoints';
import type { Person } from '@bitacora/core/domain/people/person';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { given } from '../../core/test/factories.ts';
import type { browser } from './browser.ts';
import { type RunningApp, runningApp } from './running-app.ts';
import { openWorkbook, rowsOf } from './sheets/workbooks.ts';

let app: RunningApp;
let developer: Person;
let manager: Person;
let employee: Person;
let asDeveloper: ReturnType<typeof browser>;
beforeAll(async () => {
  app = await runningApp();
});
beforeEach(async () => {
  await app.wipe();
  const make = given(app.db);
  developer = await make.person({ kind: 'Desarrollador' });
  manager = await make.manager({ firstName: 'Marta', lastName: 'Ruiz' });
  employee = await make.person({ firstName: 'Luis', lastName: 'Peña', position: 'ANALISTA' });
  asDeveloper = await app.as(developer);
});
afterAll(() => app.close());

const edited = ({ employeeNumber, firstName, lastName, email, level, department, alias, phone, id }: Person, position: string) => ({
  id,
  employeeNumber,
  firstName,
  lastName,
  email,
  level,
  department,
  alias,
  phone,
  position,
  kind: 'Usuario' as const,
});
const brief = ({ act, actorName, subject, before, after }: AdminEntry) => ({ act, actorName, subject, before, after });

it('shows who changed what, from where, and that it gave privilege', async () => {
  await (await app.as(manager)).client.updateUser({ ...edited(employee, 'GERENTE DE ZONA'), seen: undefined });
  const { rows, total } = await asDeveloper.client.listAdminHistory({ page: 1 });
  expect(total).toBe(2);
  expect(rows.map(brief)).toEqual([
    {
      act: 'person.gainPrivilege',
      actorName: 'Marta Ruiz',
      subject: 'Luis Peña',
      before: { kind: 'Usuario', position: 'ANALISTA' },
      after: { kind: 'Usuario', position: 'GERENTE DE ZONA' },
    },
    {
      act: 'person.edit',
      actorName: 'Marta Ruiz',
      subject: 'Luis Peña',
      before: { position: 'ANALISTA' },
      after: { position: 'GERENTE DE ZONA' },
    },
  ]);
  expect(rows[0]).toMatchObject({ address: '127.0.0.1', channel: 'web', actorId: manager.id, subjectId: String(employee.id) });
});

it('pages and filters by the server', async () => {
  const adminCalls = await app.as(manager);
  for (const name of ['Uno', 'Dos', 'Tres']) await adminCalls.client.saveHoliday({ day: `2027-01-0${name.length}` as never, name });
  await adminCalls.client.updateProfile({ alias: 'Mar', phone: null });
  const ask = async (filters: object) => (await asDeveloper.client.listAdminHistory(filters)) as { rows: AdminEntry[]; total: number };
  expect(await ask({ page: 2, pageSize: 3 })).toMatchObject({ total: 4, rows: [{ act: 'holiday.save' }] });
  expect(await ask({ acts: ['holiday.save'] })).toMatchObject({ total: 3 });
  expect(await ask({ personId: manager.id })).toMatchObject({ total: 1, rows: [{ act: 'person.editOwn' }] });
  expect(await ask({ actorId: developer.id })).toMatchObject({ total: 0 });
  expect(await ask({ text: 'mar' })).toMatchObject({ total: 4 }); // of Marta Ruiz all four
  expect(await ask({ from: '2999-01-01' })).toMatchObject({ total: 0 });
});

it('is for a Desarrollador alone', async () => {
  const { status, body } = await (await app.as(manager)).call('POST', '/api/get_admin_history', { body: {} });
  expect([status, body]).toEqual([
    403,
    { success: false, error: 'Solo un Desarrollador puede consultar el historial de la administración.', code: 'admin.forbidden' },
  ]);
});

it('goes away as a workbook in words, whose texts are no formulas; the download is recorded', async () => {
  await (await app.as(manager)).client.updateProfile({ alias: '=1+1', phone: null });
  const { bytes } = await asDeveloper.call('POST', '/api/create_admin_history_workbook', { body: { acts: ['person.editOwn'] } });
  const [sheet] = (await openWorkbook(bytes)).worksheets;
  const [heading, line] = rowsOf(sheet);
  expect([sheet?.autoFilter, line?.[1]]).toEqual(['A1:H2', expect.any(Date)]);
  expect(heading?.slice(2)).toEqual(['Quién', 'Cambio', 'A quién o qué', 'Qué cambió', 'Dirección', 'Canal']);
  expect(line?.slice(2)).toEqual(['Marta Ruiz', 'Cambió sus propios datos', 'Marta Ruiz', 'Alias: nada → =1+1', '127.0.0.1', 'Web']);
  expect((await asDeveloper.client.listAdminHistory({ page: 1 })).rows[0]).toMatchObject({
    act: 'report.export',
    subjectId: 'adminHistory',
    after: { acts: ['person.editOwn'] },
  });
});
