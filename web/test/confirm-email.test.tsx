import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aCompany, now } from './fake-company.ts';
import { type Handlers, Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

const done = { success: true } as const;
const change = { ...done, name: 'Ana Ruiz', email: 'ana@nueva.mx', expiresAt: now };
const open = (answers: Handlers, address = '/Confirm_Email#token=enlace') => openScreen(address, aCompany({ user: null }), answers);

it('asks before it confirms, and then leads to the login; the link leaves the address', async () => {
  const confirmed: string[] = [];
  const { user, address, hash } = open({
    readEmailChange: ({ token }) => ({ ...change, name: `Ana Ruiz (${token})` }),
    confirmEmailChange: ({ token }) => {
      confirmed.push(token);
      return done;
    },
  });
  expect(await screen.findByText('Ana Ruiz (enlace): ¿confirmas que tu correo en Bitácora será ana@nueva.mx?')).toBeTruthy();
  expect(confirmed).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Confirmar mi correo' }));
  expect(await screen.findByText('Correo confirmado.')).toBeTruthy();
  expect(confirmed).toEqual(['enlace']);
  await waitFor(() => expect([address(), hash()]).toEqual(['/Confirm_Email', '']));
  expect(screen.getByRole('link', { name: 'Ir a iniciar sesión' }).getAttribute('href')).toBe('/');
});

it('says why a link does not work, and offers no button', async () => {
  open({
    readEmailChange: () => {
      throw new Refusal(400, 'emailChange.invalidLink', 'El enlace ya se usó.');
    },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('El enlace ya se usó.');
  expect(screen.queryByRole('button', { name: 'Confirmar mi correo' })).toBeNull();
});

it('an address without a token asks the server nothing', async () => {
  const { calls } = open({}, '/Confirm_Email');
  expect((await screen.findByRole('alert')).textContent).toContain('El enlace está incompleto.');
  expect(calls).not.toContain('readEmailChange');
});

it('a refusal of the confirmation is shown, and it can be tried again', async () => {
  const { user } = open({
    readEmailChange: () => change,
    confirmEmailChange: () => {
      throw new Refusal(409, 'user.duplicateEmail', 'Ya existe un usuario con ese correo electrónico.');
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Confirmar mi correo' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Ya existe un usuario con ese correo electrónico.');
  expect(screen.getByRole('button', { name: 'Confirmar mi correo' })).toBeTruthy();
});

it('the link of the earlier address asks the server nothing until the button is pressed, and then leaves the address', async () => {
  const disowned: string[] = [];
  const answers: Handlers = {
    disownEmailChange: ({ token }) => {
      disowned.push(token);
      if (disowned.length === 1) throw new Refusal(400, 'emailChange.invalidLink', 'El enlace ya se usó.');
      return done;
    },
  };
  const { user, hash, calls } = open(answers, '/Confirm_Email#disown=enlace');
  const button = await screen.findByRole('button', { name: 'No lo reconozco' });
  expect(calls.filter((call) => /EmailChange/.test(call))).toEqual([]);
  await user.click(button);
  expect((await screen.findByRole('alert')).textContent).toContain('El enlace ya se usó.');
  await user.click(button);
  expect(await screen.findByText('El cambio se deshizo.')).toBeTruthy();
  expect(disowned).toEqual(['enlace', 'enlace']);
  await waitFor(() => expect(hash()).toBe(''));
});
