import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Notification } from '../src/notifications/notification-rows.tsx';
import { aCompany, anActivity, aRequest, employee, manager, now, type WorkRequest } from './fake-company.ts';
import { type Handlers, Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

const DAY_MS = 86_400_000;
const a = (id: number, overrides: Partial<Notification> = {}): Notification => ({
  id,
  kind: 'commented',
  activityId: 101,
  historyId: id,
  description: 'Conciliar el inventario del almacén norte',
  topic: 'Inventarios',
  status: 'in_progress',
  daysLeft: 3,
  ownerName: manager.name,
  assigneeName: employee.name,
  actorName: manager.name,
  note: 'Falta la foto del anaquel.',
  isVisible: true,
  createdAt: now,
  readAt: null,
  ...overrides,
});

/** A server of these notifications, newest first. */
function bell(list: Notification[]): Handlers {
  const unread = () => list.filter(({ readAt }) => readAt === null).length;
  return {
    listOwnNotifications: ({ before = Number.POSITIVE_INFINITY, limit = 200 } = {}) => ({
      success: true,
      unread: unread(),
      notifications: list.filter(({ id }) => id < before).slice(0, limit),
    }),
    markNotificationsRead: ({ ids, activityId, all }) => {
      const marked = list.filter((one) => !one.readAt && (all || ids?.includes(one.id) || one.activityId === activityId));
      for (const one of marked) one.readAt = now;
      return { success: true, count: marked.length };
    },
  };
}
const menuItem = async () => (await screen.findAllByRole('link', { name: /^Avisos/ }))[0] as HTMLElement;

it('groups what happened by day, with what was said, and marks the unread', async () => {
  const list = [
    a(3),
    a(2, { kind: 'assigned', note: null, createdAt: new Date(now.getTime() - DAY_MS), readAt: now }),
    a(1, { kind: 'overdue', actorName: null, note: null, createdAt: new Date(now.getTime() - 5 * DAY_MS), readAt: now }),
  ];
  openScreen('/Notifications', aCompany(), bell(list));
  const today = within(await screen.findByRole('region', { name: 'Hoy' }));
  expect(today.getByText(/comentó una actividad/).textContent).toBe('Sin leer: Mariana Núñez Ibáñez comentó una actividad');
  expect(today.getByText('Falta la foto del anaquel.')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Ayer' })).getByText(/te asignó una actividad/).textContent).not.toContain('Sin leer');
  expect(screen.getByRole('region', { name: 'domingo 15 de noviembre' })).toBeTruthy();
  await waitFor(async () => expect(within(await menuItem()).getByRole('img', { name: '1 sin leer' })).toBeTruthy());
});

it('a row opens its activity and is read then', async () => {
  const list = [a(3)];
  const { user, address } = openScreen('/Notifications', aCompany({ activities: [anActivity()] }), bell(list));
  await user.click(await screen.findByRole('link', { name: /comentó una actividad/ }));
  await waitFor(() => expect(address()).toBe('/Consult_My_Activity/101'));
  await waitFor(() => expect(list[0]?.readAt).toEqual(now));
});

it('a look at the activity reads its notifications too, however one came there', async () => {
  const list = [a(3), a(2, { kind: 'assigned' })];
  openScreen('/Consult_My_Activity/101', aCompany({ activities: [anActivity()] }), bell(list));
  await waitFor(() => expect(list.map(({ readAt }) => readAt)).toEqual([now, now]));
});

it('is read when one opens it, although one leaves before its page has come', async () => {
  const list = [a(3)];
  const { user, go } = openScreen('/Notifications', aCompany({ activities: [] }), {
    ...bell(list),
    readActivity: () => new Promise<never>(() => {}),
  });
  await user.click(await screen.findByRole('link', { name: /comentó una actividad/ }));
  await go('/My_Activities');
  await waitFor(() => expect(list[0]?.readAt).toEqual(now));
});

it('an act on several activities is one row that names them all, each with its page where one may open it', async () => {
  const others = Array.from({ length: 9 }, (_, at) => ({
    activityId: 102 + at,
    description: `Trabajo ${at}`,
    topic: 'Inventarios',
    status: at === 0 ? ('in_progress' as const) : null,
    assigneeName: employee.name,
    isVisible: at === 0,
  }));
  const list = [a(3, { kind: 'reassigned', others })];
  const { user, address } = openScreen('/Notifications', aCompany({ activities: [anActivity({ id: 102 })] }), bell(list));
  expect((await screen.findByText(/dio 10 actividades tuyas a otra persona/)).textContent).toContain(manager.name);
  await user.click(screen.getByRole('button', { name: '5 actividades más' }));
  for (const { activityId, description } of others) expect(screen.getByText(`${activityId} · ${description}`)).toBeTruthy();
  expect(screen.queryByRole('link', { name: '103 · Trabajo 1' })).toBeNull();
  await user.keyboard('j');
  while (document.activeElement?.textContent !== '102 · Trabajo 0') await user.keyboard('j');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/Consult_My_Activity/102'));
  await waitFor(() => expect(list[0]?.readAt).toEqual(now));
});

it('work that was given away keeps its name, and leads nowhere', async () => {
  openScreen('/Notifications', aCompany(), bell([a(3, { kind: 'reassigned', status: null, isVisible: false })]));
  expect(await screen.findByText('Conciliar el inventario del almacén norte')).toBeTruthy();
  expect(screen.getByText('Folio 101 · Inventarios · Ya no puedes consultarla')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /dio una actividad tuya/ })).toBeNull();
});

it('marks all as read and says so', async () => {
  const { user } = openScreen('/Notifications', aCompany(), bell([a(3), a(2)]));
  await user.click(await screen.findByRole('button', { name: 'Marcar todo como leído' }));
  expect(await screen.findByText('Todo leído', { selector: '[data-pc-section="summary"]' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Marcar todo como leído' })).toBeNull());
});

it('what comes while one looks is there by itself, and in the menu on every screen', async () => {
  const list = [a(3, { readAt: now })];
  const { streams } = openScreen('/My_Activities', aCompany(), bell(list));
  await screen.findByText('No tienes actividades pendientes.');
  await streams.accept();
  list.unshift(a(4));
  await streams.notify();
  await waitFor(async () => expect(within(await menuItem()).getByRole('img', { name: '1 sin leer' })).toBeTruthy());
});

it('says what will come where there is nothing yet, and offers another try where it fails', async () => {
  openScreen('/Notifications', aCompany(), bell([]));
  expect(await screen.findByText(/No tienes avisos de los últimos 30 días/)).toBeTruthy();
  openScreen('/Notifications', aCompany(), {
    listOwnNotifications: () => {
      throw new Refusal(503, 'database.away', 'La base de datos no responde.');
    },
  });
  expect(await screen.findByText('La base de datos no responde.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeTruthy();
});

it('offers older ones fifty at a time', async () => {
  const { user } = openScreen('/Notifications', aCompany(), bell(Array.from({ length: 60 }, (_, at) => a(100 - at))));
  const rows = () => screen.getAllByRole('link', { name: /comentó una actividad/ }).length;
  await user.click(await screen.findByRole('button', { name: 'Ver más avisos' }));
  await waitFor(() => expect(rows()).toBe(60));
  expect(screen.queryByRole('button', { name: 'Ver más avisos' })).toBeNull();
});

it('leads from the notification of an import to the list, and to the activity where one came or a substitute reads it', async () => {
  const imported = { kind: 'assigned', note: 'lista.xlsx, fila 2' } as const;
  const list = [
    a(3, { ...imported, imported: 40 }),
    a(2, { ...imported, imported: 1, activityId: 102 }),
    a(1, { ...imported, imported: 40, activityId: 103, assigneeName: 'Otra Persona' }),
  ];
  openScreen('/Notifications', aCompany(), bell(list));
  const rows = within(await screen.findByRole('region', { name: 'Hoy' })).getAllByRole('link');
  expect(rows.map((row) => row.getAttribute('href')?.replace(/^.*\/(?=[^/]+$)/, ''))).toEqual(['My_Activities', '102', '103']);
  expect(rows[0]?.textContent).toContain('Se importaron 40 actividades a tu nombre');
  expect(rows[0]?.textContent).toContain('La más urgente: Conciliar');
  expect(rows[1]?.textContent).toContain('Se importó una actividad a tu nombre');
  expect(rows[2]?.textContent).toContain('te asignó una actividad');
});

it('names what came of a request, and leads there', async () => {
  const about = (id: number, kind: Notification['kind'], request: WorkRequest) =>
    a(id, { kind, activityId: null, historyId: null, status: null, note: null, description: request.text, request });
  const answered = { decidedById: manager.id, decidedByName: manager.name };
  const list = [
    about(3, 'requestReceived', aRequest()),
    about(2, 'requestAnswered', aRequest({ state: 'declined', ...answered, reason: 'Se cambia en enero.' })),
    about(1, 'requestClosed', aRequest({ state: 'accepted', ...answered, activityId: 101, activityStatus: 'verified' })),
  ];
  openScreen('/Notifications', aCompany(), bell(list));
  const target = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await target(/José Ángel Peña Villaseñor pide trabajo/)).toBe('/Requests');
  expect(await target(/rechazó tu solicitud.*Se cambia en enero\./)).toBe('/Requests');
  expect(await target(/Se verificó lo que pediste/)).toBe('/Consult_Activitie_Assigned/101');
});
