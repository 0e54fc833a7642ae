import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { version } from '../../package.json';
import { aCompany, employee, manager } from './fake-company.ts';
import { openScreen } from './open-screen.tsx';

const menu = async () => within((await screen.findAllByRole('navigation', { name: 'Menú principal' }))[0] as HTMLElement);
const entries = async () => (await menu()).getAllByRole('link').map((link) => link.textContent);

const own = ['Registrar nueva actividad', 'Consultar pendientes', 'Historial finalizadas'];

it('leads managers to administration and reports, and everybody to their own work', async () => {
  openScreen('/My_Activities', aCompany({ user: manager }));
  expect(await entries()).toEqual([
    'Inicio',
    'Avisos',
    'Solicitudes',
    'Usuarios',
    'Registrar Temas',
    'Asignación tema externo',
    'Asignar Actividad',
    'Días inhábiles',
    'Envíos',
    'Por verificar',
    'Actividades asignadas',
    'Pendientes globales',
    'Finalizadas globales',
    'Puntualidad',
    ...own,
  ]);
  for (const title of ['Administración', 'Reportes de Actividades', 'Mis Actividades'])
    expect((await menu()).getByText(title)).toBeTruthy();
});

it('leads an employee to Home and their own work alone', async () => {
  openScreen('/My_Activities', aCompany({ user: employee }));
  expect(await entries()).toEqual(['Inicio', 'Avisos', 'Solicitudes', ...own]);
});

it('keeps the place one is at in sight, in browsers too that answer a promise for it', async () => {
  const titles: string[] = [];
  const before = Element.prototype.scrollIntoView;
  onTestFinished(() => {
    Element.prototype.scrollIntoView = before;
  });
  Element.prototype.scrollIntoView = function (this: Element) {
    titles.push(this.textContent ?? '');
    return Promise.resolve() as never;
  };
  const { user } = openScreen('/My_Activities', aCompany());
  await user.click((await menu()).getByRole('link', { name: 'Historial finalizadas' }));
  await user.click((await menu()).getByRole('link', { name: 'Consultar pendientes' }));
  await waitFor(() => expect(titles.at(-1)).toBe('Consultar pendientes'));
  expect(await screen.findByRole('heading', { name: /^REGISTRO DE MIS ACTIVIDADES PENDIENTES/ })).toBeTruthy();
});

it('narrows and widens', async () => {
  const { user } = openScreen('/My_Activities', aCompany());
  await user.click(await screen.findByRole('button', { name: 'Reducir menú' }));
  expect(document.querySelector('.shell')?.getAttribute('data-wide')).toBe('false');
  await user.click(screen.getByRole('button', { name: 'Ensanchar menú' }));
  expect(document.querySelector('.shell')?.getAttribute('data-wide')).toBe('true');
});

it('keeps the theme in this browser, and ends the session', async () => {
  const { user, address } = openScreen('/My_Activities', aCompany());
  await user.click((await screen.findAllByRole('button', { name: 'Modo oscuro' }))[0] as HTMLElement);
  expect(localStorage.getItem('theme')).toBe('dark');
  await user.click(screen.getAllByRole('button', { name: 'Modo claro' })[0] as HTMLElement);
  expect(localStorage.getItem('theme')).toBe('light');
  await user.click(screen.getAllByRole('button', { name: 'Cerrar sesión' })[0] as HTMLElement);
  await waitFor(() => expect(address()).toBe('/'));
});

it('has the version and whom to write to at its foot', async () => {
  openScreen('/My_Activities', aCompany());
  expect(await screen.findByText(`Versión ${version}`)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Contacto' }).getAttribute('href')).toBe('mailto:soporte@demo.mx');
});
