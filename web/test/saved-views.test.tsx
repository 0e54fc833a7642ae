import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { NamedView } from '../src/saved-views/views-panel.tsx';
import { complaints } from './complaints.ts';
import { adminAnswers, anAssignment, someAdminData } from './fake-admin.ts';
import { aCompany, anActivity, employee, manager, now } from './fake-company.ts';
import { type Handlers, Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

const PENDING = '/Report_All_Activities_P';
const urgent: NamedView = { id: 1, screen: 'pending_report', name: 'Lo urgente', query: 'priorities=critical&sort=daysLeft' };
const elsewhere: NamedView = { id: 2, screen: 'pending', name: 'De otra pantalla', query: 'search=x' };

const answersOver = (savedViews: NamedView[]): Handlers => ({
  listSavedViews: () => savedViews,
  saveView: (view) => {
    const at = savedViews.findIndex(({ screen: where, name }) => where === view.screen && name === view.name.trim());
    const id = at < 0 ? savedViews.length + 10 : (savedViews[at] as NamedView).id;
    savedViews.splice(at < 0 ? savedViews.length : at, 1, { ...view, name: view.name.trim(), id });
    return { success: true, id };
  },
  removeSavedView: ({ viewId }) => {
    savedViews.splice(
      savedViews.findIndex(({ id }) => id === viewId),
      1,
    );
    return { success: true };
  },
});
const open = (address = PENDING, savedViews = [urgent, elsewhere], answers: Handlers = {}) => ({
  savedViews,
  ...openScreen(address, aCompany({ user: manager, activities: [anActivity({ priority: 'critical' }), anActivity({ id: 102 })] }), {
    ...answersOver(savedViews),
    ...answers,
  }),
});
const panel = async ({ user }: Pick<ReturnType<typeof open>, 'user'>) => {
  await user.click(await screen.findByRole('button', { name: 'Vistas' }));
  return within(await screen.findByRole('dialog', { name: 'Vistas guardadas' }));
};

it('offers three ready views that nobody can remove, on lists of work', async () => {
  const app = open(PENDING, []);
  const views = await panel(app);
  expect(await views.findByRole('button', { name: 'Aplicar Vence en 7 días' })).toBeTruthy();
  expect(views.queryByRole('button', { name: /^Borrar/ })).toBeNull();
  await app.user.click(views.getByRole('button', { name: 'Aplicar Sin iniciar' }));
  await waitFor(() => expect(app.address()).toBe(`${PENDING}?urgencies=notStarted`));
});

it('applies a view of this screen, and marks the one in use', async () => {
  const app = open();
  const views = await panel(app);
  expect(await views.findByRole('button', { name: 'Aplicar Lo urgente' })).toBeTruthy();
  expect(views.queryByText('De otra pantalla')).toBeNull();
  expect(await complaints()).toEqual([]);
  await app.user.click(views.getByRole('button', { name: 'Aplicar Lo urgente' }));
  await waitFor(() => expect(app.address()).toBe(`${PENDING}?priorities=critical&sort=daysLeft`));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Consultar actividad 102' })).toBeNull());
  const again = await panel(app);
  expect((await again.findByRole('button', { name: 'Aplicar Lo urgente' })).getAttribute('aria-current')).toBe('true');
  await app.user.click(again.getByRole('button', { name: 'Vista inicial' }));
  await waitFor(() => expect(app.address()).toBe(PENDING));
});

it('saves what is on the screen under a name, without the page', async () => {
  const app = open(`${PENDING}?search=inventario&page=1&size=10`);
  await app.user.click(await (await panel(app)).findByRole('button', { name: 'Guardar esta vista' }));
  await app.user.type(await screen.findByLabelText('Nombre'), 'Inventarios');
  await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Guardar esta vista' }));
  expect(await screen.findByText('Vista guardada')).toBeTruthy();
  expect(app.savedViews.at(-1)).toMatchObject({
    id: 12,
    screen: 'pending_report',
    name: 'Inventarios',
    query: 'search=inventario&size=10',
  });
});

it('says why a view was not saved, and keeps its name', async () => {
  const app = open(PENDING, [], {
    saveView: () => {
      throw new Refusal(409, 'savedView.tooMany', 'Ya tienes 30 vistas guardadas de esta pantalla. Borra alguna para guardar otra.');
    },
  });
  const views = await panel(app);
  expect(await views.findByText(/Guarda aquí los filtros/)).toBeTruthy();
  await app.user.click(views.getByRole('button', { name: 'Guardar esta vista' }));
  await app.user.type(await screen.findByLabelText('Nombre'), 'Una más');
  await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Guardar esta vista' }));
  expect(await screen.findByText(/Ya tienes 30 vistas guardadas/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Una más');
});

it('replaces a view by what is on the screen', async () => {
  const app = open(`${PENDING}?search=caja`);
  await app.user.click(await (await panel(app)).findByRole('button', { name: 'Guardar lo que se ve como Lo urgente' }));
  expect(await screen.findByText('Vista actualizada')).toBeTruthy();
  expect(app.savedViews[0]).toMatchObject({ ...urgent, query: 'search=caja' });
});

it('takes a view away after asking', async () => {
  const app = open();
  await app.user.click(await (await panel(app)).findByRole('button', { name: 'Borrar Lo urgente' }));
  expect(await screen.findByText('Se borra «Lo urgente». Las actividades no cambian.')).toBeTruthy();
  await app.user.click(screen.getByRole('button', { name: 'Sí, borrar' }));
  expect(await screen.findByText('Vista borrada')).toBeTruthy();
  expect(app.savedViews).toEqual([elsewhere]);
});

it.each([
  ['/Home', manager],
  ['/Report_Activities_Assigned', manager],
  ['/Report_All_Activities_C', manager],
  ['/My_Activities', employee],
  ['/My_Historial_Activities', employee],
  ['/Verify_Inbox', manager],
  ['/Admin_Users', manager],
  ['/Admin_Projects', manager],
  ['/Admin_Assign_Projects', manager],
])('is offered at %s', async (address, user) => {
  const activities = [
    anActivity({ assigneeId: user.id, ownerId: manager.id }),
    anActivity({ id: 102, assigneeId: user.id, status: 'canceled' }),
    anActivity({ id: 103, status: 'completed', closedAt: now }),
  ];
  openScreen(address, aCompany({ user, activities }), {
    ...adminAnswers(someAdminData({ assignments: [anAssignment()] })),
    ...answersOver([]),
  });
  expect(await screen.findByRole('button', { name: 'Vistas' })).toBeTruthy();
});
