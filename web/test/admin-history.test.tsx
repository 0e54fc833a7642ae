import type { AdminEntry } from '@bitacora/core/contract/admin/admin-endpoints';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { choose } from './choose.ts';
import { complaints } from './complaints.ts';
import { aCompany, manager, now } from './fake-company.ts';
import { type Handlers, Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

const developer = { ...manager, kind: 'Desarrollador' };
const entry: AdminEntry = {
  id: 7,
  at: now,
  actorId: 1,
  actorName: 'Marta Ruiz',
  act: 'person.edit',
  subjectKind: 'person',
  subjectId: '2',
  subject: 'Luis Peña',
  before: { position: 'ANALISTA' },
  after: { position: 'GERENTE' },
  address: '203.0.113.7',
  channel: 'web',
};
const open = (extra: Handlers = {}, user = developer, at = '/Admin_History') =>
  openScreen(at, aCompany({ user }), {
    listUsers: () => [],
    listAdminHistory: () => ({ success: true, rows: [entry], total: 1 }),
    ...extra,
  });

it('shows who changed what in words, and asks the server for a page', async () => {
  const inputs: unknown[] = [];
  open({
    listAdminHistory: (input: unknown) => {
      inputs.push(input);
      return { success: true, rows: [entry], total: 60 };
    },
  });
  const row = within(await screen.findByRole('row', { name: /Marta Ruiz/ }));
  expect(row.getByText('Corrigió los datos de una persona')).toBeTruthy();
  expect(row.getByText('Luis Peña')).toBeTruthy();
  expect(row.getByText('Puesto: ANALISTA → GERENTE')).toBeTruthy();
  expect(row.getByText(/203\.0\.113\.7/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Historial administrativo' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Página siguiente' }));
  await screen.findByText('26–50 de 60');
  expect(inputs).toEqual([expect.objectContaining({ page: 1, pageSize: 25 }), expect.objectContaining({ page: 2, pageSize: 25 })]);
  expect(await complaints()).toEqual([]);
});

it('keeps a row of many changes low, and shows the others on demand', async () => {
  const after = { employeeNumber: '20101', firstName: 'Amalia', lastName: 'Ruiz Peña', email: 'amalia@demo.mx', position: 'ANALISTA' };
  const { user } = open({ listAdminHistory: () => ({ success: true, rows: [{ ...entry, before: null, after }], total: 1 }) });
  await user.click(await screen.findByRole('button', { name: 'Ver 4 datos más' }));
  expect(screen.getByText(/amalia@demo\.mx/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Ver menos datos' }));
  expect(screen.queryByText(/amalia@demo\.mx/)).toBeNull();
  expect(await complaints()).toEqual([]);
});

it('filters by act, and shows all again', async () => {
  const actFilters: unknown[] = [];
  const app = open({
    listAdminHistory: (input: { acts?: string[] }) => {
      actFilters.push(input.acts);
      return { success: true, rows: input.acts ? [] : [entry], total: input.acts ? 0 : 1 };
    },
  });
  await screen.findByText('Marta Ruiz');
  await choose(app, 'Filtrar por cambio', /Inicio de sesión fallido/);
  expect(await screen.findByText('Ningún cambio coincide con lo que buscas.')).toBeTruthy();
  await app.user.click(screen.getByRole('button', { name: 'Ver todos' }));
  expect(await screen.findByText('Marta Ruiz')).toBeTruthy();
  expect(actFilters).toEqual([undefined, ['session.failLogIn'], undefined]);
});

it('says that there is nothing, and what failed', async () => {
  open({ listAdminHistory: () => ({ success: true, rows: [], total: 0 }) });
  expect(await screen.findByText('Todavía no hay cambios registrados.')).toBeTruthy();
});

it('says what failed, with a way to try again', async () => {
  open({
    listAdminHistory: () => {
      throw new Refusal(503, 'database.away', 'El sistema no está disponible por el momento.');
    },
  });
  expect(await screen.findByText('El sistema no está disponible por el momento.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeTruthy();
});

it('is for a Desarrollador: others get to Inicio and see no entry in the menu', async () => {
  const { address } = open({}, manager);
  await screen.findByRole('heading', { level: 1 });
  expect(address()).toBe('/Home');
  expect(screen.queryByRole('link', { name: 'Historial administrativo' })).toBeNull();
});
