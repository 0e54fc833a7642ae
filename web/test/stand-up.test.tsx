import { ApiError } from '@bitacora/core/client';
import type { Endpoints, Reply } from '@bitacora/core/contract';
import { addDays } from '@bitacora/core/domain/calendar';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { setHelpKey } from '../src/layout/palette/shortcuts.ts';
import { type Activity, aCompany, anActivity, employee, manager, now, today } from './fake-company.ts';
import { openScreen } from './open-screen.tsx';

type StandUp = Reply<Endpoints['readStandUp']>;
const names = ['Ana Arce', 'Beto Bravo', 'Carla Cruz'];
const member = (index: number, facts = {}) => ({
  id: 11 + index,
  name: names[index] as string,
  total: 2,
  late: 1,
  week: 1,
  away: null,
  ...facts,
});
const team: StandUp = {
  success: true,
  people: [member(0), member(1, { away: { until: addDays(today, 5), substitute: 'Dora Díaz' } }), member(2, { late: 0, week: 0 })],
  forecast: 'Esta semana vencen 3 actividades abiertas y, si todo sigue igual, 1 se entregará tarde.',
  since: 900,
  minute: null,
};
const late = (id: number, facts: Partial<Activity> = {}) =>
  anActivity({ id, assigneeId: 11, status: 'in_progress', description: `Reparar ${id}`, dueOn: addDays(today, -3), ...facts });
const work = () => [
  late(301),
  late(302, { requestedTo: addDays(today, 4), requestReason: 'Falta material', requestedById: 11 }),
  late(303, { rejectedAt: now, dueOn: addDays(today, 2) }),
  late(304, { status: 'completed', closedAt: now }),
  late(305, { dueOn: addDays(today, 30) }),
  ...Array.from({ length: 9 }, (_, n) => late(320 + n, { assigneeId: 12 })),
];
const toLine = ({ id, description, topic, status, assigneeId, dueOn }: Activity) => ({
  id,
  description,
  topic,
  person: 'Ana Arce',
  status,
  assigneeId,
  deadline: dueOn,
});

function open(address = '/Stand_Up', activities = work(), answer: Partial<StandUp> = {}, remind = () => ({ success: true as const })) {
  const company = aCompany({ user: manager, activities });
  const asked: object[] = [];
  const sent: object[] = [];
  const minute = (): StandUp['minute'] => ({
    acts: [{ ...toLine(late(301)), act: 'remind', note: null }],
    promised: { lines: [toLine(late(303))], total: 1 },
    late: { lines: [toLine(late(302))], total: 23 },
  });
  const app = openScreen(address, company, {
    readStandUp: ({ since }) => {
      asked.push({ since });
      // Somebody acts between any two reads.
      return { ...team, since: team.since + asked.length - 1, minute: since ? minute() : null, ...answer };
    },
    listDepartments: () => [{ department: 'OPERACIONES' }],
    remindActivity: remind,
    sendMinute: (input) => {
      sent.push(input);
      return { success: true, count: input.recipients.length };
    },
  });
  return { company, asked, sent, ...app };
}
const person = (name: string) => screen.findByRole('heading', { level: 1, name });
const rows = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent ?? '');
const focusedRow = () => document.activeElement?.closest('li')?.textContent ?? '';
const rowHasFocus = (words: string) => waitFor(() => expect(focusedRow()).toContain(words));

it('is one press from Home, for privileged people alone', async () => {
  const app = open('/Home');
  await app.user.click(await screen.findByRole('link', { name: 'La junta' }));
  expect(await person('La junta')).toBeTruthy();
  cleanup();
  const other = openScreen('/Stand_Up', aCompany({ user: employee }));
  await waitFor(() => expect(other.address()).toBe('/Home'));
});

it('begins with the team, who is away, and the forecast', async () => {
  const app = open();
  expect(await screen.findByText(team.forecast as string)).toBeTruthy();
  const members = await rows();
  expect(members[0]).toContain('1 con retraso · 1 por vencer');
  expect(members[1]).toContain('Suple Dora Díaz');
  await app.user.keyboard('{Enter}');
  expect(await person('Ana Arce')).toBeTruthy();
  // What was done after the page opened was before the meeting.
  expect(app.address()).toBe('/Stand_Up?since=901');
});

it('ends with the minute also where nobody has open work any more', async () => {
  open('/Stand_Up?since=900&over=1', [], { people: [] });
  expect(await screen.findByRole('heading', { name: 'Se decidió (1)' })).toBeTruthy();
});

it('is not left by the key C, which comments, while no row is there', async () => {
  const app = open('/Stand_Up?since=900&over=1');
  await screen.findByRole('heading', { name: 'Se decidió (1)' });
  await app.user.keyboard('c');
  await screen.findByRole('heading', { name: 'Se decidió (1)' });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(app.address()).toBe('/Stand_Up?since=900&over=1');
});

it('shows what is late, near, rejected, delivered and asks for time, the most urgent first, and at most seven', async () => {
  const app = open('/Stand_Up?since=900');
  await rowHasFocus('301');
  const [first, second, third, fourth, ...others] = await rows();
  expect(first).toContain('3 días de retraso');
  expect(second).toContain('Pide prórroga al 24 nov');
  expect(third).toContain('Rechazada');
  expect(fourth).toContain('entregada hoy');
  expect(others).toEqual([]);
  await app.user.keyboard('{ArrowRight}');
  await rowHasFocus('320');
  expect(await rows()).toHaveLength(7);
  expect(screen.getByText('y 2 más')).toBeTruthy();
  expect(screen.getByText(/Ausencia hasta el 25 nov. Suple Dora Díaz/)).toBeTruthy();
  await app.user.keyboard('{ArrowRight}');
  expect(await screen.findByText('Nada urge de sus 2 actividades abiertas.')).toBeTruthy();
  expect(screen.getByText('3 de 3')).toBeTruthy();
});

it('reads the next person before it is their turn, and nobody after them', async () => {
  const app = open('/Stand_Up?since=900');
  await rowHasFocus('301');
  const reads = () => app.calls.filter((call) => call === 'listAssignedByMe').length;
  const before = reads();
  await app.user.keyboard('{ArrowRight}');
  await rowHasFocus('320');
  expect(reads() - before).toBe(2);
  await app.user.keyboard('{ArrowLeft}');
  await rowHasFocus('301');
  expect(reads() - before).toBe(2);
});

it('acts on the row of the focus by one key each, on this page, and says on the row what was done', async () => {
  const app = open('/Stand_Up?since=900');
  await rowHasFocus('301');
  await app.user.keyboard('r');
  await screen.findByRole('dialog');
  await app.user.keyboard('{Control>}{Enter}{/Control}');
  await rowHasFocus('Folio 301');
  await app.user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}v');
  await screen.findByRole('dialog');
  await app.user.keyboard('{Control>}{Enter}{/Control}');
  await rowHasFocus('Folio 304 verificado');
  expect(app.company.activities.find(({ id }) => id === 304)?.status).toBe('verified');
  expect(app.address()).toBe('/Stand_Up?since=900');
  // Verified work is not rejected any more.
  await waitFor(() => expect(screen.getByRole('button', { name: 'Rechazar' }).hasAttribute('disabled')).toBe(true));
  await app.user.keyboard('x');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([
  ['e', 302],
  ['a', 301],
  ['c', 301],
  ['x', 304],
])('opens the dialog of the key %s for folio %i', async (key, folio) => {
  const app = open('/Stand_Up?since=900');
  await rowHasFocus('301');
  await app.user.click(screen.getByText(`Reparar ${folio}`));
  await rowHasFocus(`${folio}`);
  await app.user.keyboard(key);
  expect(await screen.findByRole('dialog')).toBeTruthy();
  await app.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(app.address()).toBe('/Stand_Up?since=900');
});

it('closes the dialog of a reassignment by Escape, where the list of people is closed', async () => {
  const app = open('/Stand_Up?since=900');
  await rowHasFocus('301');
  await app.user.keyboard('a');
  const people = await screen.findByRole('combobox', { name: /Nuevo responsable/ });
  await waitFor(() => expect(people.hasAttribute('disabled')).toBe(false));
  people.focus();
  await app.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('stays with the person and says why an act was refused, also where nothing of them is open any more', async () => {
  let people = team.people;
  const refuse = () => {
    people = people.slice(1);
    throw new ApiError(409, 'Ya se canceló.', 'activity.conflict');
  };
  const changing = {
    get people() {
      return people;
    },
  };
  const app = open('/Stand_Up?since=900', work(), changing, refuse);
  await rowHasFocus('301');
  await app.user.keyboard('r');
  await screen.findByRole('dialog');
  await app.user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Ya se canceló.')).toBeTruthy();
  await waitFor(() => expect(app.asked).toHaveLength(2));
  // The page shows what it read a moment later.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(screen.getByText('Ya se canceló.')).toBeTruthy();
  expect(screen.getByText('Ana Arce', { selector: 'h1' })).toBeTruthy();
});

it('leaves letters to people who dictate, who still have the buttons and the arrows', async () => {
  setHelpKey(false);
  onTestFinished(() => setHelpKey(true));
  const app = open('/Stand_Up?since=900');
  await rowHasFocus('301');
  await app.user.keyboard('r');
  expect(screen.queryByRole('dialog')).toBeNull();
  await app.user.click(screen.getByRole('button', { name: /^Recordar/ }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

it('ends with the minute: decided, promised, open, and the notes, which a reload keeps', async () => {
  const app = open('/Stand_Up?since=900');
  await rowHasFocus('301');
  await app.user.keyboard('n');
  await app.user.type(await screen.findByRole('textbox', { name: 'Notas' }), 'Pedir filtros');
  // Nothing is lost, so that nothing is asked.
  await app.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await app.user.keyboard('{Escape}');
  expect(await person('Minuta de la junta del 20 nov 2026')).toBeTruthy();
  expect(app.asked.at(-1)).toEqual({ since: 900 });
  const section = (name: string) => within(screen.getByRole('heading', { name }).closest('section') as HTMLElement);
  expect(section('Se decidió (1)').getByText('envió un recordatorio')).toBeTruthy();
  expect(section('Prometido: prórrogas y próximos siete días (1)').getByText(/Reparar 303/)).toBeTruthy();
  expect(section('Sigue con retraso, sin acuerdo (1 de 23)').getByText(/Reparar 302/)).toBeTruthy();
  expect(section('Notas').getByText('Pedir filtros')).toBeTruthy();
  cleanup();
  open('/Stand_Up?since=900&over=1');
  expect(await screen.findByText('Pedir filtros')).toBeTruthy();
});

it('prints the minute, and mails it to the team without those who are away', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const app = open('/Stand_Up?since=900&over=1&department=OPERACIONES');
  await app.user.click(await screen.findByRole('button', { name: 'Imprimir' }));
  expect(print).toHaveBeenCalledOnce();
  await app.user.click(screen.getByRole('button', { name: 'Enviar por correo' }));
  await app.user.click(await screen.findByRole('button', { name: 'Enviar' }));
  expect(await screen.findByText('Minuta enviada')).toBeTruthy();
  expect(app.sent).toMatchObject([{ since: 900, department: 'OPERACIONES', recipients: [11, 13] }]);
});
