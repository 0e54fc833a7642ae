import { screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { setHelpKey } from '../src/layout/palette/shortcuts.ts';
import { aCompany, anActivity, employee, manager } from './fake-company.ts';
import { openScreen } from './open-screen.tsx';

const focusedFolio = () => document.activeElement?.closest('tr, li')?.textContent?.match(/10\d/)?.[0];
const two = [anActivity({ status: 'in_progress' }), anActivity({ id: 102, description: 'Contar las tarimas', status: 'in_progress' })];

it('J and K move among the rows, and Enter opens the one with the focus', async () => {
  const { user, address } = openScreen('/My_Activities', aCompany({ activities: two }));
  await screen.findByRole('link', { name: 'Consultar actividad 101' });
  await user.keyboard('j');
  const first = focusedFolio();
  await user.keyboard('j');
  expect(focusedFolio()).not.toBe(first);
  await user.keyboard('jk');
  expect(focusedFolio()).toBe(first);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe(`/Consult_My_Activity/${first}`));
});

it('J continues after the row that Enter opened, when one comes back to the list', async () => {
  const { user, address } = openScreen('/My_Activities', aCompany({ activities: two }));
  await screen.findByRole('link', { name: 'Consultar actividad 101' });
  // Up to the first row, wherever the keys were before.
  await user.keyboard('jkk');
  const first = focusedFolio();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe(`/Consult_My_Activity/${first}`));
  await user.click(await screen.findByRole('link', { name: 'Mis pendientes' }));
  await screen.findByRole('link', { name: 'Consultar actividad 101' });
  await user.keyboard('j');
  expect(focusedFolio()).toBe(['101', '102'].find((folio) => folio !== first));
});

it.each([
  [employee, 'c', '/Record_new_activity'],
  [manager, 'c', '/Admin_Assign_Activities'],
  [employee, 'gp', '/My_Activities'],
  [employee, 'gv', '/Notifications'],
  [manager, 'gv', '/Verify_Inbox'],
  [manager, 'gr', '/Report_All_Activities_P'],
  [employee, 'gh', '/Home'],
])('for %o the keys %s lead to %s', async (person, typed, path) => {
  const { user, address } = openScreen('/Notifications', aCompany({ user: person }));
  await screen.findByText(/No tienes avisos/);
  await user.keyboard(typed);
  await waitFor(() => expect(address().split('?')[0]).toBe(path));
});

it('does nothing while one types, with a dialog open, or once one has turned it off', async () => {
  const { user, address } = openScreen('/My_Activities', aCompany({ activities: two }));
  await user.type(await screen.findByLabelText('Buscar actividad'), 'c');
  expect(address()).toContain('/My_Activities');
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('?');
  await screen.findByRole('dialog', { name: 'Atajos de teclado' });
  await user.keyboard('c');
  expect(address()).toContain('/My_Activities');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  setHelpKey(false);
  onTestFinished(() => setHelpKey(true));
  await user.keyboard('c');
  expect(address()).toContain('/My_Activities');
});

it('letters do nothing behind the drawer of a phone or an open popover', async () => {
  const { user } = openScreen('/Report_All_Activities_P', aCompany({ user: manager, activities: two }));
  await screen.findByRole('link', { name: 'Consultar actividad 101' });
  await user.click(await screen.findByRole('button', { name: 'Abrir menú' }));
  const drawer = await screen.findByRole('dialog', { name: 'Menú principal' });
  await user.keyboard('j');
  expect(drawer.contains(document.activeElement)).toBe(true);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(drawer.isConnected).toBe(false));
  await user.click(await screen.findByRole('button', { name: 'Vistas' }));
  await screen.findByRole('dialog', { name: 'Vistas guardadas' });
  await user.keyboard('j');
  expect(document.activeElement?.closest('[data-row-link]')).toBeNull();
  await user.keyboard('{Escape}j');
  expect(document.activeElement?.closest('[data-row-link]')).not.toBeNull();
});

it('Ctrl+Enter sends a dialog without the mouse', async () => {
  const company = aCompany({ activities: [anActivity({ status: 'in_progress' })] });
  const { user } = openScreen('/Consult_My_Activity/101', company);
  await user.click((await screen.findAllByRole('button', { name: 'Marcar completado de actividad' }))[0] as HTMLElement);
  await user.type(await screen.findByRole('textbox', { name: /esolución/ }), 'Está listo.');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(company.activities[0]?.status).toBe('completed'));
});
