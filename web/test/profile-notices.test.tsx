import type { Endpoints, Reply } from '@bitacora/core/contract';
import { chosenKinds, completePreferences, type Preference } from '@bitacora/core/domain/notifications/notification';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { complaints } from './complaints.ts';
import { aCompany, employee, now } from './fake-company.ts';
import { type Handlers, Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

type Link = Reply<Endpoints['listChatLinks']>[number];
type Feed = Reply<Endpoints['readCalendarFeed']>;

const done = { success: true } as const;
const aLink: Link = { id: 6, service: 'slack', workspace: 'demo', displayName: 'jose.pena', linkedAt: now };
const noFeed: Feed = { ...done, createdAt: null, readAt: null };
const own: Reply<Endpoints['readOwnData']> = {
  ...done,
  ...employee,
  firstName: 'José Ángel',
  lastName: 'Peña Villaseñor',
  level: 'Operativo',
  alias: null,
  phone: null,
  workTime: null,
};

interface StoredChoices {
  preferences: Preference[];
  links: Link[];
  feed: Feed;
  devices: number;
}

function openProfile(parts: Partial<StoredChoices> = {}, extra: Handlers = {}, address = '/Edit_Profile#avisos') {
  const choices: StoredChoices = { preferences: completePreferences([]), links: [], feed: noFeed, devices: 0, ...parts };
  const screenOf = openScreen(address, aCompany(), {
    readOwnData: () => own,
    listTokens: () => [],
    listOwnSessions: () => [],
    readSecondFactor: () => ({ success: true, isActive: false, since: null, recoveryCodesLeft: 0, isRequired: false }),
    listChatLinks: () => choices.links,
    listChatEntrances: () => [],
    listPreferences: () => choices.preferences,
    choosePreferences: ({ preferences }) => {
      choices.preferences = completePreferences([...preferences, ...choices.preferences]);
      return done;
    },
    readPush: () => ({ success: true, key: 'k', devices: choices.devices }),
    readCalendarFeed: () => choices.feed,
    createCalendarFeed: () => {
      choices.feed = { ...done, createdAt: now, readAt: null };
      return { ...done, url: 'https://bitacora.demo.mx/api/calendar/secreta.ics' };
    },
    revokeCalendarFeed: () => {
      choices.feed = noFeed;
      return done;
    },
    ...extra,
  });
  return { ...screenOf, choices };
}

const way = (label: string) => screen.findByRole<HTMLInputElement>('switch', { name: label });
const byEmail = 'Por correo: Me asignan una actividad';
const byChat = 'Por chat: Me asignan una actividad';
const preferenceOf = ({ preferences }: StoredChoices) => preferences.find((preference) => preference.kind === 'assigned');
const dialog = async () => within(await screen.findByRole('dialog'));

it('notifies by email unless one chooses otherwise, and keeps at once what one chooses', async () => {
  const { user, choices } = openProfile();
  expect((await way(byEmail)).checked).toBe(true);
  await user.click(await way(byEmail));
  expect(await screen.findByText('Guardado.')).toBeTruthy();
  expect(screen.getByText('No recibirás este aviso.')).toBeTruthy();
  expect(preferenceOf(choices)).toEqual({ kind: 'assigned', byEmail: false, byChat: false, byPush: false });
  expect(choices.preferences.filter((preference) => preference.byEmail)).toHaveLength(chosenKinds.length - 2);
  expect(screen.getByText('Fuera del horario laboral tus avisos esperan.')).toBeTruthy();
  expect(await complaints()).toEqual([]);
});

it('offers chat only to the person who has a chat account linked', async () => {
  openProfile();
  expect((await way(byChat)).disabled).toBe(true);
  expect(screen.getByText('Para recibir avisos por chat, vincula antes una cuenta de chat.')).toBeTruthy();
});

it('offers the figures of the week by email alone, switched off', async () => {
  const { user, choices } = openProfile({ links: [aLink] });
  const weekly = 'Cada lunes, la puntualidad semanal, con un libro de Excel';
  expect((await way(`Por correo: ${weekly}`)).checked).toBe(false);
  expect(screen.queryByRole('switch', { name: `Por chat: ${weekly}` })).toBeNull();
  await user.click(await way(`Por correo: ${weekly}`));
  await waitFor(() => expect(choices.preferences).toContainEqual({ kind: 'weekly', byEmail: true, byChat: false, byPush: false }));
});

it('switches every kind at once in the row above them, except the figures of the week', async () => {
  const { user, choices } = openProfile({
    links: [aLink],
    preferences: completePreferences([{ kind: 'overdue', byEmail: false, byChat: true }]),
  });
  expect((await way('Por correo: Todo')).checked).toBe(false);
  await user.click(await way('Por chat: Todo'));
  await waitFor(() => expect(choices.preferences.filter((preference) => preference.byChat)).toHaveLength(chosenKinds.length - 1));
  expect(choices.preferences).toContainEqual({ kind: 'weekly', byEmail: false, byChat: false, byPush: false });
  expect((await way('Por chat: Todo')).checked).toBe(true);
});

it('says that what was chosen for a chat that is no longer linked comes by email', async () => {
  const { user, choices } = openProfile({ preferences: completePreferences([{ kind: 'assigned', byEmail: false, byChat: true }]) });
  expect(await screen.findByText(/lo que elegiste por chat te llega por correo/)).toBeTruthy();
  await user.click(await way(byChat));
  await waitFor(() => expect(preferenceOf(choices)?.byChat).toBe(false));
});

it('keeps several choices made in a row, in their order', async () => {
  const { user, choices } = openProfile({ links: [aLink] });
  await user.click(await way(byChat));
  await user.click(await way(byEmail));
  await user.click(await way('Por correo: Una actividad tiene retraso'));
  await waitFor(() =>
    expect(choices.preferences.find(({ kind }) => kind === 'overdue')).toEqual({
      kind: 'overdue',
      byEmail: false,
      byChat: false,
      byPush: false,
    }),
  );
  expect(preferenceOf(choices)).toEqual({ kind: 'assigned', byEmail: false, byChat: true, byPush: false });
});

it('goes back to what holds when a choice could not be kept, and says so', async () => {
  const { user } = openProfile(
    {},
    {
      choosePreferences: () => {
        throw new Refusal(503, 'database.away', '');
      },
    },
  );
  await user.click(await way(byEmail));
  expect((await screen.findByRole('alert')).textContent).toContain('No se pudo guardar.');
  expect((await way(byEmail)).checked).toBe(true);
});

it('leads from a letter to the preferences', async () => {
  openProfile();
  const heading = await screen.findByRole('heading', { name: 'Avisos' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

it('makes a calendar address, shown once with the way into a calendar', async () => {
  const { user } = openProfile({}, {}, '/Edit_Profile#conexiones');
  await user.click(await screen.findByRole('button', { name: 'Crear dirección' }));
  const feedDialog = await dialog();
  expect(feedDialog.getByLabelText<HTMLInputElement>('Dirección del calendario').value).toContain('secreta.ics');
  for (const program of ['Google', 'Outlook', 'Mac', 'iPhone']) expect(feedDialog.getByText(program)).toBeTruthy();
  expect(await complaints()).toEqual([]);
  await user.click(feedDialog.getByRole('button', { name: 'Listo' }));
  expect(screen.queryByDisplayValue(/secreta/)).toBeNull();
  expect(await screen.findByText('Creada el 20 nov 2026 · ningún calendario la ha leído')).toBeTruthy();
});

it('asks before an address that calendars read stops serving', async () => {
  const { user, calls, choices } = openProfile({ feed: { ...done, createdAt: now, readAt: now } }, {}, '/Edit_Profile#conexiones');
  expect(await screen.findByText(/leída el 20 nov 2026, 12:00/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cambiar dirección' }));
  await user.click((await dialog()).getByRole('button', { name: 'No' }));
  expect(calls).not.toContain('createCalendarFeed');
  await user.click(screen.getByRole('button', { name: 'Cambiar dirección' }));
  await user.click((await dialog()).getByRole('button', { name: 'Sí, cambiar' }));
  await user.click(await screen.findByRole('button', { name: 'Listo' }));

  await user.click(screen.getByRole('button', { name: 'Revocar' }));
  await user.click((await dialog()).getByRole('button', { name: 'Sí, revocar' }));
  expect(await screen.findByText('No tienes una dirección de calendario.')).toBeTruthy();
  expect(choices.feed.createdAt).toBeNull();
});

it('takes the photo away after asking', async () => {
  const company = aCompany({ user: { ...employee, photoUrl: '/api/photo/2' } });
  const { user } = openScreen('/Edit_Profile', company, {
    readOwnData: () => own,
    removePhoto: () => {
      company.user = employee;
      return done;
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Quitar foto' }));
  await user.click((await dialog()).getByRole('button', { name: 'Sí, quitar' }));
  expect(await screen.findByText('Foto quitada.')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Elegir foto' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Quitar foto' })).toBeNull();
});

it('offers notifications on devices once a device shows them', async () => {
  const onDevice = 'En tus dispositivos: Me asignan una actividad';
  openProfile();
  expect((await way(onDevice)).disabled).toBe(true);
  expect(screen.getByText('Para recibir avisos en un dispositivo, actívalos antes en él, en «Este dispositivo».')).toBeTruthy();
  cleanup();
  const { user, choices } = openProfile({ devices: 1 });
  await user.click(await way(onDevice));
  await waitFor(() => expect(preferenceOf(choices)).toEqual({ kind: 'assigned', byEmail: true, byChat: false, byPush: true }));
});

it('installs the product where the browser offers it, and shows how on Android and iPhone', async () => {
  const { user } = openProfile();
  await user.click(await screen.findByText('Cómo instalarla en un teléfono'));
  expect(screen.getAllByRole('img', { name: /^Un teléfono con/ })).toHaveLength(2);
  expect(screen.getByText('Elige «Agregar a inicio».')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Instalar' })).toBeNull();
  const prompt = vi.fn(async () => {});
  act(() => void window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt })));
  await user.click(await screen.findByRole('button', { name: 'Instalar' }));
  expect(prompt).toHaveBeenCalledOnce();
  expect(screen.queryByRole('button', { name: 'Instalar' })).toBeNull();
});
