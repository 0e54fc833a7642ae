import { ownAddress } from '@bitacora/core/domain/account/account';
import { refusalSentence } from '@bitacora/core/messages/refusals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { forgetHash, keepHash, restoreHash } from '../src/app/route-guards.ts';
import { forgetDrafts } from '../src/layout/log-out.tsx';
import { aCompany, anActivity, answersOf, today } from './fake-company.ts';
import { Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

const nobody = () => aCompany({ user: null, activities: [anActivity()] });
const fill = async ({ user }: ReturnType<typeof openScreen>, email: string, password: string) => {
  if (email) await user.type(await screen.findByLabelText('Correo electrónico'), email);
  if (password) await user.type(await screen.findByLabelText('Contraseña'), password);
  await user.click(await screen.findByRole('button', { name: 'Entrar' }));
};

it('leads to Home', async () => {
  const app = openScreen('/', nobody());
  await fill(app, 'empleado@demo.mx', 'demo1234');
  expect(await screen.findByText('Buenas tardes, José')).toBeTruthy();
  expect(app.address()).toBe('/Home');
});

it('asks nothing of the server while the fields are wrong, and says which', async () => {
  const app = openScreen('/', nobody());
  await fill(app, '', '123');
  const email = screen.getByLabelText('Correo electrónico');
  expect(await screen.findByText('El correo electrónico es requerido.')).toBeTruthy();
  expect(screen.getByText('La contraseña debe tener al menos 6 caracteres.')).toBeTruthy();
  expect(document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent).toBe('El correo electrónico es requerido.');
  expect(app.calls).not.toContain('logIn');
});

it('says that the pair is wrong', async () => {
  const app = openScreen('/', nobody(), {
    logIn: () => {
      throw new Refusal(401, 'credentials.wrong', 'Usuario o Contraseña incorrectas');
    },
  });
  await fill(app, 'empleado@demo.mx', 'otra1234');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Usuario o Contraseña incorrectas');
  expect(alert.textContent).toContain('Por favor valide sus datos de acceso.');
});

it('asks for the code of the second factor after the password, and for a recovery code where the phone is lost', async () => {
  const company = nobody();
  const inputs: unknown[] = [];
  const { logIn } = answersOf(company);
  const app = openScreen('/', company, {
    ...answersOf(company),
    logIn: (input) => {
      const { email, password, code, trustsDevice } = input;
      inputs.push({ email, password, code, trustsDevice });
      if (input.code === undefined) throw new Refusal(403, 'secondFactor.required', refusalSentence({ code: 'secondFactor.required' }));
      if (input.code === '000000') throw new Refusal(400, 'secondFactor.wrong', 'No es válido.', { code: 'No es válido.' });
      if (!logIn) throw new Error('no logIn');
      return logIn(input);
    },
  });
  const { user } = app;
  await fill(app, 'empleado@demo.mx', 'demo1234');
  await user.type(await screen.findByLabelText('Código de seis dígitos'), '000000');
  await user.click(screen.getByRole('button', { name: 'Entrar' }));
  expect(await screen.findByText('No es válido.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Usar un código de recuperación' }));
  await user.type(screen.getByLabelText('Código de recuperación'), 'K7QXM-AB2CD-EFGHJ');
  await user.click(screen.getByLabelText('No pedirlo en este equipo durante 30 días'));
  await user.click(screen.getByRole('button', { name: 'Entrar' }));
  await waitFor(() => expect(app.address()).toBe('/Home'));
  const proof = { email: 'empleado@demo.mx', password: 'demo1234' };
  expect(inputs).toEqual([
    proof,
    { ...proof, code: '000000', trustsDevice: false },
    { ...proof, code: 'K7QXM-AB2CD-EFGHJ', trustsDevice: true },
  ]);
});

it('says how long to wait, and that a reset spares the wait', async () => {
  const app = openScreen('/', nobody(), {
    logIn: () => {
      throw new Refusal(429, 'credentials.wait', refusalSentence({ code: 'credentials.wait', retryAfterSeconds: 90 }));
    },
  });
  await fill(app, 'empleado@demo.mx', 'demo1234');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Espera antes de volver a intentarlo');
  expect(alert.textContent).toContain('Espera 2 min y vuelve a intentarlo, o restablece tu contraseña');
});

it('sends an inactive person to the administrator', async () => {
  const app = openScreen('/', nobody(), {
    logIn: () => {
      throw new Refusal(403, 'user.inactive', 'Usuario inactivo');
    },
  });
  await fill(app, 'empleado@demo.mx', 'demo1234');
  expect((await screen.findByRole('alert')).textContent).toContain('Por favor, contacte al administrador.');
});

it('keeps a deep link through the login', async () => {
  const app = openScreen('/Consult_My_Activity/101', nobody());
  await waitFor(() => expect(app.address()).toBe('/?next=%2FConsult_My_Activity%2F101'));
  await fill(app, 'empleado@demo.mx', 'demo1234');
  await waitFor(() => expect(app.address()).toBe('/Consult_My_Activity/101'));
});

it('never leads to another site, as the server judges it too', async () => {
  const { readDestination } = await import('../src/app/route-guards.ts');
  const origin = 'https://bitacora.example';
  const others = ['//mal.example', 'https://mal.example', '/\\mal.example', '/x/..//mal.example', '/.//mal.example', '//['];
  for (const next of [...others, '/', '/Consult_My_Activity/101?act=start', '/x/../Home'])
    expect([next, readDestination(new URL(`${origin}/?next=${encodeURIComponent(next)}`))]).toEqual([
      next,
      ownAddress(next, origin) ?? '/Home',
    ]);
  for (const next of others) expect(ownAddress(next, origin), next).toBeNull();
});

it('resets a password with the token from the mail', async () => {
  const given: unknown[] = [];
  const done = { success: true } as const;
  const app = openScreen('/', nobody(), {
    requestPasswordReset: () => done,
    checkResetToken: () => done,
    resetPassword: (input) => {
      given.push(input);
      return done;
    },
  });
  const { user } = app;
  await user.click(await screen.findByRole('button', { name: '¿Olvidaste tu contraseña?' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(dialog.querySelector('input') as HTMLElement, 'empleado@demo.mx');
  await user.click(screen.getByRole('button', { name: 'Enviar token' }));
  expect(await screen.findByText('Correo enviado correctamente. Revisa tu bandeja de entrada.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Restablecer contraseña' }));
  expect(await screen.findByText('Por favor, ingrese un token válido.')).toBeTruthy();
  expect(screen.getByText(/debe tener entre 8 y 16 caracteres/)).toBeTruthy();
  await user.type(screen.getByLabelText('Token'), 'abc123');
  await user.type(screen.getByLabelText('Nueva contraseña'), 'Nueva clave 1');
  await user.type(screen.getByLabelText('Confirma la nueva contraseña'), 'otra');
  await user.click(screen.getByRole('button', { name: 'Restablecer contraseña' }));
  expect(await screen.findByText('Las contraseñas no coinciden.')).toBeTruthy();
  await user.clear(screen.getByLabelText('Confirma la nueva contraseña'));
  await user.type(screen.getByLabelText('Confirma la nueva contraseña'), 'Nueva clave 1');
  await user.click(screen.getByRole('button', { name: 'Restablecer contraseña' }));
  expect(await screen.findByText('Su contraseña ha sido restablecida exitosamente.')).toBeTruthy();
  expect(given).toEqual([expect.objectContaining({ email: 'empleado@demo.mx', token: 'abc123', password: 'Nueva clave 1' })]);
});

it('opens the reset with email and token of a mailed link', async () => {
  openScreen('/#email=empleado%40demo.mx&token=abc123', nobody());
  expect((await screen.findByLabelText<HTMLInputElement>('Token')).value).toBe('abc123');
  expect(within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>('Correo electrónico').value).toBe('empleado@demo.mx');
});

it('lets a dead link be followed by a new token, and forgets it once the dialog closes', async () => {
  const { user } = openScreen('/#email=empleado%40demo.mx&token=abc123', nobody());
  await user.click(await screen.findByRole('button', { name: 'Pedir otro token' }));
  expect(await screen.findByRole('button', { name: 'Enviar token' })).toBeTruthy();
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cerrar' }));
  await user.click(await screen.findByRole('button', { name: '¿Olvidaste tu contraseña?' }));
  expect(await screen.findByRole('button', { name: 'Enviar token' })).toBeTruthy();
});

it('opens a mailed link with and without a login', async () => {
  window.history.replaceState(null, '', '/#email=empleado%40demo.mx&token=abc123');
  onTestFinished(() => window.history.replaceState(null, '', '/'));
  openScreen('/#email=empleado%40demo.mx&token=abc123', aCompany());
  expect((await screen.findByLabelText<HTMLInputElement>('Token')).value).toBe('abc123');
});

const companyLogin = { label: 'Entrar con Microsoft', url: 'https://bitacora.example/api/oidc/login' };
const withCompanyLogin = (address: string, allowsPasswords: boolean, isDemo = false) => {
  const company = nobody();
  const readSession = () => ({
    success: true as const,
    user: null,
    today,
    zone: 'America/Mexico_City',
    isDemo,
    isDemoExposed: false,
    contactUrl: '',
    needsFirstRun: false,
    allowsPasswords,
    companyLogin,
    isSecondFactorDue: false,
  });
  return openScreen(address, company, { ...answersOf(company), readSession });
};

it('offers the company account beside the password, and leads on to the page that was asked for', async () => {
  withCompanyLogin('/?next=%2FMy_Activities', true);
  const link = await screen.findByRole('link', { name: 'Entrar con Microsoft' });
  expect(link.getAttribute('href')).toBe('https://bitacora.example/api/oidc/login?next=%2FMy_Activities');
  expect(screen.getByLabelText('Contraseña')).toBeTruthy();
});

it('offers the company account alone where passwords are off, but to who asks for the password form', async () => {
  withCompanyLogin('/', false);
  expect(await screen.findByRole('link', { name: 'Entrar con Microsoft' })).toBeTruthy();
  expect(screen.queryByLabelText('Contraseña')).toBeNull();
  cleanup();
  withCompanyLogin('/?password', false);
  expect(await screen.findByLabelText('Contraseña')).toBeTruthy();
});

it('names the people of the demo company, and their password only where passwords are on', async () => {
  for (const [address, allowsPasswords] of [
    ['/', true],
    ['/', false],
    ['/?password', false],
  ] as const) {
    withCompanyLogin(address, allowsPasswords, true);
    const hint = await screen.findByText(/^Empresa de demostración: gerente@demo\.mx/);
    expect([address, hint.textContent?.includes('demo1234')]).toEqual([address, allowsPasswords]);
    cleanup();
  }
});

it('says why the company account was refused, and nothing of a reason that it does not know', async () => {
  withCompanyLogin('/?company_login=unknownPerson', false);
  expect((await screen.findByRole('alert')).textContent).toContain('Nadie en Bitácora tiene el correo de la cuenta con la que entraste.');
  cleanup();
  withCompanyLogin('/?company_login=constructor', false);
  await screen.findByRole('link', { name: 'Entrar con Microsoft' });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('keeps the hash of a link in this tab while the company account is asked for, and puts it back once', () => {
  const at = (address: string) => window.history.replaceState(null, '', address);
  at('/?next=%2FEdit_Profile#chat_link=secreto');
  keepHash('/Edit_Profile');
  at('/?next=%2FEdit_Profile&company_login=denied');
  restoreHash();
  keepHash('/Edit_Profile'); // the second try, without the hash
  expect(window.location.hash).toBe('');
  at('/Edit_Profile');
  restoreHash();
  expect(window.location.hash).toBe('#chat_link=secreto');
  at('/Edit_Profile');
  restoreHash();
  expect(window.location.hash).toBe('');
  at('/');
});

it('keeps no hash but that of a chat, and none after a login or a logout', async () => {
  const at = (address: string) => window.history.replaceState(null, '', address);
  at('/#email=ana%40demo.mx&token=secreto');
  keepHash('/Home');
  expect(sessionStorage).toHaveLength(0);
  const openHome = () => {
    at('/Home');
    restoreHash();
  };
  for (const leave of [forgetHash, () => forgetDrafts(1), openHome]) {
    at('/?next=%2FEdit_Profile#chat_link=secreto');
    keepHash('/Edit_Profile');
    expect(sessionStorage).toHaveLength(1);
    void leave();
    expect([sessionStorage.length, window.location.hash.includes('secreto')]).toEqual([0, window.location.pathname === '/']);
  }
  at('/');
});
