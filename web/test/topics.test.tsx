import { noFilters } from '@bitacora/core/domain/reports/report';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { choose } from './choose.ts';
import { type AdminData, adminAnswers, anAccount, anAssignment, aTopic, someAdminData } from './fake-admin.ts';
import { aCompany, employee, manager } from './fake-company.ts';
import { type Handlers, Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';
import { ownFacets } from './own-page.ts';

const open = (address: string, adminData: AdminData, answers: Handlers = {}) =>
  openScreen(address, aCompany({ user: manager }), { ...adminAnswers(adminData), ...answers });
const dialog = async () => within(await screen.findByRole('dialog'));
const rows = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1);
const away = () => {
  throw new Refusal(503, 'database.away', '');
};

it('registers a topic, says so and shows it', async () => {
  const adminData = someAdminData();
  const { user } = open('/Admin_Projects', adminData);
  await user.click(await screen.findByRole('button', { name: 'Registrar tema' }));
  const form = await dialog();
  await user.type(form.getByLabelText('Tema'), 'Calidad');
  await user.type(form.getByLabelText('Descripción'), 'Auditorías internas');
  await choose({ user }, 'Departamento', /^GENERAL$/);
  await user.click(form.getByRole('button', { name: 'Registrar tema' }));
  expect(await screen.findByText('Tema registrado.')).toBeTruthy();
  await waitFor(async () => expect((await rows())[0]?.textContent).toContain('Auditorías internas'));
  expect(adminData.topics.at(-1)).toMatchObject({ name: 'Calidad', department: 'GENERAL' });
});

it('says beside its field what a topic lacks, and asks nothing of the server', async () => {
  const { user, calls } = open('/Admin_Projects', someAdminData());
  await user.click(await screen.findByRole('button', { name: 'Registrar tema' }));
  const form = await dialog();
  await user.click(form.getByRole('button', { name: 'Registrar tema' }));
  expect(await form.findAllByText('Este campo es obligatorio.')).toHaveLength(2);
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Tema')));
  expect(calls).not.toContain('createTopic');
});

it('reports a duplicate name at the name, and keeps what was written', async () => {
  const { user } = open('/Admin_Projects', someAdminData());
  await user.click(await screen.findByRole('button', { name: 'Registrar tema' }));
  const form = await dialog();
  await user.type(form.getByLabelText('Tema'), 'inventarios');
  await choose({ user }, 'Departamento', /^OPERACIONES$/);
  await user.click(form.getByRole('button', { name: 'Registrar tema' }));
  expect(await form.findByText('Ya existe un tema con ese nombre.')).toBeTruthy();
  expect(form.queryByRole('alert')).toBeNull();
  expect(form.getByLabelText<HTMLInputElement>('Tema').getAttribute('aria-invalid')).toBe('true');
});

it('edits the description and the department of a topic, never its name', async () => {
  const adminData = someAdminData();
  const { user } = open('/Admin_Projects', adminData);
  await user.click(await screen.findByRole('button', { name: 'Editar tema Inventarios' }));
  const form = await dialog();
  expect(form.queryByLabelText('Tema')).toBeNull();
  await user.clear(form.getByLabelText('Descripción'));
  await choose({ user }, 'Departamento', /^GENERAL$/);
  await user.click(form.getByRole('button', { name: 'Guardar cambios' }));
  expect(await screen.findByText('Tema actualizado.')).toBeTruthy();
  expect(adminData.topics).toMatchObject([aTopic({ description: null, department: 'GENERAL' })]);
});

it('says that somebody else changed it, keeps the text, and saves it at the second confirmation', async () => {
  const adminData = someAdminData();
  const versions: (string | undefined)[] = [];
  const { user } = open('/Admin_Projects', adminData, {
    updateTopic: ({ seen, description }) => {
      versions.push(seen);
      if (seen !== adminData.topics[0]?.version) throw new Refusal(409, 'edit.outdated', 'Alguien más lo cambió. Ahora dice «De Ana».');
      adminData.topics = [aTopic({ description, version: 'v3' })];
      return { success: true };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Editar tema Inventarios' }));
  const form = await dialog();
  await user.clear(form.getByLabelText('Descripción'));
  await user.type(form.getByLabelText('Descripción'), 'De Beto');
  adminData.topics = [aTopic({ description: 'De Ana', version: 'v2' })];
  await user.click(form.getByRole('button', { name: 'Guardar cambios' }));
  expect((await form.findByRole('alert')).textContent).toContain('Alguien más lo cambió.');
  expect(form.getByLabelText<HTMLTextAreaElement>('Descripción').value).toBe('De Beto');
  await screen.findByText('De Ana');
  await user.click(form.getByRole('button', { name: 'Guardar cambios' }));
  expect(await screen.findByText('Tema actualizado.')).toBeTruthy();
  expect(versions).toEqual(['v1', 'v2']);
});

it('has its own sentences for a server that says nothing', async () => {
  const { user } = open('/Admin_Projects', someAdminData(), { createTopic: away, updateTopic: away });
  await user.click(await screen.findByRole('button', { name: 'Editar tema Inventarios' }));
  await user.click((await dialog()).getByRole('button', { name: 'Guardar cambios' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Error al actualizar el tema.');
  await user.click((await dialog()).getByRole('button', { name: 'Cancelar' }));
  await user.click(screen.getByRole('button', { name: 'Registrar tema' }));
  const form = await dialog();
  await user.type(form.getByLabelText('Tema'), 'Calidad');
  await choose({ user }, 'Departamento', /^GENERAL$/);
  await user.click(form.getByRole('button', { name: 'Registrar tema' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Error al registrar el tema.');
});

it('searches topics by name, description and department', async () => {
  const { user } = open('/Admin_Projects', someAdminData({ topics: [aTopic(), aTopic({ id: 2, name: 'Nómina', description: null })] }));
  await user.type(await screen.findByLabelText('Buscar tema'), 'nomina');
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect((await rows())[0]?.textContent).toContain('Sin descripción');
});

it('says that there are no topics yet', async () => {
  open('/Admin_Projects', someAdminData({ topics: [] }));
  expect(await screen.findByText(/Todavía no hay temas/)).toBeTruthy();
});

it('says why the topics did not come, and tries again', async () => {
  let isAway = true;
  const { user } = open('/Admin_Projects', someAdminData(), { listTopics: () => (isAway ? away() : [aTopic()]) });
  const retry = await screen.findByRole('button', { name: 'Reintentar' });
  isAway = false;
  await user.click(retry);
  expect((await rows())[0]?.textContent).toContain('Inventarios');
});

it('assigns a topic to somebody active of another department', async () => {
  const adminData = someAdminData({
    topics: [aTopic(), aTopic({ id: 2, name: 'Avisos', department: 'GENERAL' })],
    accounts: [
      anAccount(),
      anAccount({ id: 3, firstName: 'Ñusta', lastName: 'Zárate', department: 'FINANZAS' }),
      anAccount({ id: 4, firstName: 'Luis', lastName: 'Vega', department: 'FINANZAS', isActive: false }),
    ],
  });
  const app = open('/Admin_Assign_Projects', adminData);
  expect(await screen.findByText(/Nadie trabaja en temas de otro departamento/)).toBeTruthy();
  await app.user.click(screen.getByRole('button', { name: 'Asignar tema' }));
  await choose(app, 'Tema', /Inventarios/);
  expect(document.querySelectorAll('li[role="option"]')).toHaveLength(1);
  await choose(app, 'Empleados', /Ñusta Zárate/);
  await app.user.click((await dialog()).getByRole('button', { name: 'Asignar tema' }));
  expect(await screen.findByText('Tema asignado.')).toBeTruthy();
  await waitFor(async () => expect((await rows())[0]?.textContent).toContain('Ñusta Zárate'));
});

it('assigns a topic to several at once, and keeps those whose turn did not come', async () => {
  const finance = { department: 'FINANZAS' };
  const adminData = someAdminData({
    accounts: [3, 4, 5].map((id) => anAccount({ ...finance, id, employeeNumber: `${id}`, firstName: `Persona${id}`, lastName: 'Z' })),
  });
  let isRefusing = true;
  const given: number[] = [];
  const app = open('/Admin_Assign_Projects', adminData, {
    assignTopic: ({ userId }) => {
      if (isRefusing && userId === 4) throw new Refusal(409, 'assignment.duplicate', 'Esa persona ya tiene asignado ese tema.');
      given.push(userId);
      return { success: true, id: userId };
    },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Asignar tema' }));
  await choose(app, 'Tema', /Inventarios/);
  for (const id of [3, 4, 5]) await choose(app, 'Empleados', new RegExp(`Persona${id}`));
  await app.user.click((await dialog()).getByRole('button', { name: 'Asignar tema' }));
  expect(await screen.findByText('Esa persona ya tiene asignado ese tema.')).toBeTruthy();
  isRefusing = false;
  await app.user.click((await dialog()).getByRole('button', { name: 'Asignar tema' }));
  expect(await screen.findByText('Tema asignado.')).toBeTruthy();
  expect(given).toEqual([3, 4, 5]);
});

it('narrows the topics by department and says their open work, each count a link to its rows', async () => {
  const topics = [aTopic(), aTopic({ id: 2, name: 'Nómina', department: 'FINANZAS' })];
  const countFacets = () => ({ success: true as const, ...ownFacets([], noFilters, ''), topics: [{ name: 'Nómina', total: 7 }] });
  const app = open('/Admin_Projects', someAdminData({ topics }), { countFacets });
  expect((await screen.findByRole('link', { name: '7 abiertas de Nómina' })).getAttribute('href')).toBe(
    '/Report_All_Activities_P?topics=N%C3%B3mina',
  );
  await choose(app, 'Filtrar por departamento', /^FINANZAS \(1\)$/);
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(app.address()).toBe('/Admin_Projects?department=FINANZAS');
  await choose(app, 'Filtrar por departamento', /^Departamento: todos$/);
  await waitFor(async () => expect(await rows()).toHaveLength(2));
});

it('asks for topic and employee, and reports a refusal at the employee', async () => {
  const adminData = someAdminData({ accounts: [anAccount({ id: 3, firstName: 'Ñusta', lastName: 'Zárate', department: 'FINANZAS' })] });
  const app = open('/Admin_Assign_Projects', adminData, {
    assignTopic: () => {
      throw new Refusal(409, 'assignment.duplicate', 'Esa persona ya tiene asignado ese tema.');
    },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Asignar tema' }));
  await screen.findByText('Los temas GENERAL no se asignan: ya son de todos.');
  await app.user.click((await dialog()).getByRole('button', { name: 'Asignar tema' }));
  expect(await screen.findAllByText('Este campo es obligatorio.')).toHaveLength(2);
  expect(app.calls).not.toContain('assignTopic');
  await choose(app, 'Tema', /Inventarios/);
  await choose(app, 'Empleados', /Ñusta/);
  await app.user.click((await dialog()).getByRole('button', { name: 'Asignar tema' }));
  expect(await screen.findByText('Esa persona ya tiene asignado ese tema.')).toBeTruthy();
});

it('removes an assignment after asking, with the cursor on the harmless answer', async () => {
  const { user } = open('/Admin_Assign_Projects', someAdminData({ assignments: [anAssignment()] }));
  await user.click(await screen.findByRole('button', { name: 'Eliminar asignación de Inventarios a Ñusta Zárate' }));
  expect(await screen.findByText('¿Eliminar la asignación?')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('No');
  await user.click((await dialog()).getByRole('button', { name: 'Sí, eliminar' }));
  expect(await screen.findByText('Asignación eliminada.')).toBeTruthy();
  expect(await screen.findByText(/Nadie trabaja en temas de otro departamento/)).toBeTruthy();
});

it('keeps the assignment when its removal fails, and says so', async () => {
  const { user } = open('/Admin_Assign_Projects', someAdminData({ assignments: [anAssignment()] }), { withdrawTopic: away });
  await user.click(await screen.findByRole('button', { name: /^Eliminar asignación/ }));
  await user.click((await dialog()).getByRole('button', { name: 'Sí, eliminar' }));
  expect((await screen.findByRole('alert')).textContent).toContain('No se pudo eliminar la asignación.');
});

it.each(['/Admin_Projects', '/Admin_Assign_Projects'])('keeps %s from an employee, menu included', async (address) => {
  const app = openScreen(address, aCompany({ user: employee }));
  expect(await screen.findByText('No tienes acceso a esa página')).toBeTruthy();
  expect(app.address()).toBe('/Home');
  expect(screen.queryByRole('link', { name: 'Registrar Temas' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Asignación tema externo' })).toBeNull();
});

it('registers a topic in a department that is typed, and offers none twice', async () => {
  const adminData = someAdminData();
  const { user } = open('/Admin_Projects', adminData);
  await user.click(await screen.findByRole('button', { name: 'Registrar tema' }));
  const form = await dialog();
  await user.type(form.getByLabelText('Tema'), 'Calidad');
  form.getByRole('combobox', { name: 'Departamento' }).focus();
  await user.keyboard('{ArrowDown}');
  const search = await waitFor(
    () => document.querySelector<HTMLInputElement>('[placeholder="Busca uno, o escribe uno nuevo"]') as HTMLInputElement,
  );
  await user.type(search, 'operaciónes');
  await waitFor(() => expect(options()).toEqual(['OPERACIONES']));
  await user.clear(search);
  await user.type(search, 'Nave 2');
  await waitFor(() => expect(options()).toEqual(['Nave 2 (nuevo)']));
  await user.click(document.querySelector('li[role="option"]') as HTMLElement);
  await user.click(form.getByRole('button', { name: 'Registrar tema' }));
  expect(await screen.findByText('Tema registrado.')).toBeTruthy();
  expect(adminData.topics.at(-1)).toMatchObject({ name: 'Calidad', department: 'Nave 2' });
});

const options = () => [...document.querySelectorAll('li[role="option"]')].map(({ textContent }) => textContent);
