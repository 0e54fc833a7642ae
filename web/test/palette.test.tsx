import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { complaints } from './complaints.ts';
import { aCompany, anActivity, employee, manager } from './fake-company.ts';
import { Refusal } from './fake-transport.ts';
import { act, openScreen } from './open-screen.tsx';

const hit = (id: number, overrides = {}) => ({
  id,
  description: `Actividad número ${id}`,
  topic: 'Inventarios',
  status: 'in_progress' as const,
  isOwner: false,
  isAssignee: false,
  rejectedAt: null,
  requestedTo: null,
  isImported: false,
  found: null,
  ...overrides,
});
const resultsOf = (...hits: ReturnType<typeof hit>[]) => ({
  searchActivities: () => ({ success: true as const, hits, people: [], topics: [] }),
});
const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Buscar y navegar' });
const options = () =>
  within(screen.getByRole('dialog', { name: 'Buscar y navegar' }))
    .getAllByRole('option')
    .map((option) => option.textContent);
const pointed = async () => document.getElementById((await field()).getAttribute('aria-activedescendant') ?? '')?.textContent;

afterEach(() => sessionStorage.clear());

it('opens with Ctrl+K or ⌘K, and Escape gives the focus back', async () => {
  const { user } = openScreen('/My_Activities', aCompany());
  const search = await screen.findByRole('link', { name: 'Consultar pendientes' });
  for (const keys of ['{Control>}k{/Control}', '{Meta>}k{/Meta}']) {
    search.focus();
    await user.keyboard(keys);
    const input = await field();
    await waitFor(() => expect(document.activeElement).toBe(input));
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(search);
  }
});

/** What `look` says as soon as the page is such that it says anything, before anybody could press a key. */
function atOnce<Seen>(look: () => Seen | undefined): Promise<Seen> {
  const { promise, resolve } = Promise.withResolvers<Seen>();
  const changes = new MutationObserver(() => {
    const value = look();
    if (value === undefined) return;
    changes.disconnect();
    resolve(value);
  });
  changes.observe(document.body, { childList: true, subtree: true });
  return promise;
}

it('handles its keys from the moment the screen is there', async () => {
  const isHandled = atOnce(() => (screen.queryByRole('main') ? !fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true }) : undefined));
  openScreen('/My_Activities', aCompany());
  expect(await isHandled).toBe(true);
  await field();
});

it('keeps what is written before its field is there, and gives the focus back all the same', async () => {
  openScreen('/My_Activities', aCompany({ activities: [anActivity()] }));
  const filter = await screen.findByLabelText<HTMLInputElement>('Buscar actividad');
  filter.focus();
  fireEvent.keyDown(filter, { key: 'k', ctrlKey: true });
  const unseen = document.activeElement as HTMLInputElement;
  const next = atOnce(() => (unseen.isConnected ? undefined : document.activeElement));
  expect(unseen).not.toBe(filter);
  unseen.value = 'his';
  // Nothing is to be seen yet, and somebody presses once more.
  fireEvent.keyDown(unseen, { key: 'k', ctrlKey: true });
  expect(document.activeElement).toBe(unseen);
  unseen.value += 'tóri';
  // From the one field to the other without a moment between them.
  expect(await next).toBe(await field());
  expect((await field()).value).toBe('históri');
  expect((await field()).selectionStart).toBe(7);
  expect(options()).toEqual(['Historial finalizadas']);
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  await waitFor(() => expect(document.activeElement).toBe(filter));
});

it('leads to every screen the person may open, and to no other', async () => {
  const { user, address } = openScreen('/My_Activities', aCompany({ user: employee }));
  await user.click((await screen.findAllByRole('button', { name: /^Buscar/ }))[0] as HTMLElement);
  await field();
  expect(options()).toEqual([
    'Inicio',
    'Avisos',
    'Solicitudes',
    'Consultar pendientes',
    'Historial finalizadas',
    'Mi perfil',
    'Registrar nueva actividad',
    'Pedir trabajo',
    'Modo oscuro o claro',
    'Atajos de teclado',
  ]);
  await user.keyboard('HISTÓRIAL');
  expect(options()).toEqual(['Historial finalizadas']);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/My_Historial_Activities'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('goes around with the arrows, the cursor staying in the field', async () => {
  const { user, address } = openScreen('/My_Activities', aCompany());
  await screen.findByText('No tienes actividades pendientes.');
  await user.keyboard('{Control>}k{/Control}');
  await field();
  expect(await pointed()).toBe('Inicio');
  await user.keyboard('{ArrowUp}');
  expect(await pointed()).toBe('Atajos de teclado');
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(await pointed()).toBe('Mi perfil');
  expect(document.activeElement).toBe(await field());
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(address()).toBe('/Record_new_activity'));
});

it.each([
  ['my own work in process', hit(7, { isAssignee: true }), '/Consult_My_Activity/7'],
  ['what I handed out', hit(7, { isOwner: true }), '/Consult_Activitie_Assigned/7'],
  ['what I look after', hit(7), '/Consult_Activitie_Assigned/7'],
  ['what is finished', hit(7, { isAssignee: true, status: 'verified' }), '/Consult_Completed_Activity/7'],
])('finds by folio and opens the right page for %s', async (_, activity, page) => {
  const company = aCompany({ user: manager, activities: [anActivity({ id: 7 })] });
  const { user, address } = openScreen('/My_Activities', company, resultsOf(activity));
  await screen.findByText('No tienes actividades pendientes.');
  await user.keyboard('{Control>}k{/Control}');
  // Enter is quicker than the answer.
  await user.type(await field(), '7{Enter}');
  await waitFor(() => expect(address()).toBe(page));
});

it('says where the words are outside the description, and finds people and topics', async () => {
  const place = { where: 'comment' as const, snippet: 'Llegó la bomba', marks: [[9, 14]] as [number, number][] };
  const { user, address } = openScreen('/My_Activities', aCompany({ user: manager }), {
    searchActivities: () => ({
      success: true as const,
      hits: [hit(7, { found: place })],
      people: [{ id: 4, name: 'Ana Bomba', position: 'ANALISTA', department: 'Calidad', isActive: true }],
      topics: [{ id: 2, name: 'Bombas', department: 'Calidad' }],
    }),
  });
  await screen.findByText('No tienes actividades pendientes.');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await field(), 'bomba');
  await screen.findByText('3 resultados');
  expect(options()).toEqual(['Ana BombaANALISTA', expect.stringContaining('Comentario: Llegó la bomba'), 'BombasCalidad']);
  expect(document.querySelector('mark')?.textContent).toBe('bomba');
  await user.click(screen.getByRole('option', { name: /^Ana Bomba/ }));
  await waitFor(() => expect(address()).toBe('/Person_Load/4'));
});

it('asks once for what one types without a pause, and says how many it found', async () => {
  const { user, calls } = openScreen('/My_Activities', aCompany(), resultsOf(hit(7), hit(8)));
  await screen.findByText('No tienes actividades pendientes.');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await field(), 'número');
  expect(await screen.findByText('2 resultados')).toBeTruthy();
  expect(calls.filter((name) => name === 'searchActivities')).toHaveLength(1);
  expect(options()).toEqual([expect.stringContaining('Actividad número 7'), expect.stringContaining('Actividad número 8')]);
});

it('says what is too short, what finds nothing and what failed, and tries again', async () => {
  let isAway = true;
  const { user, calls } = openScreen('/My_Activities', aCompany(), {
    searchActivities: () => {
      if (isAway) throw new Refusal(503, 'database.away', 'El sistema no está disponible por el momento.');
      return { success: true, hits: [], people: [], topics: [] };
    },
  });
  await screen.findByText('No tienes actividades pendientes.');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await field(), 'x');
  expect(screen.getByText('Escribe dos letras o más, o un folio.')).toBeTruthy();
  expect(calls).not.toContain('searchActivities');
  await user.type(await field(), 'zz');
  expect(await screen.findByText('El sistema no está disponible por el momento.')).toBeTruthy();
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('Nada coincide con «xzz».')).toBeTruthy();
});

it('offers the nearest words where nothing is found, and searches for those that are chosen', async () => {
  const { user } = openScreen('/My_Activities', aCompany(), {
    searchActivities: ({ text }) => {
      const isKnown = text === 'pasteurizador';
      return { success: true, hits: isKnown ? [hit(7)] : [], people: [], topics: [], ...(!isKnown && { suggestions: ['pasteurizador'] }) };
    },
  });
  await screen.findByText('No tienes actividades pendientes.');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await field(), 'pasteurisador');
  await screen.findByText('¿Buscabas «pasteurizador»?');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Actividad número 7')).toBeTruthy();
  expect((await field()).value).toBe('pasteurizador');
});

it('offers what was consulted lately first, and forgets it at logout', async () => {
  const company = aCompany({ activities: [anActivity({ id: 101 })] });
  const { user } = openScreen('/Consult_My_Activity/101', company, { logOut: () => ({ success: true, logoutUrl: null }) });
  await act('Iniciar Trabajo');
  await user.keyboard('{Control>}k{/Control}');
  await field();
  expect(options()[0]).toContain('Conciliar el inventario del almacén norte');
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  await user.click((await screen.findAllByRole('button', { name: 'Cerrar sesión' }))[0] as HTMLElement);
  await waitFor(() => expect(sessionStorage).toHaveLength(0));
});

it('changes the theme', async () => {
  const { user } = openScreen('/My_Activities', aCompany());
  await screen.findByText('No tienes actividades pendientes.');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await field(), 'modo oscuro');
  await user.keyboard('{Enter}');
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(screen.getAllByRole('button', { name: 'Modo claro' }).length).toBeGreaterThan(0);
  await user.click(screen.getAllByRole('button', { name: 'Modo claro' })[0] as HTMLElement);
});

it('lists the shortcuts with «?», unless one writes or has turned that off', async () => {
  const { user } = openScreen('/My_Activities', aCompany({ activities: [anActivity()] }));
  await user.type(await screen.findByLabelText('Buscar actividad'), '?');
  expect(screen.queryByRole('dialog')).toBeNull();
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('?');
  const help = within(await screen.findByRole('dialog', { name: 'Atajos de teclado' }));
  await user.click(help.getByLabelText('Usar atajos de una sola tecla'));
  await user.click(help.getAllByRole('button', { name: 'Cerrar' })[1] as HTMLElement);
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('?');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('has nothing serious against it', async () => {
  const { user } = openScreen('/My_Activities', aCompany({ user: manager }), resultsOf(hit(7)));
  await screen.findByText('No tienes actividades pendientes.');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await field(), 'activ');
  await screen.findByRole('option', { name: /idad número 7/ });
  expect(await complaints()).toEqual([]);
});
