import type { Endpoints, Reply } from '@bitacora/core/contract';
import { calendarDate } from '@bitacora/core/domain/calendar';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { complaints } from './complaints.ts';
import { aCompany, anActivity, employee, manager } from './fake-company.ts';
import { Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

type Report = Reply<Endpoints['readPunctuality']>;
const figures = { due: 10, onTime: 5, onTimeExtended: 1, late: 0, undelivered: 4, share: 60 };
const report: Report = {
  success: true,
  from: calendarDate('2026-10-20'),
  to: calendarDate('2026-11-20'),
  total: figures,
  imported: 3,
  departments: [{ department: 'Calidad', ...figures }],
  topics: [{ topic: 'Inventarios & cía', ...figures }],
  people: [
    { id: 8, name: 'Ana Paz', ...figures, share: 0 },
    { id: 7, name: 'Beto Ruiz', ...figures, share: 100 },
  ],
  months: [
    { monthStart: calendarDate('2026-10-01'), ...figures },
    { monthStart: calendarDate('2026-11-01'), ...figures },
  ],
  weeks: [{ weekStart: calendarDate('2026-10-19'), ...figures }],
  verification: { verdicts: 6, rejected: 2, rejectedShare: 33, p50Minutes: 200, p90Minutes: 2_880 },
};
const nothing: Report = {
  ...report,
  total: { due: 0, onTime: 0, onTimeExtended: 0, late: 0, undelivered: 0, share: 0 },
  departments: [],
  topics: [],
  people: [],
  months: [],
  weeks: [],
  verification: { verdicts: 0, rejected: 0, rejectedShare: 0, p50Minutes: null, p90Minutes: null },
};
const PAGE = '/Report_Punctuality';
const RANGE = 'from=2026-10-20&to=2026-11-20';

const open = (address = `${PAGE}?${RANGE}`, answer: (input: { from?: unknown; to?: unknown }) => Report = () => report, answers = {}) =>
  openScreen(address, aCompany({ user: manager }), { readPunctuality: answer, ...answers });
const hrefOf = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');
const table = async (name: string) => within(await screen.findByRole('table', { name }));

it('opens with the last month, and every number leads to exactly its rows', async () => {
  const ranges: unknown[] = [];
  open(PAGE, ({ from, to }) => {
    ranges.push([from, to]);
    return report;
  });
  expect(await screen.findByText('60 % a tiempo')).toBeTruthy();
  expect(ranges).toEqual([['2026-10-20', '2026-11-20']]);
  expect(hrefOf(/^Debían entregarse ?10/)).toBe(`${PAGE}/due?${RANGE}`);
  expect(hrefOf(/^Sin entregar ?4/)).toBe(`${PAGE}/undelivered?${RANGE}`);
  expect(hrefOf('A tiempo: 5, 50 %')).toBe(`${PAGE}/onTime?${RANGE}`);
  // Nothing leads to an empty list.
  expect(screen.queryByRole('link', { name: /^Tarde/ })).toBeNull();
  expect(hrefOf('A tiempo con extensión, Calidad: 1')).toBe(`${PAGE}/onTimeExtended?${RANGE}&departments=Calidad`);
  expect(screen.getByText('3 importadas ya terminadas no cuentan en la puntualidad.')).toBeTruthy();
  expect(
    screen.getByText(/^La mitad de las entregas se verifica en 3 h 20 min; 9 de cada 10, en .+; 2 de 6 rechazadas, 33 %\.$/),
  ).toBeTruthy();
  expect(await complaints()).toEqual([]);
});

it('groups by topic, person, month and week; people stand in the order of their names', async () => {
  const { user, address, calls } = open();
  await user.click(await screen.findByRole('link', { name: 'Persona' }));
  const people = await table('Persona');
  expect(people.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Ana Paz', 'Beto Ruiz']);
  expect(people.queryAllByRole('button')).toEqual([]);
  expect(hrefOf('Sin entregar, Ana Paz: 4')).toBe(`${PAGE}/undelivered?${RANGE}&assignees=8`);
  expect(address()).toBe(`${PAGE}?${RANGE}&by=person`);
  await user.click(screen.getByRole('link', { name: 'Tema' }));
  await table('Tema');
  expect(hrefOf(/^A tiempo, Inventarios/)).toBe(`${PAGE}/onTime?${RANGE}&topics=Inventarios+%26+c%C3%ADa`);
  // A month or week is cut where the range ends.
  await user.click(screen.getByRole('link', { name: 'Mes' }));
  await table('Mes');
  expect(hrefOf('A tiempo, octubre de 2026: 5')).toBe(`${PAGE}/onTime?from=2026-10-20&to=2026-10-31`);
  expect(hrefOf('A tiempo, noviembre de 2026: 5')).toBe(`${PAGE}/onTime?from=2026-11-01&to=2026-11-20`);
  await user.click(screen.getByRole('link', { name: 'Semana' }));
  await table('Semana');
  expect(hrefOf('Debían entregarse, 19 oct 2026: 10')).toBe(`${PAGE}/due?from=2026-10-20&to=2026-10-25`);
  // The figures were read once.
  expect(calls.filter((name) => name === 'readPunctuality')).toHaveLength(1);
  expect(await complaints()).toEqual([]);
});

it('shows fifty lines of many until somebody asks for all, and searches among them', async () => {
  const people = Array.from({ length: 60 }, (_, at) => ({ id: at + 1, name: `Persona ${at + 1}`, ...figures }));
  const { user } = open(`${PAGE}?${RANGE}&by=person`, () => ({ ...report, people }));
  expect((await table('Persona')).getAllByRole('rowheader')).toHaveLength(50);
  await user.click(screen.getByRole('button', { name: 'Mostrar los 60' }));
  expect((await table('Persona')).getAllByRole('rowheader')).toHaveLength(60);
  await user.type(screen.getByLabelText('Buscar en la lista'), 'sona 7');
  await waitFor(async () => expect((await table('Persona')).getAllByRole('rowheader')).toHaveLength(1));
});

it('offers other dates where nothing was due, and says why figures did not come', async () => {
  let answer = (): Report => {
    throw new Refusal(503, 'database.away', 'El sistema no está disponible por el momento.');
  };
  const { user, address } = open(undefined, () => answer());
  expect(await screen.findByText('El sistema no está disponible por el momento.')).toBeTruthy();
  answer = () => nothing;
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  await user.click(await screen.findByRole('link', { name: 'Ver los últimos tres meses' }));
  await waitFor(() => expect(address()).toBe(`${PAGE}?from=2026-08-20&to=2026-11-20`));
  await user.click(screen.getByRole('button', { name: 'Este trimestre' }));
  await waitFor(() => expect(address()).toBe(`${PAGE}?from=2026-10-01&to=2026-11-20`));
  expect(await screen.findByRole('button', { name: 'Este trimestre', pressed: true })).toBeTruthy();
  expect(await complaints()).toEqual([]);
});

it('lists the rows of a number, which a workbook and filters follow', async () => {
  const inputs: unknown[] = [];
  const page = {
    success: true as const,
    rows: [anActivity({ id: 214, status: 'verified' })],
    total: 1,
    late: 0,
    hasMore: false,
  };
  const { user } = open(`${PAGE}/late?${RANGE}&departments=Calidad`, undefined, {
    listAllActivities: (input: object) => {
      inputs.push(input);
      return page;
    },
    exportReport: (input: object) => {
      inputs.push(input);
      return new Blob();
    },
  });
  expect(await screen.findByText('1 actividad')).toBeTruthy();
  expect(screen.getByRole('heading', { name: /^ACTIVIDADES ENTREGADAS TARDE/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Puntualidad', current: false }).getAttribute('href')).toBe(`${PAGE}?${RANGE}`);
  await user.click(await screen.findByRole('button', { name: 'Generar reporte' }));
  await waitFor(() => expect(inputs).toHaveLength(2));
  for (const input of inputs)
    expect(input).toMatchObject({
      dating: 'deadline',
      punctuality: ['late'],
      from: '2026-10-20',
      to: '2026-11-20',
      departments: ['Calidad'],
    });
  expect(await complaints()).toEqual([]);
});

it('is for privileged people', async () => {
  const { address } = openScreen(PAGE, aCompany({ user: employee }), { readPunctuality: () => report });
  await waitFor(() => expect(address()).toBe('/Home'));
});
