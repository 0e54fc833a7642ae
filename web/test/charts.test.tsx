import type { Endpoints, Reply } from '@bitacora/core/contract';
import { calendarDate } from '@bitacora/core/domain/calendar';
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { complaints } from './complaints.ts';
import { aCompany, anActivity, employee, manager, now } from './fake-company.ts';
import { Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

type Groups = Reply<Endpoints['readComplianceGroups']>;
const groups: Groups = {
  success: true,
  departments: [
    { department: 'CALIDAD', total: 4, finished: 1, compliance: 25 },
    { department: 'OPERACIONES', total: 10, finished: 9, compliance: 90 },
  ],
  imported: 2,
  weeks: [
    { weekStart: calendarDate('2026-11-02'), total: 8, finished: 6, compliance: 75 },
    { weekStart: calendarDate('2026-11-16'), total: 6, finished: 4, compliance: 67 },
  ],
};

/** Brings what waits to be seen into view, also what begins to wait later. */
let scrollTo: () => void;
beforeEach(() => {
  const watching = new Set<() => void>();
  let isInView = false;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #see: () => void;
      constructor(callback: (entries: unknown[]) => void) {
        this.#see = () => callback([{ isIntersecting: true }]);
      }
      observe() {
        watching.add(this.#see);
        if (isInView) queueMicrotask(() => act(this.#see));
      }
      disconnect() {
        watching.delete(this.#see);
      }
    },
  );
  scrollTo = () => {
    isInView = true;
    for (const see of [...watching]) act(see);
  };
});
afterEach(() => vi.unstubAllGlobals());

const home = (answer: () => Groups, user = manager, address = '/Home') =>
  openScreen(address, aCompany({ user }), { readComplianceGroups: answer });
const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));

it('asks for nothing before one scrolls to the charts, and then for the range of the cards', async () => {
  const ranges: unknown[] = [];
  const { calls } = openScreen('/Home?from=2026-11-01&to=2026-11-20', aCompany({ user: manager }), {
    readComplianceGroups: ({ from, to }) => {
      ranges.push([from, to]);
      return groups;
    },
  });
  expect(await screen.findByRole('heading', { name: 'Cumplimiento de la empresa' })).toBeTruthy();
  expect(calls).not.toContain('readComplianceGroups');
  scrollTo();
  expect(await screen.findByRole('heading', { name: 'Por departamento' })).toBeTruthy();
  expect(ranges).toEqual([['2026-11-01', '2026-11-20']]);
});

it('draws bars that lead to exactly their rows, the best department first and no week left out', async () => {
  home(() => groups, manager, '/Home?from=2026-11-04&to=2026-11-20');
  await screen.findByRole('heading', { name: 'Cumplimiento de la empresa' });
  scrollTo();
  const bars = async (name: string) => within(await screen.findByRole('region', { name })).getAllByRole('listitem');
  const hrefOf = (bar: HTMLElement) => within(bar).queryByRole('link')?.getAttribute('href');
  const departments = await bars('Por departamento');
  expect(departments.map(({ textContent }) => textContent)).toEqual(['OPERACIONES90 %9 de 10', 'CALIDAD25 %1 de 4']);
  expect(departments.map(hrefOf)).toEqual(
    ['OPERACIONES', 'CALIDAD'].map((name) => `/Report_All_Activities?from=2026-11-04&to=2026-11-20&departments=${name}`),
  );
  const weeks = await bars('Por semana de entrega');
  expect(screen.getByText(/Sin 2 importadas ya terminadas\.$/)).toBeTruthy();
  expect(weeks.map(({ textContent }) => textContent)).toEqual(['02 nov75 %6 de 8', '09 nov—0 de 0', '16 nov67 %4 de 6']);
  // The first week begins with the range, and a week without work leads nowhere.
  expect(weeks.map(hrefOf)).toEqual([
    '/Report_Punctuality/due?from=2026-11-04&to=2026-11-08',
    undefined,
    '/Report_Punctuality/due?from=2026-11-16&to=2026-11-20',
  ]);
  expect(await complaints()).toEqual([]);
});

it('shows the table instead of the chart to the person who asks', async () => {
  const { user } = home(() => groups, manager, '/Home?from=2026-11-04&to=2026-11-20');
  await screen.findByRole('heading', { name: 'Cumplimiento de la empresa' });
  scrollTo();
  const chart = within(await screen.findByRole('region', { name: 'Por semana de entrega' }));
  await user.click(chart.getByRole('button', { name: 'Ver tabla' }));
  expect(chart.getByRole('group', { name: 'Por semana de entrega' }).tabIndex).toBe(0);
  expect(rowsOf('Por semana de entrega')).toEqual([
    ['02 nov 2026', '8', '6', '75 %'],
    ['09 nov 2026', '0', '0', '—'],
    ['16 nov 2026', '6', '4', '67 %'],
  ]);
  expect(chart.getByRole('link', { name: '4' }).getAttribute('href')).toBe(
    '/Report_Punctuality/due?from=2026-11-16&to=2026-11-20&statuses=verified',
  );
  await user.click(chart.getByRole('button', { name: 'Ver gráfica' }));
  expect(chart.queryByRole('group')).toBeNull();
  expect(await complaints()).toEqual([]);
});

it('the cards and both parts of the ring lead to the rows that they count', async () => {
  const activities = [
    anActivity({ createdAt: now }),
    anActivity({ id: 2, status: 'verified', createdAt: now, closedAt: now, verifiedAt: now }),
  ];
  openScreen('/Home?from=2026-11-04&to=2026-11-20', aCompany({ user: manager, activities }));
  const cards = within(await screen.findByRole('region', { name: 'Cifras' }));
  const range = '/Report_All_Activities?from=2026-11-04&to=2026-11-20';
  await cards.findByText(/^\d+ de \d+ registradas en estas fechas, ya verificadas$/);
  expect(cards.getByRole('link', { name: /^Totales/ }).getAttribute('href')).toBe(range);
  const open = ['not_started', 'in_progress', 'on_pause', 'completed'].map((status) => `&statuses=${status}`).join('');
  expect(cards.getByRole('link', { name: /^Pendientes/ }).getAttribute('href')).toBe(`${range}${open}`);
  expect(cards.getByRole('link', { name: /^Ver \d+ pendientes?$/ }).getAttribute('href')).toBe(`${range}${open}`);
  expect(cards.getByRole('link', { name: 'Ver 1 finalizada' }).getAttribute('href')).toBe(`${range}&statuses=verified`);
});

it('says that there is nothing to draw, or why it did not come', async () => {
  let answer = (): Groups => {
    throw new Refusal(503, 'database.away', 'El sistema no está disponible por el momento.');
  };
  const { user } = home(() => answer());
  await screen.findByRole('heading', { name: 'Cumplimiento de la empresa' });
  scrollTo();
  expect(await screen.findByText('El sistema no está disponible por el momento.')).toBeTruthy();
  answer = () => ({ ...groups, departments: [], weeks: [] });
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('No hay actividades en estas fechas.')).toBeTruthy();
});

it('keeps them from an employee', async () => {
  home(() => groups, employee);
  expect(await screen.findByText('Lo próximo en vencer')).toBeTruthy();
  expect(screen.queryByText('Cumplimiento de la empresa')).toBeNull();
});
