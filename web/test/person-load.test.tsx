import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aCompany, anActivity, employee, manager } from './fake-company.ts';
import { openScreen } from './open-screen.tsx';

const loadOf = (numbers: object = {}) => ({
  readPeopleLoad: () => ({
    success: true as const,
    people: [{ id: 8, name: 'Juan Pérez', open: 12, late: 3, week: 4, done: 5, ...numbers }],
  }),
});

it('shows how much work a person has; each number leads to its rows', async () => {
  const activity = anActivity({ assigneeId: 8, description: 'Contar el pasillo' });
  openScreen('/Person_Load/8', aCompany({ user: manager, activities: [activity] }), loadOf());
  expect(await screen.findByText('Juan Pérez')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'CARGA DE TRABAJO Juan Pérez' })).toBeTruthy();
  const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(addressOf('Pendientes 12 abiertas a su nombre')).toBe('/Report_All_Activities_P?assignees=8');
  expect(addressOf('Con retraso 3 ya pasó su fecha')).toBe('/Report_All_Activities_P?assignees=8&urgencies=late');
  expect(addressOf('Por vencer 4 vencen en 7 días o menos')).toBe('/Report_All_Activities_P?assignees=8&urgencies=week');
  expect(addressOf('Finalizadas 5 verificadas este mes')).toBe(
    '/Report_All_Activities_C?from=2026-11-01&to=2026-11-20&assignees=8&measured=true',
  );
  expect(await screen.findByRole('link', { name: /Contar el pasillo/ })).toBeTruthy();
  expect(screen.getByText('Primero lo más atrasado')).toBeTruthy();
});

it('says so where there is nothing to do, and where nobody has that number', async () => {
  const { go } = openScreen('/Person_Load/8', aCompany({ user: manager }), loadOf({ open: 0, late: 0, week: 0 }));
  expect(await screen.findByText('Juan Pérez no tiene nada por entregar.')).toBeTruthy();
  await go('/Person_Load/99');
  expect(await screen.findByRole('heading', { name: 'No encontramos a esa persona.' })).toBeTruthy();
});

it('lets the reader choose rows and act on them at once, and see absences', async () => {
  const activities = [101, 102].map((id) => anActivity({ id, assigneeId: 8, description: `Contar ${id}` }));
  const reminded: number[][] = [];
  const { user } = openScreen('/Person_Load/8', aCompany({ user: manager, activities }), {
    ...loadOf(),
    listAbsences: () => [],
    remindActivities: ({ activityIds }) => {
      reminded.push([...activityIds]);
      return { success: true, results: activityIds.map((activityId) => ({ activityId, success: true })) };
    },
  });
  await user.click(await screen.findByRole('checkbox', { name: /101/ }));
  await user.click(screen.getByRole('button', { name: 'Elegir todas' }));
  const bar = within(await screen.findByRole('region', { name: 'Actividades elegidas' }));
  await user.click(bar.getByRole('button', { name: 'Recordar' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Sí, recordar' }));
  await waitFor(() => expect(reminded.flat().sort()).toEqual([101, 102]));
  await user.click(screen.getByRole('button', { name: 'Ausencias' }));
  expect(await screen.findByRole('dialog', { name: /Juan Pérez/ })).toBeTruthy();
});

it('is for privileged people', async () => {
  openScreen('/Person_Load/8', aCompany({ user: employee }), loadOf());
  expect(await screen.findByRole('heading', { name: /^INICIO/ })).toBeTruthy();
  expect(within(document.body).queryByText(/CARGA DE/)).toBeNull();
});
