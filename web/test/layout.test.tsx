import { screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { aCompany, anActivity, manager } from './fake-company.ts';
import { openScreen } from './open-screen.tsx';

const focused = () => [document.activeElement?.tagName, document.activeElement?.textContent];

it('moves the focus to the heading of the screen that a link opens', async () => {
  const { user } = openScreen('/Home', aCompany());
  await user.click(await screen.findByRole('link', { name: 'Historial finalizadas' }));
  await waitFor(() => expect(focused()).toEqual(['H1', expect.stringMatching(/^HISTORIAL DE MIS ACTIVIDADES FINALIZADAS/)]));
});

it('waits for the heading of a screen that is still loading', async () => {
  let answer = () => {};
  const activity = anActivity();
  const { user } = openScreen('/My_Activities', aCompany({ activities: [activity] }), {
    readActivity: () => new Promise((resolve) => (answer = () => resolve(activity))),
  });
  await user.click(await screen.findByRole('link', { name: 'Consultar actividad 101' }));
  await waitFor(() => expect(document.activeElement?.tagName).toBe('MAIN'));
  answer();
  await waitFor(() => expect(focused()).toEqual(['H1', activity.description]));
});

it('leaves the focus alone where the address was typed', async () => {
  openScreen('/My_Activities', aCompany());
  await screen.findByText('No tienes actividades pendientes.');
  expect(document.activeElement).toBe(document.body);
});

it.each([
  ['/Home', 'Inicio · Bitácora'],
  ['/My_Activities', 'Registro de mis actividades pendientes · Bitácora'],
  ['/Consult_Activitie_Assigned/101', 'Consulta de actividad asignada · Bitácora'],
  ['/nada', 'No encontramos esa página · Bitácora'],
])('names the document after the screen at %s', async (address, title) => {
  openScreen(address, aCompany({ user: manager, activities: [anActivity()] }));
  await waitFor(() => expect(document.title).toBe(title));
});

it('comes back to where one was after the login, what is behind the # too', async () => {
  window.history.replaceState(null, '', '/My_Historial_Activities?search=caja#fila');
  onTestFinished(() => window.history.replaceState(null, '', '/'));
  const { user, address, hash } = openScreen('/My_Historial_Activities?search=caja#fila', aCompany({ user: null }));
  await waitFor(() => expect(address()).toBe('/?next=%2FMy_Historial_Activities%3Fsearch%3Dcaja'));
  await user.type(await screen.findByLabelText('Correo electrónico'), 'empleado@demo.mx');
  await user.type(screen.getByLabelText('Contraseña'), 'demo1234');
  await user.click(screen.getByRole('button', { name: 'Entrar' }));
  await waitFor(() => expect(address() + hash()).toBe('/My_Historial_Activities?search=caja#fila'));
});

it('skips to the content', async () => {
  openScreen('/My_Activities', aCompany());
  const skip = await screen.findByRole('link', { name: 'Saltar al contenido' });
  expect(document.querySelector(skip.getAttribute('href') ?? '')?.tagName).toBe('MAIN');
});

it.each([
  ['/Home', manager],
  ['/', null],
])('warns at %s where other machines reach the demo company', async (address, user) => {
  openScreen(address, aCompany({ user, isDemo: true, isDemoExposed: true }));
  expect((await screen.findByRole('note')).textContent).toContain('cualquiera conoce sus contraseñas');
});

it('says to those who look after the server that no mail leaves, because no mail can', async () => {
  openScreen('/Home', aCompany({ user: { ...manager, mailStoppedSince: new Date('2026-11-20T18:00:00Z') } }));
  const note = await screen.findByRole('note');
  expect(note.textContent).toContain('ningún correo sale');
  expect(note.querySelector('a')?.getAttribute('href')).toBe('/Admin_Status');
});

it('shows the demo mark alone on this machine', async () => {
  openScreen('/Home', aCompany({ isDemo: true }));
  await screen.findByText('Empresa de demostración');
  expect(screen.queryByRole('note')).toBeNull();
});
