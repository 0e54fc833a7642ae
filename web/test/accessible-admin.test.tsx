import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { complaints } from './complaints.ts';
import { adminAnswers, anAccount, anAssignment, someAdminData } from './fake-admin.ts';
import { aCompany, manager } from './fake-company.ts';
import { openScreen } from './open-screen.tsx';

const adminData = () =>
  adminAnswers(
    someAdminData({
      accounts: [anAccount(), anAccount({ id: 3, employeeNumber: '3', hasPassword: false })],
      assignments: [anAssignment()],
    }),
  );

/** An address, the button that opens its dialog, and what shows that the dialog is there. */
const dialogs = [
  ['/Admin_Users', 'Registrar usuario', 'Apellidos'],
  ['/Admin_Users', /^Más acciones/, 'Invitar'],
  ['/Admin_Users', /^Desactivar a/, '¿Desactivar al usuario?'],
  ['/Admin_Projects', 'Registrar tema', 'Descripción'],
  ['/Admin_Assign_Projects', 'Asignar tema', 'Los temas GENERAL no se asignan: ya son de todos.'],
  ['/Admin_Assign_Projects', /^Eliminar asignación/, '¿Eliminar la asignación?'],
] as const;

it.each(dialogs)('has nothing serious against it at %s, before and after %s', async (address, opener, sign) => {
  const { user } = openScreen(address, aCompany({ user: manager }), adminData());
  const [button] = await screen.findAllByRole('button', { name: opener });
  expect(await complaints()).toEqual([]);
  await user.click(button as HTMLElement);
  await screen.findByRole('dialog');
  const elements = await Promise.any([screen.findAllByText(sign), screen.findAllByLabelText(sign)]);
  expect(elements.length).toBeGreaterThan(0);
  expect(await complaints()).toEqual([]);
});
