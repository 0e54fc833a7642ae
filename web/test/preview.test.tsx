import { addDays } from '@bitacora/core/domain/calendar';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { setHelpKey } from '../src/layout/palette/shortcuts.ts';
import { complaints } from './complaints.ts';
import { aCompany, aDocument, anActivity, type Comment, employee, manager, now, today } from './fake-company.ts';
import { act, openScreen } from './open-screen.tsx';

const three = [1, 2, 3].map((at) =>
  anActivity({
    id: 200 + at,
    status: 'in_progress',
    dueOn: addDays(today, at),
    description: `Contar el pasillo ${at}. ${'Con cuidado. '.repeat(40)}`,
  }),
);
const comments = [1, 2].map(
  (id): Comment => ({ id, authorId: 2, authorName: employee.name, body: `Van ${id} de 8`, writtenAt: new Date(now.getTime() + id) }),
);
const open = (address = '/Report_Activities_Assigned') =>
  openScreen(
    address,
    aCompany({ user: manager, activities: three.map((activity) => ({ ...activity })), comments, documents: [aDocument(1), aDocument(2)] }),
  );
const panel = async (folio: number) => within(await screen.findByRole('complementary', { name: `Vista previa de la actividad ${folio}` }));
const link = (folio: number) => screen.findByRole('link', { name: `Consultar actividad ${folio}` });

it('shows the row that has the focus beside the list, follows the focus, and gives it back', async () => {
  const { user, address } = open();
  (await link(201)).focus();
  await user.keyboard(' ');
  const first = await panel(201);
  expect(first.getByText(/^Contar el pasillo 1\./).textContent).toHaveLength(three[0]?.description.length ?? 0);
  expect(await first.findByText('Van 2 de 8')).toBeTruthy();
  expect(first.queryByText('Van 1 de 8')).toBeNull();
  expect(await first.findByText('Documentos: 2')).toBeTruthy();
  expect(await complaints()).toEqual([]);
  await user.keyboard('j');
  await panel(202);
  await user.keyboard('{ArrowDown}');
  await panel(203);
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement?.className).toBe('preview');
  await user.keyboard('{ArrowUp}');
  await panel(202);
  await user.keyboard('{ArrowRight}{Escape}');
  await waitFor(() => expect(screen.queryByRole('complementary', { name: /Vista previa/ })).toBeNull());
  expect(document.activeElement).toBe(await link(202));
  expect(address()).toBe('/Report_Activities_Assigned');
});

it('offers the acts, after which the list stays', async () => {
  const { user, address, calls } = open();
  await user.click(await screen.findByRole('button', { name: 'Ver la actividad 203 a un lado' }));
  await panel(203);
  await user.click(await act('Cancelar Actividad'));
  await user.click(await screen.findByRole('button', { name: 'Sí, cancelar' }));
  expect(await screen.findByText('Actividad cancelada')).toBeTruthy();
  expect(address()).toBe('/Report_Activities_Assigned');
  await waitFor(() => expect(calls.filter((name) => name === 'listAssignedByMe').length).toBeGreaterThan(1));
  expect((await panel(203)).getByRole('button', { name: 'Cerrar vista previa' })).toBeTruthy();
});

it('pauses at once beside the list too, and undoes it', async () => {
  const { user, calls } = openScreen('/My_Activities', aCompany({ activities: three.map((activity) => ({ ...activity })) }));
  await user.click(await screen.findByRole('button', { name: 'Ver la actividad 203 a un lado' }));
  await panel(203);
  await user.click(await act('Poner en pausa'));
  expect(await (await panel(203)).findByText('En pausa')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  await waitFor(() => expect(calls).toContain('resumeActivity'));
  expect(await act('Poner en pausa')).toBeTruthy();
});

const noPanel = () => waitFor(() => expect(screen.queryByRole('complementary', { name: /Vista previa/ })).toBeNull());

it('shows another row at a press on its arrow, and closes at a second press', async () => {
  const { user } = open();
  const arrow = (folio: number) => screen.findByRole('button', { name: `Ver la actividad ${folio} a un lado` });
  await user.click(await arrow(201));
  await panel(201);
  await user.click(await arrow(203));
  await panel(203);
  await user.click(await arrow(203));
  await noPanel();
});

it('shows what an act took out of the list as it is now, until the list is another one', async () => {
  const { user, go } = open('/Report_Activities_Assigned?statuses=in_progress');
  await user.click(await screen.findByRole('button', { name: 'Ver la actividad 203 a un lado' }));
  await panel(203);
  await user.click(await act('Cancelar Actividad'));
  await user.click(await screen.findByRole('button', { name: 'Sí, cancelar' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Consultar actividad 203' })).toBeNull());
  const left = await panel(203);
  expect(left.getByText('Cancelado')).toBeTruthy();
  expect(left.queryByRole('button', { name: 'Cancelar Actividad' })).toBeNull();
  await go('/Report_Activities_Assigned?statuses=in_progress&search=pasillo');
  await noPanel();
});

it('closes when the list goes to another page', async () => {
  const { user, go } = open('/Report_Activities_Assigned?sort=id');
  await user.click(await screen.findByRole('button', { name: 'Ver la actividad 201 a un lado' }));
  await panel(201);
  await go('/Report_Activities_Assigned?sort=id&search=3');
  await noPanel();
  await go('/Report_Activities_Assigned?sort=id');
  expect(await link(201)).toBeTruthy();
  await noPanel();
});

it('opens, moves and closes with keys that are no letters, also where single keys are off', async () => {
  setHelpKey(false);
  onTestFinished(() => setHelpKey(true));
  const { user } = open();
  (await link(201)).focus();
  await user.keyboard(' ');
  await panel(201);
  await user.keyboard('{ArrowDown}');
  await panel(202);
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement?.className).toBe('preview');
  await user.keyboard('{Escape}');
  await noPanel();
});
