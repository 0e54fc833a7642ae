import { addDays, daysBetween } from '@bitacora/core/domain/calendar';
import { noFilters } from '@bitacora/core/domain/reports/report';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { expectFirstHeadings } from '../../core/test/reports/headings.ts';
import { choose } from './choose.ts';
import { type Activity, aCompany, anActivity, employee, manager, now, today } from './fake-company.ts';
import { Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';
import { ownFacets } from './own-page.ts';

const PENDING = '/Report_All_Activities_P';
const FINISHED = '/Report_All_Activities_C';
const noon = (daysAgo: number) => new Date(now.getTime() - daysAgo * 86_400_000);

/** Twelve: every third critical, every other of another topic, half of them started. */
const twelve: Activity[] = Array.from({ length: 12 }, (_, at) =>
  anActivity({
    id: 201 + at,
    description: at === 4 ? 'Auditar la CÁMARA fría' : `Contar el pasillo ${at + 1}`,
    topic: at % 2 ? 'Capacitación' : 'Inventarios',
    priority: at % 3 ? 'normal' : 'critical',
    status: at < 6 ? 'in_progress' : 'not_started',
    createdAt: noon(at),
    dueOn: addDays(today, at - 2),
    daysLeft: daysBetween(today, addDays(today, at - 2)),
  }),
);
const verified = (id: number, daysAgo: number) =>
  anActivity({ id, status: 'verified', createdAt: noon(daysAgo + 3), closedAt: noon(daysAgo), verifiedAt: noon(daysAgo) });

const openReport = (address: string, activities: Activity[] = twelve, answers = {}) =>
  openScreen(address, aCompany({ user: manager, activities }), answers);
const rows = async () =>
  within((await screen.findAllByRole('table')).at(-1) as HTMLElement)
    .getAllByRole('row')
    .slice(1);
const folios = async () => (await rows()).map((row) => row.querySelector('[data-card=head] span:not(.folded)')?.textContent);
const dialog = () => within(screen.getByRole('dialog', { name: 'Filtros' }));

it('shows every column of the first version, five rows, the newest first', async () => {
  const extended = { ...(twelve[2] as Activity), extendedTo: addDays(today, 5) };
  openReport(PENDING, [...twelve.slice(0, 2), extended, ...twelve.slice(3)]);
  expect(await screen.findByRole('heading', { name: /^REPORTE DE ACTIVIDADES TOTALES PENDIENTES DE REALIZAR/ })).toBeTruthy();
  expect(await folios()).toEqual(['201', '202', '203', '204', '205']);
  const headings = screen.getAllByRole('columnheader').map((heading) => (heading.querySelector('.head-whole') ?? heading).textContent);
  expectFirstHeadings(headings, 'pending');
  expect((await rows())[0]?.dataset.signal).toBe('late');
  expect(screen.getByRole('link', { name: 'Consultar actividad 201' }).getAttribute('href')).toBe('/Consult_Activitie_Assigned/201');
  expect(await screen.findByText('12 pendientes')).toBeTruthy();
  // What is due today is not late yet.
  expect(screen.getByText('2 con retraso')).toBeTruthy();
});

it('keeps the column of extensions where no activity has one', async () => {
  openReport(PENDING);
  expect(await rows()).toHaveLength(5);
  expect(screen.getByRole('columnheader', { name: 'Extensión de fecha' })).toBeTruthy();
  expect((await rows())[0]?.textContent).toContain('N/A');
});

it('keeps search, order, page size and page in the address, and reads them back from it', async () => {
  const { user, address } = openReport(PENDING);
  await user.type(await screen.findByLabelText('Buscar actividad'), 'pasillo');
  await waitFor(() => expect(address()).toBe(`${PENDING}?search=pasillo`));
  await user.click(screen.getByRole('button', { name: 'Folio' }));
  await waitFor(() => expect(address()).toBe(`${PENDING}?search=pasillo&sort=id`));
  await user.click(screen.getByRole('button', { name: 'Página siguiente' }));
  await waitFor(() => expect(address()).toBe(`${PENDING}?search=pasillo&sort=id&page=2`));
  await waitFor(async () => expect(await folios()).toEqual(['207', '208', '209', '210', '211']));
  await choose({ user }, 'Filas por página', /^10$/);
  await waitFor(() => expect(address()).toBe(`${PENDING}?search=pasillo&sort=id&size=10`));
});

it('opens as a colleague sent it', async () => {
  openReport(`${PENDING}?search=camara&statuses=in_progress&sort=-daysLeft&size=10`);
  expect(await folios()).toEqual(['205']);
  expect((screen.getByLabelText('Buscar actividad') as HTMLInputElement).value).toBe('camara');
  expect(screen.getByRole('button', { name: 'Filtros, 1 en uso' })).toBeTruthy();
  expect(screen.getByRole('columnheader', { name: 'Días restantes / retraso' }).getAttribute('aria-sort')).toBe('descending');
});

it('ignores parts of an address that make no sense, and shows the last page instead of one beyond it', async () => {
  openReport(`${PENDING}?sort=nada&size=9999&page=7&statuses=quizás&owners=x&from=2026-02-31`);
  await waitFor(async () => expect(await folios()).toEqual(['211', '212']));
  expect(screen.getByText('11–12 de 12')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Filtros' })).toBeTruthy();
});

it('filters by groups that all hold, counts what the others leave, and clears them', async () => {
  const { user, address } = openReport(`${PENDING}?page=2`);
  await user.click(await screen.findByRole('button', { name: 'Filtros' }));
  await screen.findByRole('dialog', { name: 'Filtros' });
  await user.click(await dialog().findByRole('checkbox', { name: /Capacitación/ }));
  await waitFor(() => expect(address()).toBe(`${PENDING}?topics=Capacitaci%C3%B3n`));
  await user.click(dialog().getByRole('button', { name: 'Prioridad' }));
  const critical = await dialog().findByRole('checkbox', { name: 'Critica 2' });
  await user.click(critical);
  expect(await dialog().findByRole('button', { name: 'Ver 2 actividades' })).toBeTruthy();
  expect(dialog().getByRole('checkbox', { name: 'Inventarios 2' })).toBeTruthy();
  await waitFor(() => expect(address()).toBe(`${PENDING}?topics=Capacitaci%C3%B3n&priorities=critical`));
  await waitFor(async () => expect(await folios()).toEqual(['204', '210']));

  await user.click(dialog().getByRole('button', { name: 'Limpiar Filtros' }));
  expect(await dialog().findByRole('button', { name: 'Ver 12 actividades' })).toBeTruthy();
  await waitFor(() => expect(address()).toBe(PENDING));
});

it('says that a search finds more than is counted and sorted, and offers filters without counts', async () => {
  const page = () => ({ success: true as const, rows: twelve.slice(0, 5), total: 1000, late: 0, hasMore: true });
  const facets = () => ({ success: true as const, ...ownFacets(twelve, noFilters, ''), hasMore: true });
  const { user } = openReport(`${PENDING}?search=contar`, twelve, { listAllActivities: page, countFacets: facets });
  expect(await screen.findByText('1–5 de más de 1,000')).toBeTruthy();
  expect(screen.getByText(/solo se revisan y ordenan las más recientes/)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Filtros' }));
  await screen.findByRole('dialog', { name: 'Filtros' });
  expect(await dialog().findByRole('button', { name: 'Ver actividades' })).toBeTruthy();
  expect(dialog().getByText(/demasiadas actividades: las opciones no se cuentan/)).toBeTruthy();
  expect(dialog().getByRole('checkbox', { name: 'Capacitación' })).toBeTruthy();
});

it('has the exact total of very much work, and all of its pages in any order', async () => {
  const page = { success: true as const, rows: [verified(7, 1)], total: 900_000, late: 0, hasMore: false };
  const times: number[] = [];
  const listAllActivities = ({ page: at = 1 }: { page?: number }) => {
    times.push(at);
    return at > 180_000 ? { ...page, rows: [] } : page;
  };
  const { user } = openReport(`${FINISHED}?sort=topic`, [], { listAllActivities });
  expect(await screen.findByText('900,000 finalizadas')).toBeTruthy();
  expect(screen.getByText('1–5 de 900,000')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Última página' }));
  expect(await screen.findByText('899,996–900,000 de 900,000')).toBeTruthy();
  openReport(`${FINISHED}?sort=topic&page=190000`, [], { listAllActivities });
  await waitFor(() => expect(times.slice(-2)).toEqual([190_000, 180_000]));
});

it('says that there may be more of a wide search of finished work, and of the rows of a figure', async () => {
  const page = () => ({ success: true as const, rows: twelve.slice(0, 5), total: 1000, late: 0, hasMore: true });
  openReport(`${FINISHED}?search=contar`, [], { listAllActivities: page });
  expect(await screen.findByText('más de 1,000 finalizadas')).toBeTruthy();
  openReport('/Report_All_Activities?search=contar', [], { listAllActivities: page });
  expect(await screen.findByText('más de 1,000 actividades')).toBeTruthy();
});

it('filters by people by their id, under their name', async () => {
  const { user, address } = openReport(PENDING, [...twelve, anActivity({ id: 300, ownerId: employee.id, createdAt: now })]);
  await user.click(await screen.findByRole('button', { name: 'Filtros' }));
  await screen.findByRole('dialog', { name: 'Filtros' });
  await user.click(await dialog().findByRole('button', { name: 'Dueño' }));
  await user.click(dialog().getByRole('checkbox', { name: `${employee.name} 1` }));
  await waitFor(() => expect(address()).toBe(`${PENDING}?owners=${employee.id}`));
  await waitFor(async () => expect(await folios()).toEqual(['300']));
});

it('says that nothing matches, and leads back to everything', async () => {
  const { user, address } = openReport(`${PENDING}?search=nada+de+esto`);
  expect(await screen.findByText('Ninguna actividad coincide con lo que buscas.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Ver todas' }));
  await waitFor(async () => expect(await rows()).toHaveLength(5));
  expect(address()).toBe(PENDING);
});

it('says that nobody has anything pending', async () => {
  openReport(PENDING, []);
  expect(await screen.findByText('Nadie tiene actividades pendientes.')).toBeTruthy();
});

it('says why a report or its filters could not be loaded, and tries again', async () => {
  let isAway = true;
  const whileAway = () => {
    if (isAway) throw new Refusal(503, 'database.away', 'El sistema no está disponible por el momento.');
    return { success: true as const, rows: twelve.slice(0, 2), total: 2, late: 0, hasMore: false };
  };
  const { user } = openReport(PENDING, twelve, { listAllActivities: whileAway });
  expect(await screen.findByText('El sistema no está disponible por el momento.')).toBeTruthy();
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  await waitFor(async () => expect(await rows()).toHaveLength(2));
});

it('shows what was verified in the range that one asks for', async () => {
  const { user, address } = openReport(`${FINISHED}?from=${addDays(today, -20)}&to=${today}`, [
    verified(401, 2),
    verified(402, 15),
    verified(403, 40),
  ]);
  expect(await screen.findByRole('heading', { name: 'HISTORIAL DE ACTIVIDADES' })).toBeTruthy();
  expect(await folios()).toEqual(['401', '402']);
  const [first] = await rows();
  expect(first?.textContent).toContain('18 nov');
  expect(first?.textContent).toContain('3 días');
  expect(screen.getByRole('link', { name: 'Consultar actividad 401' }).getAttribute('href')).toBe('/Consult_Completed_Activity/401');

  const from = await screen.findByLabelText('Fecha de inicio');
  await user.clear(from);
  await user.type(from, '01/12/2026');
  await user.tab();
  expect(await screen.findByText('La fecha de fin no puede ser anterior a la de inicio.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Consultar' }));
  expect(address()).toContain(`from=${addDays(today, -20)}`);
  await user.clear(from);
  await user.type(from, '15/11/2026');
  await user.tab();
  await user.click(screen.getByRole('button', { name: 'Consultar' }));
  await waitFor(() => expect(address()).toBe(`${FINISHED}?from=2026-11-15&to=${today}`));
  await waitFor(async () => expect(await folios()).toEqual(['401']));
});

it('says below the day that work ended whether it was delivered on time', async () => {
  openReport(FINISHED, [
    { ...verified(401, 2), dueOn: addDays(today, -2) },
    { ...verified(402, 2), dueOn: addDays(today, -9), extendedTo: addDays(today, -5) },
    { ...verified(403, 2), dueOn: addDays(today, -9), isImported: true },
  ]);
  await screen.findByRole('table');
  const ends = (await rows()).map((row) => row.querySelector('.end')?.textContent);
  expect(ends.toSorted()).toEqual(['18 nov', '18 nov3 días tarde', '18 novA tiempo']);
});

it('shows what one assigned with its four cards', async () => {
  openReport('/Report_Activities_Assigned', [...twelve.slice(0, 3), verified(401, 2)]);
  const cards = within(await screen.findByRole('region', { name: 'Cifras' }));
  expect(await cards.findByText('25', { exact: false, selector: '.ring-figure' })).toBeTruthy();
  expect([...document.querySelectorAll('.figure')].map(({ textContent }) => textContent)).toEqual(['4', '3', '1']);
  expect(await screen.findByText('20 oct – 20 nov')).toBeTruthy();
  expect(await rows()).toHaveLength(4);
});

it('says in the card of finished work how much of it an import brought', async () => {
  const finished = [verified(401, 2), verified(402, 2)];
  const countFacets = ({ isMeasured }: { isMeasured?: boolean }) => ({
    success: true as const,
    ...ownFacets(finished.slice(isMeasured ? 1 : 0), noFilters, ''),
  });
  openReport('/Report_Activities_Assigned', finished, { countFacets });
  expect(await screen.findByText('ya verificadas, 1 importada')).toBeTruthy();
});

it('leads from each card and from what is late to exactly those rows', async () => {
  const { user, address } = openReport('/Report_Activities_Assigned?from=2026-10-01&to=2026-11-20', [...twelve, verified(401, 2)]);
  const cards = within(await screen.findByRole('region', { name: 'Cifras' }));
  for (const [name, count] of [
    [/^Finalizadas/, 1],
    [/^Pendientes/, 12],
    [/^Totales/, 13],
  ] as const) {
    await user.click(await cards.findByRole('link', { name }));
    await screen.findByText(`${count} asignada${count > 1 ? 's' : ''}`);
    expect(address()).toContain('?from=2026-10-01&to=2026-11-20');
  }
  await user.click(screen.getByRole('link', { name: '2 con retraso' }));
  expect(await screen.findByText('2 asignadas')).toBeTruthy();
  expect((await folios()).toSorted()).toEqual(['201', '202']);
});

it('counts in the cards what the filters leave, says so, and leads from one card to another', async () => {
  const { user } = openReport('/Report_Activities_Assigned?search=camara', [...twelve, verified(401, 2)]);
  expect(await screen.findByText('Del 20 oct al 20 nov, con estos filtros')).toBeTruthy();
  const figures = () => [...document.querySelectorAll('.figure')].map(({ textContent }) => textContent);
  await waitFor(() => expect(figures()).toEqual(['1', '1', '0']));
  const cards = within(screen.getByRole('region', { name: 'Cifras' }));
  await user.click(cards.getByRole('link', { name: /^Finalizadas/ }));
  await screen.findByText('Nada asignado');
  await user.click(cards.getByRole('link', { name: /^Pendientes/ }));
  expect(await screen.findByText('1 asignada')).toBeTruthy();
  expect(figures()).toEqual(['1', '1', '0']);
});

it('says the order above the rows, and lists the others when it is pressed', async () => {
  const { user, address } = openReport(PENDING);
  await user.click(await screen.findByRole('button', { name: 'Primero lo más atrasado' }));
  const orders = within(screen.getByRole('dialog', { name: 'Otros órdenes' }));
  expect(orders.queryByRole('button', { name: 'Primero lo más atrasado' })).toBeNull();
  // A column that stands in the cell of another can be sorted by as well.
  expect(orders.getByRole('button', { name: 'Por departamento, de la A a la Z' })).toBeTruthy();
  await user.click(orders.getByRole('button', { name: 'Por folio, del menor al mayor' }));
  await waitFor(() => expect(address()).toBe(`${PENDING}?sort=id`));
  await user.click(await screen.findByRole('button', { name: 'Por folio, del menor al mayor' }));
  await user.click(screen.getByRole('button', { name: 'Por folio, del mayor al menor' }));
  await waitFor(() => expect(address()).toBe(`${PENDING}?sort=-id`));
});

it('shows the table whole at one press, and keeps it so', async () => {
  const { user } = openReport(PENDING);
  const columns = await screen.findByRole('button', { name: 'Columnas' });
  expect(columns.getAttribute('aria-pressed')).toBe('false');
  await user.click(columns);
  expect(screen.getByRole('table').dataset.whole).toBe('true');
  openReport(FINISHED);
  await waitFor(() => expect(screen.getByRole('table').dataset.whole).toBe('true'));
});

it('writes people short, and whole for screen readers and the hover', async () => {
  openReport(PENDING, [anActivity({ ownerFirstName: 'María Guadalupe', ownerLastName: 'de la Peña Ríos' })]);
  const link = await screen.findByRole('link', { name: 'María Guadalupe de la Peña Ríos' });
  expect(within(link).getByText('María de la Peña')).toBeTruthy();
  expect(within(link).getByTitle('María Guadalupe de la Peña Ríos')).toBeTruthy();
});

it('shows a manager at Home the figures of the company, from the oldest pending day on, and their own work', async () => {
  const own = { ownerId: manager.id, assigneeId: manager.id };
  const old = anActivity({ ...own, id: 501, createdAt: noon(60), status: 'completed', closedAt: noon(1), daysLeft: -3 });
  const { user, address, calls } = openReport('/Home', [...twelve, old, anActivity({ ...own, id: 502 })]);
  expect(await screen.findByText('21 sep – 20 nov')).toBeTruthy();
  expect(await folios()).toEqual(['502', '501']);
  expect((await rows())[1]?.textContent).toContain('0 días');
  const before = calls.length;
  await user.click(screen.getByRole('button', { name: 'Folio' }));
  // The second press turns the order that is shown.
  await waitFor(() => expect(screen.getByRole('columnheader', { name: 'Folio' }).getAttribute('aria-sort')).toBe('ascending'));
  await waitFor(async () => expect(await folios()).toEqual(['501', '502']));
  await user.click(screen.getByRole('button', { name: 'Folio' }));
  await waitFor(async () => expect(await folios()).toEqual(['502', '501']));
  expect(address()).toBe('/Home?sort=-id');
  // Nothing of the company is counted again.
  expect(calls.slice(before)).toEqual(['listAllActivities', 'listAllActivities']);
});

it('shows an employee neither the reports nor the cards of the company', async () => {
  const { address } = openScreen(PENDING, aCompany({ user: employee }));
  expect(await screen.findByText('No tienes acceso a esa página')).toBeTruthy();
  expect(address()).toBe('/Home');
  expect(screen.queryByRole('region', { name: 'Cifras' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Pendientes globales' })).toBeNull();
});

it('orders by the days that somebody still has: what is delivered comes last', async () => {
  const mine = (id: number, status: 'in_progress' | 'completed', daysLeft: number) =>
    anActivity({ id, status, daysLeft, assigneeId: manager.id, ownerId: employee.id });
  const activities = [mine(201, 'completed', -9), mine(202, 'in_progress', -2), mine(203, 'in_progress', 4)];
  openScreen('/Home', aCompany({ user: manager, activities }));
  const rows = within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map((row) => row.textContent?.match(/20\d/)?.[0])).toEqual(['202', '203', '201']);
});

it('requests only the rows of waiting work that Home shows, and says how many there are', async () => {
  const waiting = Array.from({ length: 12 }, (_, at) => anActivity({ id: 301 + at, status: 'completed', closedAt: now }));
  const { calls } = openScreen('/Home', aCompany({ user: manager, activities: waiting }));
  const heading = await screen.findByRole('heading', { name: /^Por verificar/ });
  expect(heading.textContent).toContain('12');
  expect(within(heading.closest('section') as HTMLElement).getAllByRole('listitem')).toHaveLength(3);
  expect(calls).not.toContain('listAwaitingVerification');
});

it('shows waiting work at Home when a person’s own work cannot be loaded', async () => {
  const waiting = anActivity({ id: 301, status: 'completed', closedAt: now });
  const listAllActivities = () => {
    throw new Refusal(503, 'database.away', 'El sistema no está disponible por el momento.');
  };
  openScreen('/Home', aCompany({ user: manager, activities: [waiting] }), { listAllActivities });
  expect(await screen.findByText('El sistema no está disponible por el momento.')).toBeTruthy();
  expect(await screen.findByRole('heading', { name: /^Por verificar/ })).toBeTruthy();
  expect(screen.getByText('301')).toBeTruthy();
});

it('leads from the late ones to exactly those it counts, with filters, search and what was assigned together', async () => {
  const batch = '0b1c2d3e-0000-4000-8000-000000000000';
  openReport(`${PENDING}?topics=Inventarios&search=pasillo&batch=${batch}&page=2`);
  const link = await screen.findByRole('link', { name: '1 con retraso' });
  expect(link.getAttribute('href')).toBe(`${PENDING}?topics=Inventarios&urgencies=late&search=pasillo&batch=${batch}`);
});

it('names no address of late ones while other urgencies are the filter', async () => {
  openReport(`${PENDING}?urgencies=week&urgencies=notStarted`, [anActivity({ id: 1, dueOn: addDays(today, -1), status: 'not_started' })]);
  expect((await screen.findByText('1 con retraso')).closest('a')).toBeNull();
});

it('says more than a thousand of a wide search, with no number of late ones or on the chips', async () => {
  openReport(`${PENDING}?search=pasillo`, twelve, {
    listAllActivities: () => ({ success: true, rows: twelve.slice(0, 5), total: 1000, late: 7, hasMore: true }),
    countFacets: () => ({ success: true, ...ownFacets(twelve, noFilters, ''), hasMore: true }),
  });
  expect(await screen.findByText('más de 1,000 pendientes')).toBeTruthy();
  expect(screen.queryByText(/con retraso/)).toBeNull();
  const chips = within(screen.getByRole('list', { name: 'Urgencia' }));
  await waitFor(() => expect(chips.getAllByRole('button')[0]?.textContent?.trim()).toBe('Con retraso'));
});
