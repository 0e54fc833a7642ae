import type { Endpoints, Reply } from '@bitacora/core/contract';
import { calendarDate } from '@bitacora/core/domain/calendar';
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { complaints } from './complaints.ts';
import { aCompany, employee, manager } from './fake-company.ts';
import { Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

type Groups = Reply<Endpoints['readComplianceGroups']>;
const groups: Groups = {
  success: true,
  departments: [
    { department: 'CALIDAD', total: 4, finished: 1, compliance: 25 },
    { department: 'OPERACIONES', total: 10, finished: 9, compliance: 90 },
  ],
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
      constructor(told: (entries: unknown[]) => void) {
        this.#see = () => told([{ isIntersecting: true }]);
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
  const { asked } = openScreen('/Home?from=2026-11-01&to=2026-11-20', aCompany({ user: manager }), {
    readComplianceGroups: ({ from, to }) => {
      ranges.push([from, to]);
      return groups;
    },
  });
  expect(await screen.findByRole('heading', { name: 'Cumplimiento de la empresa' })).toBeTruthy();
  expect(asked).not.toContain('readComplianceGroups');
  scrollTo();
  expect(await screen.findByRole('heading', { name: 'Por departamento' })).toBeTruthy();
  expect(ranges).toEqual([['2026-11-01', '2026-11-20']]);
});

it('says in a table what the charts draw, the best department first and no week left out', async () => {
  home(() => groups);
  await screen.findByRole('heading', { name: 'Cumplimiento de la empresa' });
  scrollTo();
  expect(await screen.findByRole('table', { name: 'Por departamento' })).toBeTruthy();
  expect(rowsOf('Por departamento')).toEqual([
    ['OPERACIONES', '10', '9', '90 %'],
    ['CALIDAD', '4', '1', '25 %'],
  ]);
  expect(rowsOf('Por semana de entrega')).toEqual([
    ['02 nov 2026', '8', '6', '75 %'],
    ['09 nov 2026', '0', '0', '—'],
    ['16 nov 2026', '6', '4', '67 %'],
  ]);
  expect(await complaints()).toEqual([]);
});

it('shows the table instead of the chart to whoever asks', async () => {
  const { user } = home(() => groups);
  await screen.findByRole('heading', { name: 'Cumplimiento de la empresa' });
  scrollTo();
  const chart = within(await screen.findByRole('region', { name: 'Por departamento' }));
  await user.click(chart.getByRole('button', { name: 'Ver tabla' }));
  expect(chart.getByRole('group', { name: 'Por departamento' }).tabIndex).toBe(0);
  await user.click(chart.getByRole('button', { name: 'Ver gráfica' }));
  expect(chart.queryByRole('group')).toBeNull();
  expect(await complaints()).toEqual([]);
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
