import type { Endpoints, Reply } from '@bitacora/core/contract';
import { calendarDate } from '@bitacora/core/domain/calendar';
import type { Holiday } from '@bitacora/core/domain/holidays';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { complaints } from './complaints.ts';
import { aCompany, employee, manager, now } from './fake-company.ts';
import { type Handlers, Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

type FailedDigest = Reply<Endpoints['listFailedNotifications']>['failed'][number];

const done = { success: true } as const;
const uuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const aFailedDigest = (n: number, overrides: Partial<FailedDigest> = {}): FailedDigest => ({
  id: uuid(n),
  kinds: ['dueTomorrow', 'overdue'],
  recipientName: 'Ñusta Zárate',
  recipientEmail: 'nusta@demo.mx',
  activityIds: [101, 102],
  failure: 'refused',
  reason: 'El servidor de correo la rechazó.',
  detail: '550 no such user',
  failedAt: now,
  tries: 1,
  ...overrides,
});
const christmas: Holiday = { day: calendarDate('2026-12-25'), name: 'Navidad' };
const newYear: Holiday = { day: calendarDate('2027-01-01'), name: 'Año Nuevo' };

interface StoredRows {
  failed: FailedDigest[];
  holidays: Holiday[];
}

function open(parts: Partial<StoredRows> = {}, extra: Handlers = {}, address = '/Admin_Notices') {
  const rows: StoredRows = { failed: [], holidays: [christmas, newYear], ...parts };
  const app = openScreen(address, aCompany({ user: manager }), {
    listFailedNotifications: () => ({ ...done, total: rows.failed.length, sent: 312, lastSentAt: now, failed: rows.failed }),
    resendNotifications: ({ ids }) => {
      rows.failed = rows.failed.filter(({ id }) => !ids.includes(id));
      return { ...done, count: ids.length };
    },
    listHolidays: () => rows.holidays,
    saveHoliday: ({ day, name }) => {
      rows.holidays = [...rows.holidays.filter((holiday) => holiday.day !== day), { day, name }];
      return done;
    },
    removeHoliday: ({ day }) => {
      rows.holidays = rows.holidays.filter((holiday) => holiday.day !== day);
      return done;
    },
    ...extra,
  });
  return { ...app, rows };
}
const openHolidays = () => open({}, {}, '/Admin_Holidays');
const dialog = async () => within(await screen.findByRole('dialog'));

it('says that all notifications arrived', async () => {
  open();
  expect(await screen.findByText('Ningún aviso falló')).toBeTruthy();
  expect(await screen.findByText('312')).toBeTruthy();
  expect(screen.getByText(/^\d{2}:\d{2}$/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Enviar todos de nuevo' })).toBeNull();
});

it('says the recipient, the activity and the reason of a notification that did not arrive', async () => {
  open({ failed: [aFailedDigest(1)] });
  const region = within(await screen.findByRole('region', { name: 'Avisos que no llegaron' }));
  for (const text of [
    'Ñusta Zárate',
    'nusta@demo.mx',
    'Vence hoy o mañana, Con retraso · Folios 101, 102',
    'El servidor de correo la rechazó.',
  ])
    expect(await region.findByText(text)).toBeTruthy();
  expect(region.getByText('550 no such user')).toBeTruthy();
  expect(await screen.findByText('1 aviso no llegó')).toBeTruthy();
  expect(await complaints()).toEqual([]);
});

it('sends one again, or all of them', async () => {
  const { user, rows } = open({ failed: [aFailedDigest(1), aFailedDigest(2, { recipientName: 'Iñaki Peña' }), aFailedDigest(3)] });
  await user.click(await screen.findByRole('button', { name: 'Enviar de nuevo a Iñaki Peña' }));
  expect(await screen.findByText('Se enviará 1 aviso.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Iñaki Peña')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Enviar todos de nuevo' }));
  expect(await screen.findByText('Se enviarán 2 avisos.')).toBeTruthy();
  expect(rows.failed).toEqual([]);
});

it('keeps what could not be sent again, and says why', async () => {
  const resendNotifications = () => {
    throw new Refusal(409, 'notification.notFailed', 'Ese aviso ya no está entre los que no llegaron.');
  };
  const { user } = open({ failed: [aFailedDigest(1)] }, { resendNotifications });
  await user.click(await screen.findByRole('button', { name: 'Enviar de nuevo a Ñusta Zárate' }));
  expect((await screen.findByRole('alert')).textContent).toContain('ya no está entre los que no llegaron');
});

it('shows the days of rest a year at a time', async () => {
  const { user } = openHolidays();
  expect(await screen.findByText('Navidad')).toBeTruthy();
  expect(screen.queryByText('Año Nuevo')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Año siguiente' }));
  expect(await screen.findByText('Año Nuevo')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Año siguiente' }));
  expect(await screen.findByText('No hay días inhábiles en 2028.')).toBeTruthy();
});

it('adds a day, and shows its year', async () => {
  const { user, rows } = openHolidays();
  await user.click(await screen.findByRole('button', { name: 'Agregar día' }));
  const form = await dialog();
  await waitFor(() => expect(form.getByLabelText<HTMLInputElement>('Fecha').disabled).toBe(false));
  await user.click(form.getByRole('button', { name: 'Agregar día' }));
  expect(await form.findAllByText('Este campo es obligatorio.')).toHaveLength(2);
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Fecha')));
  await user.type(form.getByLabelText('Fecha'), '02/11/2027{Tab}');
  await user.type(form.getByLabelText('Nombre'), 'Día de Muertos');
  await user.click(form.getByRole('button', { name: 'Agregar día' }));
  expect(await screen.findByText('Día inhábil agregado.')).toBeTruthy();
  expect(rows.holidays.at(-1)).toEqual({ day: '2027-11-02', name: 'Día de Muertos' });
  expect(await screen.findByText('Día de Muertos')).toBeTruthy();
});

it('renames a day, and takes one away after asking', async () => {
  const { user, rows } = openHolidays();
  await user.click(await screen.findByRole('button', { name: 'Cambiar el nombre del viernes 25 de diciembre' }));
  const form = await dialog();
  await user.clear(form.getByLabelText('Nombre'));
  await user.type(form.getByLabelText('Nombre'), 'Nochebuena y Navidad');
  await user.click(form.getByRole('button', { name: 'Guardar cambios' }));
  expect(await screen.findByText('Nochebuena y Navidad')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Quitar el viernes 25 de diciembre' }));
  const question = await dialog();
  expect(await complaints()).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Sí, quitar' }));
  expect(await screen.findByText('Día inhábil quitado.')).toBeTruthy();
  expect(rows.holidays).toEqual([newYear]);
});

it.each([
  ['/Admin_Notices', 'Envíos'],
  ['/Admin_Holidays', 'Días inhábiles'],
])('%s is kept from an employee, menu included', async (path, entry) => {
  const { address } = openScreen(path, aCompany({ user: employee }));
  await waitFor(() => expect(address()).toBe('/Home'));
  expect(screen.queryAllByRole('link', { name: entry })).toEqual([]);
});

it('says beside the date that a deadline falls on a day of rest, and takes it all the same', async () => {
  const { user } = openScreen('/Record_new_activity', aCompany());
  await user.type(await screen.findByLabelText('Fecha de Finalización'), '25/12/2026{Tab}');
  expect(await screen.findByText('El viernes 25 de diciembre es inhábil: Navidad.')).toBeTruthy();
  expect(screen.getByLabelText('Fecha de Finalización').getAttribute('aria-describedby')).toBeTruthy();
});

it('lists the channels in which a topic is announced, and ends one after asking', async () => {
  const channel = { id: 4, topicId: 2, topic: 'Producción', service: 'slack' as const, displayName: 'produccion' };
  let channels = [{ ...channel, firstName: 'Marta', lastName: 'Ríos', startedAt: new Date('2026-11-20T18:00:00Z') }];
  const { user } = open(
    {},
    {
      listTopicChannels: () => channels,
      removeTopicChannel: ({ channelId }) => {
        channels = channels.filter(({ id }) => id !== channelId);
        return done;
      },
    },
  );
  const region = within(await screen.findByRole('region', { name: 'Temas que se avisan en un canal' }));
  expect(await region.findByText('produccion, en Slack')).toBeTruthy();
  expect(region.getByText(/Lo pidió Marta Ríos/)).toBeTruthy();
  expect(await complaints()).toEqual([]);
  await user.click(region.getByRole('button', { name: 'Dejar de avisar de Producción en produccion' }));
  await user.click((await dialog()).getByRole('button', { name: 'Sí, dejar de avisar' }));
  expect(await screen.findByText('Ya no se avisará en ese canal.')).toBeTruthy();
  expect(await region.findByText('Ningún canal todavía. Por ejemplo, escribe «tema Mejora continua» en el canal.')).toBeTruthy();
});
