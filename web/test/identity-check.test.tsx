import type { WireRequest } from '@bitacora/core/client';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createIdentityCheck, withIdentityCheck } from '../src/app/identity-check.ts';
import { adminAnswers, anAccount, someAdminData } from './fake-admin.ts';
import { aCompany, manager } from './fake-company.ts';
import { type Handlers, Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

const SENTENCE = 'Confirma que eres tú: esta acción pide tu contraseña.';

/** The account's dialog over a session whose login is old until the person confirms who they are. */
async function editWith({ isActive = false }: { isActive?: boolean } = {}) {
  const adminData = someAdminData({ accounts: [anAccount()] });
  const given: unknown[] = [];
  let isRecent = false;
  const screens = aCompany({ user: manager });
  const all = adminAnswers(adminData);
  const opened = openScreen('/Admin_Users', screens, {
    ...all,
    readSecondFactor: () => ({ success: true, isActive, since: null, recoveryCodesLeft: 0, isRequired: false }),
    confirmIdentity: (proof) => {
      given.push(proof);
      if ((proof.password ?? proof.code) === 'no') {
        const field = proof.password ? 'password' : 'code';
        throw new Refusal(400, 'input.invalid', 'No es.', { [field]: 'No es.' });
      }
      isRecent = true;
      return { success: true };
    },
    updateUser: (input) => {
      if (!isRecent) throw new Refusal(403, 'session.notRecent', SENTENCE);
      return (all.updateUser as NonNullable<Handlers['updateUser']>)(input);
    },
  });
  const { user } = opened;
  await user.click(await screen.findByRole('button', { name: /Editar a José/ }));
  const form = within(await screen.findByRole('dialog'));
  await user.clear(form.getByLabelText('Nivel'));
  await user.type(form.getByLabelText('Nivel'), 'Pepe');
  await user.click(form.getByRole('button', { name: 'Guardar cambios' }));
  const question = within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' }));
  return { ...opened, adminData, given, question, level: () => adminData.accounts[0]?.level };
}

describe('an act that needs a recent login', () => {
  it('asks for the password, and is done once that is right', async () => {
    const { user, question, given, level, calls } = await editWith();
    await user.type(question.getByLabelText('Contraseña'), 'no');
    await user.click(question.getByRole('button', { name: 'Continuar' }));
    expect(await question.findByText('No es.')).toBeTruthy();
    expect(level()).not.toBe('Pepe');
    await user.clear(question.getByLabelText('Contraseña'));
    await user.type(question.getByLabelText('Contraseña'), 'demo1234');
    await user.click(question.getByRole('button', { name: 'Continuar' }));
    await waitFor(() => expect(level()).toBe('Pepe'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(given).toMatchObject([{ password: 'no' }, { password: 'demo1234' }]);
    expect(calls.filter((name) => name === 'updateUser')).toHaveLength(2);
  });

  it('asks people with a second factor for a code', async () => {
    const { user, question, given, level } = await editWith({ isActive: true });
    await user.type(question.getByLabelText(/Código/), '123456');
    await user.click(question.getByRole('button', { name: 'Continuar' }));
    await waitFor(() => expect(level()).toBe('Pepe'));
    expect(given).toMatchObject([{ code: '123456' }]);
  });

  it('is not done when the question is closed, and its form keeps what was typed', async () => {
    const { user, question, given, level, calls } = await editWith();
    await user.click(question.getByRole('button', { name: 'Cancelar' }));
    const form = within(await screen.findByRole('dialog'));
    expect(await form.findByText(SENTENCE)).toBeTruthy();
    expect((form.getByLabelText('Nivel') as HTMLInputElement).value).toBe('Pepe');
    expect(level()).not.toBe('Pepe');
    expect(given).toEqual([]);
    expect(calls.filter((name) => name === 'updateUser')).toHaveLength(1);
  });
});

describe('the transport', () => {
  const request: WireRequest = { method: 'POST', path: '/api/x', effect: 'writes' };
  const refused = { status: 403, body: { code: 'session.notRecent' } };

  it('asks once for calls at the same time, and repeats each once even if it is refused again', async () => {
    const check = createIdentityCheck();
    let sent = 0;
    const send = withIdentityCheck(async () => {
      sent += 1;
      return refused;
    }, check);
    const both = [send(request), send(request)];
    await waitFor(() => expect(check.isAsking()).toBe(true));
    check.settle(true);
    expect(await Promise.all(both)).toEqual([refused, refused]);
    expect([sent, check.isAsking()]).toEqual([4, false]);
  });

  it('asks nobody about a call that the page makes on its own', async () => {
    const check = createIdentityCheck();
    const send = withIdentityCheck(async () => refused, check);
    expect(await send({ ...request, isBackground: true })).toEqual(refused);
    expect(check.isAsking()).toBe(false);
  });
});
