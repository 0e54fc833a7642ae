import type { Endpoints, Reply } from '@bitacora/core/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { complaints } from './complaints.ts';
import { aCompany, now } from './fake-company.ts';
import { type Handlers, Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

const done = { success: true } as const;
const request: Reply<Endpoints['readDeviceAuthorization']> = {
  ...done,
  machine: 'jose@portatil',
  grant: 'write',
  address: '203.0.113.7',
  isSameAddress: false,
  requestedAt: now,
  expiresAt: now,
};
const unknown = () => {
  throw new Refusal(400, 'device.invalidCode', 'Ninguna terminal muestra este código.');
};
const open = (answers: Handlers = {}, address = '/activar') =>
  openScreen(address, aCompany(), { readDeviceAuthorization: () => request, ...answers });

async function enter(user: ReturnType<typeof open>['user'], code = 'wdjb-mjht') {
  await user.type(await screen.findByRole('textbox', { name: 'Código' }), code);
  await user.click(screen.getByRole('button', { name: 'Continuar' }));
}

it('shows who asks, from where, when and for what before the person answers, and sends the answer once', async () => {
  const answers: unknown[] = [];
  const { user } = open({
    answerDeviceAuthorization: ({ userCode, isApproved }) => {
      answers.push([userCode, isApproved]);
      return done;
    },
  });
  await enter(user);
  expect(await screen.findByRole('heading', { name: '¿Autorizas a bitacora en jose@portatil?' })).toBeTruthy();
  for (const words of ['203.0.113.7', /consultar y hacer cambios en tu nombre/, /viene de otra dirección/, /tu terminal muestra WDJB-MJHT/])
    expect(screen.getByText(words)).toBeTruthy();
  expect(document.activeElement?.textContent).toContain('Autoriza solo si tú la iniciaste');
  expect([answers, await complaints()]).toEqual([[], []]);
  await user.click(screen.getByRole('button', { name: 'Autorizar' }));
  expect(await screen.findByRole('heading', { name: 'Terminal autorizada.' })).toBeTruthy();
  expect(answers).toEqual([['WDJB-MJHT', true]]);
});

it('refuses the terminal', async () => {
  const answers: boolean[] = [];
  const { user } = open({
    readDeviceAuthorization: () => ({ ...request, isSameAddress: true, grant: 'session' }),
    answerDeviceAuthorization: ({ isApproved }) => {
      answers.push(isApproved);
      return done;
    },
  });
  await enter(user);
  expect(await screen.findByText('203.0.113.7, la misma que la de este navegador')).toBeTruthy();
  expect(screen.getByText(/también administrar cuentas, por 15 minutos/)).toBeTruthy();
  expect(screen.queryByText(/viene de otra dirección/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Rechazar' }));
  expect(await screen.findByRole('heading', { name: 'Solicitud rechazada.' })).toBeTruthy();
  expect(answers).toEqual([false]);
});

it('says beside the field that no terminal shows the code, and lets the person correct it', async () => {
  const { user } = open({ readDeviceAuthorization: ({ userCode }) => (userCode === 'MAL' ? unknown() : request) });
  await enter(user, 'mal');
  const field = await screen.findByRole('textbox', { name: 'Código' });
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getAllByText('Ninguna terminal muestra este código.').length).toBeGreaterThan(0);
  expect(document.activeElement).toBe(field);
  await user.clear(field);
  await enter(user);
  expect(await screen.findByRole('button', { name: 'Autorizar' })).toBeTruthy();
});

it('keeps the question when the answer fails, and says why', async () => {
  const { user } = open({ answerDeviceAuthorization: unknown });
  await enter(user);
  await user.click(await screen.findByRole('button', { name: 'Autorizar' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Ninguna terminal muestra este código.');
  expect(screen.getByRole('button', { name: 'Rechazar' })).toBeTruthy();
});

it('takes no code from the address', async () => {
  const { calls } = open({}, '/activar?code=WDJB-MJHT&user_code=WDJB-MJHT#WDJB-MJHT');
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Código' });
  expect([field.value, calls.includes('readDeviceAuthorization')]).toEqual(['', false]);
});

it('leads a person without a session through the login and back', async () => {
  const { address } = openScreen('/activar', aCompany({ user: null }));
  await waitFor(() => expect(address()).toBe('/?next=%2Factivar'));
});
