import { addDays } from '@bitacora/core/domain/calendar';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { choose } from './choose.ts';
import { aCompany, anActivity, employee, manager, now, today } from './fake-company.ts';
import { Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

const rows = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1);
const late = anActivity({ id: 7, description: 'Auditar la caja', dueOn: addDays(today, -2), status: 'in_progress' });

it('shows what is pending, the most urgent first, in words as well as in colour', async () => {
  openScreen('/My_Activities', aCompany({ activities: [anActivity({ id: 6 }), anActivity({ id: 5, dueOn: today }), late] }));
  const [first] = await rows();
  expect(first?.textContent).toContain('Auditar la caja');
  expect(first?.textContent).toContain('2 días de retraso');
  expect(first?.textContent).toContain('En progreso');
  expect(first?.dataset.signal).toBe('late');
  expect(await screen.findByText('3 pendientes')).toBeTruthy();
  expect(screen.getByText('1 con retraso')).toBeTruthy();
});

it('counts as late what its rows say is late, and delivered work is neither late nor first', async () => {
  const delivered = anActivity({
    id: 9,
    description: 'Entregar el reporte',
    dueOn: addDays(today, -5),
    status: 'completed',
    closedAt: now,
  });
  openScreen('/My_Activities', aCompany({ activities: [delivered, late, anActivity({ id: 6, dueOn: today })] }));
  const all = await rows();
  expect(all.map((row) => [row.querySelector('[data-card=head]')?.textContent, row.dataset.signal])).toEqual([
    ['7', 'late'],
    ['6', 'late'],
    ['9', 'none'],
  ]);
  expect(all[2]?.textContent).toContain('Entregada');
  expect(all.filter((row) => row.textContent?.includes('de retraso'))).toHaveLength(1);
  expect(screen.getByText('1 con retraso')).toBeTruthy();
});

it('offers what is late, due, not started, rejected or idle, each with its number and as a filter of the address', async () => {
  const rejected = anActivity({ id: 8, status: 'in_progress', rejectedAt: now });
  const { user, address } = openScreen(
    '/My_Activities?sort=-id',
    aCompany({ activities: [late, rejected, anActivity({ id: 6, dueOn: today, daysIdle: 7 })] }),
  );
  const chips = within(await screen.findByRole('list', { name: 'Urgencia' }));
  await waitFor(() =>
    expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Con retraso 1',
      'Vence hoy 1',
      'Vence en 7 días 1',
      'Sin iniciar 1',
      'Rechazada 1',
      'Pide prórroga 0',
      'Sin movimiento 1',
    ]),
  );
  await user.click(chips.getByRole('button', { name: 'Con retraso 1' }));
  await waitFor(() => expect(address()).toBe('/My_Activities?urgencies=late&sort=-id'));
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  await user.click(chips.getByRole('button', { name: 'Rechazada 1', pressed: false }));
  await waitFor(async () => expect((await rows()).map((row) => row.querySelector('[data-card=head]')?.textContent)).toEqual(['8', '7']));
  expect((await rows())[0]?.textContent).toContain('En progresoRechazada');
  await user.click(chips.getByRole('button', { name: 'Con retraso 1', pressed: true }));
  await waitFor(() => expect(address()).toBe('/My_Activities?urgencies=rejected&sort=-id'));
});

it('finds all words of one’s own list in any order, also in names and resolution, and says where', async () => {
  const painted = anActivity({ id: 21, description: 'Pintar el muro', ownerFirstName: 'Zoé', resolution: 'Quedó azul' });
  openScreen('/My_Activities?search=muro+zoe', aCompany({ activities: [painted, anActivity({ id: 22, description: 'Pintar la barda' })] }));
  expect((await rows()).map((row) => row.querySelector('.found-line')?.textContent)).toEqual([expect.stringMatching(/^Creado por: Zoé/)]);
  expect(document.querySelector('.found-line mark')?.textContent).toBe('Zoé');
});

it('draws one page of ten thousand rows', async () => {
  openScreen('/My_Activities?size=50', aCompany({ activities: Array.from({ length: 10_000 }, (_, at) => anActivity({ id: 101 + at })) }));
  expect(await rows()).toHaveLength(50);
});

it('searches without regard to case and accents', async () => {
  const { user } = openScreen(
    '/My_Activities',
    aCompany({ activities: [late, anActivity({ id: 8, description: 'Revisar el CAMIÓN número 4' })] }),
  );
  await user.type(await screen.findByLabelText('Buscar actividad'), 'camion numero');
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  await user.type(screen.getByLabelText('Buscar actividad'), ' nada');
  expect(await screen.findByText('Ninguna actividad coincide con lo que buscas.')).toBeTruthy();
});

it('says its order, and where a search finds nothing offers the nearest words that find something', async () => {
  const { user, address } = openScreen('/My_Activities?search=pasteurisador', aCompany({ activities: [late] }), {
    listAllActivities: ({ search }) => {
      const rows = search === 'pasteurizador' ? [late] : [];
      const counts = { total: rows.length, late: 0, hasMore: false };
      return { success: true, rows, ...counts, ...(rows.length === 0 && { suggestions: ['pasteurizador'] }) };
    },
  });
  expect(await screen.findByText('Rechazadas, luego por fecha')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: '¿Buscabas «pasteurizador»?' }));
  await waitFor(() => expect(address()).toBe('/My_Activities?search=pasteurizador'));
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'ID' }));
  expect(await screen.findByText('Por folio, del menor al mayor')).toBeTruthy();
});

it('goes where one clicks the moment after typing, however busy the browser is', async () => {
  const { user, address } = openScreen('/My_Activities', aCompany({ activities: [late, anActivity({ id: 8 })] }));
  await user.type(await screen.findByLabelText('Buscar actividad'), 'auditar');
  screen.getByRole('link', { name: 'Consultar actividad 7' }).click();
  const isBusyUntil = performance.now() + 300;
  while (performance.now() < isBusyUntil);
  expect(await screen.findByText('CONSULTA DE ACTIVIDAD EN PROCESO')).toBeTruthy();
  expect(address()).toBe('/Consult_My_Activity/7');
});

it('opens from anywhere in its row, but not while its text is selected', async () => {
  const { user, address } = openScreen('/My_Activities', aCompany({ activities: [late] }));
  const text = await screen.findByText('Auditar la caja');
  getSelection()?.selectAllChildren(text);
  text.click();
  expect(address()).toBe('/My_Activities');
  getSelection()?.removeAllRanges();
  await user.click(text);
  await waitFor(() => expect(address()).toBe('/Consult_My_Activity/7'));
});

it('pages five at a time, as many as one likes', async () => {
  const activities = Array.from({ length: 12 }, (_, at) => anActivity({ id: 101 + at }));
  const { user } = openScreen('/My_Activities', aCompany({ activities }));
  expect(await rows()).toHaveLength(5);
  expect(screen.getByText('1–5 de 12')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Última página' }));
  await waitFor(async () => expect(await rows()).toHaveLength(2));
  await choose({ user }, 'Filas por página', /^25$/);
  await waitFor(async () => expect(await rows()).toHaveLength(12));
});

it('keeps search, order and page of one’s pending work in the address, asks only for that page, and opens as a colleague sent it', async () => {
  const activities = Array.from({ length: 12 }, (_, at) => anActivity({ id: 101 + at, description: `Contar el pasillo ${at + 1}` }));
  const { user, address, calls } = openScreen('/My_Activities?search=PASILLO&sort=-id&page=2&size=10', aCompany({ activities }));
  expect((await rows()).map((row) => row.querySelector('[data-card=head]')?.textContent)).toEqual(['102', '101']);
  expect(screen.getByLabelText<HTMLInputElement>('Buscar actividad').value).toBe('PASILLO');
  await user.click(screen.getByRole('button', { name: 'ID' }));
  await waitFor(() => expect(address()).toBe('/My_Activities?search=PASILLO&sort=id&size=10'));
  await user.type(screen.getByLabelText('Buscar actividad'), ' 12');
  expect(await screen.findByText('112')).toBeTruthy();
  await waitFor(() => expect(address()).toBe('/My_Activities?search=PASILLO+12&sort=id&size=10'));
  await user.click(screen.getByRole('button', { name: 'Borrar búsqueda' }));
  await waitFor(() => expect(address()).toBe('/My_Activities?sort=id&size=10'));
  expect(calls).not.toContain('listMyPending');
});

it('keeps the order of the history in the address, and asks only for one page of it', async () => {
  const activities = Array.from({ length: 10_000 }, (_, at) => anActivity({ id: 1 + at, status: 'canceled', canceledAt: now }));
  const { user, address, calls } = openScreen('/My_Historial_Activities?sort=-id&page=2&size=10', aCompany({ activities }));
  expect((await rows()).map((row) => row.querySelector('[data-card=head]')?.textContent)).toEqual(
    Array.from({ length: 10 }, (_, at) => String(9990 - at)),
  );
  expect(await screen.findByText('10,000 canceladas')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'ID' }));
  await waitFor(() => expect(address()).toBe('/My_Historial_Activities?sort=id&size=10'));
  expect(calls).not.toContain('listMyHistory');
});

it('asks for a page of ten thousand pending activities, and for the last one when one goes there', async () => {
  const activities = Array.from({ length: 10_000 }, (_, at) => anActivity({ id: 1 + at }));
  const { user, calls } = openScreen('/My_Activities', aCompany({ activities }));
  expect(await rows()).toHaveLength(5);
  expect(screen.getByText('1–5 de 10,000')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Última página' }));
  await screen.findByText('9,996–10,000 de 10,000');
  expect(await rows()).toHaveLength(5);
  expect(calls.filter((name) => name.startsWith('list') && name !== 'listOwnNotifications')).toEqual([
    'listAllActivities',
    'listAllActivities',
  ]);
});

it('passes over an order and a page that do not exist', async () => {
  openScreen(
    '/My_Historial_Activities?sort=nada&page=9',
    aCompany({ activities: [anActivity({ id: 5, status: 'canceled', canceledAt: now })] }),
  );
  expect(await rows()).toHaveLength(1);
});

it('says that there is nothing pending', async () => {
  openScreen('/My_Activities', aCompany());
  expect(await screen.findByText('No tienes actividades pendientes.')).toBeTruthy();
  expect(screen.getByRole('link', { name: '¿Cómo funciona?' }).getAttribute('href')).toBe('/ayuda#registra-algo-tuyo');
  expect(screen.queryByRole('table')).toBeNull();
});

it('says why a list could not be loaded, and tries again', async () => {
  let isAway = true;
  const { user } = openScreen('/My_Activities', aCompany({ activities: [late] }), {
    listAllActivities: () => {
      if (isAway) throw new Refusal(503, 'database.away', 'El sistema no está disponible por el momento.');
      return { success: true, rows: [late], total: 1, late: 1, hasMore: false };
    },
  });
  expect(await screen.findByText('El sistema no está disponible por el momento.')).toBeTruthy();
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect((await rows())[0]?.textContent).toContain('Auditar la caja');
});

it('shows a skeleton until the list comes', async () => {
  openScreen('/My_Activities', aCompany(), { listAllActivities: () => new Promise(() => {}) });
  expect(await screen.findByText('Cargando…', { selector: '[role=status]' })).toBeTruthy();
});

it('keeps closed work in the history, with when it ended', async () => {
  const closed = { status: 'verified', closedAt: new Date('2026-11-10T18:00:00Z'), verifiedAt: new Date('2026-11-11T18:00:00Z') } as const;
  openScreen('/My_Historial_Activities', aCompany({ activities: [anActivity(closed), late] }));
  const [only, ...others] = await rows();
  expect(others).toHaveLength(0);
  expect(only?.textContent).toContain('10 nov');
  expect(only?.textContent).toContain('Verificado');
});

it('leads a manager from what they assigned to what waits for them', async () => {
  const activities = [anActivity({ id: 9, status: 'completed' }), anActivity({ id: 10, ownerId: manager.id, assigneeId: manager.id })];
  openScreen('/Report_Activities_Assigned', aCompany({ user: manager, activities }));
  const [only, ...others] = await rows();
  expect(others).toHaveLength(0);
  expect(
    within(only as HTMLElement)
      .getByRole('link', { name: 'Consultar actividad 9' })
      .getAttribute('href'),
  ).toBe('/Consult_Activitie_Assigned/9');
  expect(only?.textContent).toContain('Por verificar');
  expect(await screen.findByText('1 asignada')).toBeTruthy();
});

it.each(['/Report_All_Activities_P', '/Home'])('%s leads each reader to their own page of an activity', async (screenPath) => {
  const activities = [
    anActivity({ id: 9, ownerId: manager.id, assigneeId: manager.id }),
    anActivity({ id: 10, status: 'completed', ownerId: manager.id, assigneeId: employee.id }),
  ];
  openScreen(screenPath, aCompany({ user: manager, activities }));
  const hrefs = async () => (await screen.findAllByRole('link')).map((link) => link.getAttribute('href'));
  await waitFor(async () =>
    expect(await hrefs()).toEqual(expect.arrayContaining(['/Consult_My_Activity/9', '/Consult_Activitie_Assigned/10'])),
  );
});

it.each(['/Admin_Assign_Activities', '/Verify_Inbox'])(
  'sends an employee who visits the office screen %s to Home, with a notice',
  async (screenPath) => {
    const { address } = openScreen(screenPath, aCompany({ user: employee }));
    expect(await screen.findByText('No tienes acceso a esa página')).toBeTruthy();
    expect(address()).toBe('/Home');
    expect(screen.queryByRole('link', { name: 'Asignar Actividad' })).toBeNull();
  },
);

it('shows a manager at Home what waits for their verification', async () => {
  openScreen(
    '/Home',
    aCompany({ user: manager, activities: [anActivity({ status: 'completed', closedAt: new Date('2026-11-19T18:00:00Z') })] }),
  );
  expect(await screen.findByText('entregada ayer')).toBeTruthy();
});

it('knows the addresses it does not know', async () => {
  openScreen('/No_existe', aCompany());
  expect(await screen.findByRole('heading', { name: 'No encontramos esa página' })).toBeTruthy();
});

const [PAGER, FOOTER] = [60, 65];
/** A pager below the rows of a list, and a footer below its page. */
function givePagerAndFooter() {
  const rect = Element.prototype.getBoundingClientRect;
  const spy = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.matches('.table-frame, .page')) return new DOMRect(0, 0, 800, PAGER);
    return this.matches('.footer') ? new DOMRect(0, 0, 800, FOOTER) : rect.call(this);
  });
  onTestFinished(() => spy.mockRestore());
}

it('keeps the size that one chose for every list and the next visit, and fills the window when asked to', async () => {
  givePagerAndFooter();
  const closed = (at: number) => anActivity({ id: 201 + at, status: 'verified', closedAt: new Date('2026-11-10T18:00:00Z') });
  const activities = [
    ...Array.from({ length: 40 }, (_, at) => anActivity({ id: 101 + at })),
    ...Array.from({ length: 12 }, (_, at) => closed(at)),
  ];
  const { user, address, go, askedInBackground } = openScreen('/My_Activities', aCompany({ activities }));
  expect(await rows()).toHaveLength(5);
  await choose({ user }, 'Filas por página', /^10$/);
  await waitFor(() => expect(address()).toBe('/My_Activities?size=10'));
  expect(askedInBackground).toContain('saveListSize');
  // One choice for all lists.
  await go('/My_Historial_Activities');
  await waitFor(async () => expect(await rows()).toHaveLength(10));
  await go('/My_Activities');
  await waitFor(async () => expect(await rows()).toHaveLength(10));
  await choose({ user }, 'Filas por página', /^Ajustar a la pantalla$/);
  await waitFor(() => expect(address()).toBe('/My_Activities?size=fit'));
  const fitted = Math.floor((window.innerHeight - PAGER - FOOTER) / 41);
  await waitFor(async () => expect(await rows()).toHaveLength(fitted));
  await go('/My_Activities?page=2');
  await waitFor(async () => expect(await rows()).toHaveLength(fitted));
});
