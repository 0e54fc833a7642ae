import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aCompany, employee, manager, type Session, today } from './fake-company.ts';
import { Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

const session: Session = {
  success: true,
  user: null,
  today,
  zone: 'America/Mexico_City',
  isDemo: false,
  isDemoExposed: false,
  contactUrl: '',
  needsFirstRun: false,
  allowsPasswords: true,
  companyLogin: null,
  isSecondFactorDue: false,
};

it('says why one is here again after the session ended, and nothing of it at a first visit', async () => {
  openScreen('/?next=%2FMy_Activities&ended=1', aCompany({ user: null }));
  expect(await screen.findByText('Tu sesión terminó; lo que escribiste está guardado.')).toBeTruthy();
});

it('comes with that sentence where the session was gone at the next step', async () => {
  const company = aCompany();
  let user: typeof company.user = company.user;
  const { go, address, app } = openScreen('/My_Activities', company, { readSession: () => ({ ...session, user }) });
  await screen.findByText('No tienes actividades pendientes.');
  user = null;
  await app.session.reread();
  await go('/My_Historial_Activities');
  await waitFor(() => expect(address()).toBe('/?next=%2FMy_Historial_Activities&ended=1'));
});

it('says to the other tabs that one logged out', async () => {
  const { user, announced, address } = openScreen('/My_Activities', aCompany());
  await user.click((await screen.findAllByRole('button', { name: 'Cerrar sesión' }))[0] as HTMLElement);
  await waitFor(() => expect(address()).toBe('/'));
  expect(announced).toEqual([employee.id, null]);
  expect(screen.queryByText(/Tu sesión terminó/)).toBeNull();
});

describe('an empty database', () => {
  const fill = async (user: ReturnType<typeof openScreen>['user']) => {
    await user.type(await screen.findByLabelText(/Código del servidor/), 'K7QXM-AAAAA-BBBBB-CCCCC');
    await user.type(screen.getByLabelText(/^Nombre/), 'Ana');
    await user.type(screen.getByLabelText(/^Apellidos/), 'Luna');
    await user.type(screen.getByLabelText(/^Correo electrónico/), 'ana@empresa.mx');
    await user.type(screen.getByLabelText(/^Contraseña/), 'segura 2026');
    await user.click(screen.getByRole('button', { name: 'Crear administrador' }));
  };
  const empty = { ...session, user: null, needsFirstRun: true };

  it('registers its first administrator and opens Home', async () => {
    const company = aCompany({ user: null });
    const inputs: unknown[] = [];
    const { user, address } = openScreen('/', company, {
      readSession: () => (company.user ? { ...session, user: company.user } : empty),
      createFirstAdministrator: (input) => {
        inputs.push(input);
        return { success: true };
      },
    });
    await fill(user);
    await waitFor(() => expect(address()).toBe('/Home'));
    expect(inputs).toMatchObject([{ code: 'K7QXM-AAAAA-BBBBB-CCCCC', firstName: 'Ana', email: 'ana@empresa.mx' }]);
  });

  it('says beside the code that it is the wrong one', async () => {
    const { user, address } = openScreen('/', aCompany({ user: null }), {
      readSession: () => empty,
      createFirstAdministrator: () => {
        throw new Refusal(400, 'input.invalid', 'Revisa los datos.', { code: 'No es el código que imprimió el servidor.' });
      },
    });
    await fill(user);
    expect(await screen.findByText('No es el código que imprimió el servidor.')).toBeTruthy();
    expect(address()).toBe('/');
  });
});

describe('the first steps', () => {
  const developer = { ...manager, kind: 'Desarrollador' };
  const steps = (more: object) => ({
    readFirstSteps: () => ({
      success: true as const,
      hasPeople: false,
      hasTopic: true,
      hasActivity: false,
      hasMailServer: false,
      hasBackup: false,
      ...more,
    }),
  });

  it('are at the Home of who looks after the server, each with its link, and go when dismissed', async () => {
    onTestFinished(() => localStorage.clear());
    const { user } = openScreen('/Home', aCompany({ user: developer }), steps({}));
    const card = within(await screen.findByRole('region', { name: 'Primeros pasos' }));
    expect(card.getByText('1 de 5 hechos')).toBeTruthy();
    expect(card.getByRole('link', { name: /Pendiente: Invita a las personas/ }).getAttribute('href')).toBe('/Admin_Users');
    expect(card.getByRole('link', { name: /Hecho: Registra un tema/ })).toBeTruthy();
    // A company without work shows nothing else.
    expect(screen.queryByRole('region', { name: 'Lo que asignaste' })).toBeNull();
    await user.click(card.getByRole('button', { name: 'No mostrar más' }));
    expect(screen.queryByRole('region', { name: 'Primeros pasos' })).toBeNull();
    expect(await screen.findByRole('region', { name: 'Lo que asignaste' })).toBeTruthy();
  });

  it('stand in order, with the next one marked, and an activity waits for a person and a topic', async () => {
    openScreen('/Home', aCompany({ user: developer }), steps({}));
    const card = within(await screen.findByRole('region', { name: 'Primeros pasos' }));
    const items = card.getAllByRole('listitem');
    const words = [
      'Comprueba el correo',
      'Invita a las personas',
      'Registra un tema',
      'Asigna la primera actividad',
      'Pide el primer respaldo',
    ];
    expect(items.map((item) => words.find((word) => item.textContent?.includes(word)))).toEqual(words);
    expect(items.map(({ dataset }) => dataset.next)).toEqual(['false', 'true', 'false', 'false', 'false']);
    expect(within(items[3] as HTMLElement).queryByRole('link')).toBeNull();
    expect(items[3]?.textContent).toContain('Después de las personas y de un tema.');
    expect(document.body.textContent).not.toMatch(/npm run|SMTP_URL/);
  });

  it.each([
    [{ isMailed: true, problem: null }, 'Correo enviado a ana@empresa.mx'],
    [{ isMailed: false, problem: null }, 'No hay servidor de correo'],
    [{ isMailed: true, problem: 'El servidor de correo no responde.' }, 'El servidor de correo no responde.'],
  ])('send a mail to try: %j', async (reply, said) => {
    const sendTestMail = () => ({ success: true as const, to: 'ana@empresa.mx', ...reply });
    const { user } = openScreen('/Home', aCompany({ user: developer }), { ...steps({ hasMailServer: reply.isMailed }), sendTestMail });
    await user.click(await screen.findByRole('button', { name: 'Enviar correo de prueba' }));
    expect(await screen.findByText(said)).toBeTruthy();
  });

  it.each([
    ['once all is done', developer, { hasPeople: true, hasActivity: true, hasMailServer: true, hasBackup: true }],
    ['for a manager', manager, {}],
  ])('are not there %s', async (_, person, more) => {
    openScreen('/Home', aCompany({ user: person }), steps(more));
    await screen.findByRole('region', { name: 'Lo que asignaste' });
    await screen.findByText('No tienes actividades pendientes.');
    expect(screen.queryByRole('region', { name: 'Primeros pasos' })).toBeNull();
  });
});

it('without topics a manager is led to register one, and an employee asks for it', async () => {
  const none = { listMyTopics: () => [] };
  openScreen('/Record_new_activity', aCompany({ user: manager }), none);
  const step = await screen.findByText(/Todavía no hay temas/);
  expect(within(step).getByRole('link', { name: 'Registrar Temas' }).getAttribute('href')).toBe('/Admin_Projects');
  expect(screen.queryByText(/Pide a tu supervisor/)).toBeNull();
});
