import { addDays } from '@bitacora/core/domain/calendar';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { aCompany, anActivity, employee, manager, now, today } from './fake-company.ts';
import { openScreen } from './open-screen.tsx';

const dueIn = (days: number) => ({ dueOn: addDays(today, days) });
const rejected = { status: 'in_progress' as const, rejectedAt: now };
const team = [
  anActivity({ id: 101, ...dueIn(-3), status: 'in_progress' }),
  anActivity({ id: 102, ...dueIn(0) }),
  anActivity({ id: 103, ...dueIn(-2), status: 'completed', closedAt: now }),
  anActivity({ id: 104, ...dueIn(20), ...rejected }),
  anActivity({ id: 106, ...dueIn(30), status: 'on_pause', daysIdle: 7 }),
  anActivity({ id: 107, ...dueIn(9), status: 'in_progress', requestedTo: addDays(today, 20), requestReason: 'Falta equipo.' }),
];

it('shows three of each that waits for a manager, with its acts, and leaves out what does not wait', async () => {
  const late = [1, 2, 3, 4].map((days) => anActivity({ id: 200 + days, ...dueIn(-days), status: 'in_progress' }));
  const { user } = openScreen('/Home', aCompany({ user: manager, activities: [...structuredClone(team), ...late] }));
  const rows = async (title: RegExp) => {
    const section = within((await screen.findByRole('heading', { name: title })).closest('section') as HTMLElement);
    return section.getAllByRole('listitem').map((row) => [
      row.querySelector('.agenda-folio')?.textContent,
      ...within(row)
        .queryAllByRole('button')
        .map(({ textContent }) => textContent),
    ]);
  };
  expect(await rows(/^Por verificar/)).toEqual([['103', 'Rechazar', 'Verificar']]);
  expect(await rows(/^Piden prórroga/)).toEqual([['107', 'No conceder', 'Conceder']]);
  expect(await rows(/^Con retraso/)).toEqual([204, 101, 203].map((folio) => [String(folio), 'Recordar']));
  await user.click(screen.getByRole('button', { name: 'Verificar: folio 103' }));
  await user.click(await screen.findByRole('button', { name: 'Sí, verificar' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: /^Por verificar/ })).toBeNull());
});

it('asks for nobody’s requests where the figures count none', async () => {
  const { calls } = openScreen('/Home', aCompany({ user: manager, activities: [anActivity({ id: 101, ...dueIn(-3) })] }));
  await screen.findByRole('heading', { name: /^Con retraso/ });
  expect(calls.filter((name) => name === 'listAssignedByMe')).toHaveLength(2);
});

it('greets by the first name, with the day below', async () => {
  openScreen('/Home', aCompany({ user: manager }));
  expect((await screen.findByText(/^Buen[ao]s .+, Mariana$/)).querySelector('.home-date')?.textContent).toBe('viernes 20 de noviembre');
});

it.each([
  ['Ver todas: Con retraso', '/Report_Activities_Assigned?urgencies=late', ['101']],
  ['1 vence hoy', '/Report_Activities_Assigned?urgencies=today', ['102']],
  ['Ver todas: Por verificar', '/Verify_Inbox', ['103']],
  ['Ver todas: Piden prórroga', '/Report_Activities_Assigned?urgencies=extensionRequested', ['107']],
  ['1 rechazada por corregir', '/Report_Activities_Assigned?urgencies=rejected', ['104']],
  ['1 sin movimiento en una semana', '/Report_Activities_Assigned?urgencies=idle', ['106']],
])('a manager’s %s opens exactly its rows', async (figure, path, folios) => {
  const { user, address } = openScreen('/Home', aCompany({ user: manager, activities: structuredClone(team) }));
  const figures = within(await screen.findByRole('region', { name: 'Lo que asignaste' }));
  await user.click(await figures.findByRole('link', { name: figure }));
  await waitFor(() => expect(address()).toBe(path));
  await screen.findByRole('link', { name: `Consultar actividad ${folios[0]}` });
  const links = screen
    .getAllByRole('link', { name: /^Consultar actividad/ })
    .map((link) => link.getAttribute('aria-label') ?? link.textContent);
  expect(links).toEqual(folios.map((folio) => `Consultar actividad ${folio}`));
});

/** As if the whole page were in the window. */
function givenTallWindow() {
  class Observer {
    readonly observe: () => void;
    constructor(callback: (entries: unknown[]) => void) {
      this.observe = () => queueMicrotask(() => act(() => callback([{ isIntersecting: true }])));
    }
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  onTestFinished(() => void vi.unstubAllGlobals());
}

it('by person, each number opens that person’s rows, and only those with something urgent come first', async () => {
  givenTallWindow();
  const calm = anActivity({ id: 105, assigneeId: 3, assigneeFirstName: 'Ñusta', assigneeLastName: 'Zárate', ...dueIn(60) });
  const { user, address } = openScreen('/Home', aCompany({ user: manager, activities: [...structuredClone(team), calm] }), {
    readPeopleLoad: () => ({
      success: true,
      people: [
        { id: 2, name: employee.name, open: 4, late: 1, week: 1, done: 0 },
        { id: 3, name: 'Ñusta Zárate', open: 1, late: 0, week: 0, done: 0 },
      ],
    }),
  });
  const people = within(await screen.findByRole('region', { name: 'Por persona' }));
  expect(people.queryByText('Ñusta Zárate')).toBeNull();
  await user.click(people.getByRole('button', { name: 'Ver a las 2 personas' }));
  expect(people.getByText('Ñusta Zárate')).toBeTruthy();
  await user.click(people.getByRole('link', { name: `1 Con retraso, ${employee.name}` }));
  await waitFor(() => expect(address()).toBe('/Report_Activities_Assigned?assignees=2&urgencies=late'));
});

it('an employee sees what was rejected first, past dates as past, and what is new', async () => {
  const activities = [anActivity({ id: 101, ...dueIn(-3), status: 'in_progress' }), anActivity({ id: 104, ...dueIn(20), ...rejected })];
  const { user, address } = openScreen('/Home', aCompany({ user: employee, activities }), {
    listOwnNotifications: () => ({
      success: true,
      unread: 1,
      notifications: [
        {
          id: 9,
          kind: 'rejected',
          activityId: 104,
          historyId: 9,
          description: 'Contar',
          topic: 'Inventarios',
          status: 'in_progress',
          daysLeft: 20,
          ownerName: manager.name,
          assigneeName: employee.name,
          actorName: manager.name,
          note: 'Falta la foto.',
          isVisible: true,
          createdAt: now,
          readAt: null,
        },
      ],
    }),
  });
  const next = within((await screen.findByRole('heading', { name: /Lo próximo en vencer/ })).closest('section') as HTMLElement);
  const [first, second] = next.getAllByRole('link', { name: /Conciliar/ });
  expect(first?.textContent).toContain('Rechazada');
  expect(second?.textContent).toContain('venció el');
  expect(await screen.findByText('Falta la foto.')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: /^Rechazadas 1/ }));
  await waitFor(() => expect(address()).toBe('/My_Activities?urgencies=rejected'));
});
