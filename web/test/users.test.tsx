import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { choose } from './choose.ts';
import { type AdminData, adminAnswers, anAccount, someAdminData } from './fake-admin.ts';
import { aCompany, employee, manager, type Person } from './fake-company.ts';
import { type Handlers, Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

const developer: Person = { ...manager, id: 9, kind: 'Desarrollador', position: 'ANALISTA' };
const boss = anAccount({
  id: manager.id,
  employeeNumber: '1001',
  firstName: 'Mariana',
  lastName: 'Núñez Ibáñez',
  email: 'gerente@demo.mx',
});
const worker = anAccount();
const newcomer = anAccount({
  id: 3,
  employeeNumber: '1003',
  firstName: 'Ñusta',
  lastName: 'Zárate',
  email: 'n@demo.mx',
  hasPassword: false,
  hasSecondFactor: false,
  areResetsBlocked: false,
});
const anEngineer = anAccount({ id: 9, employeeNumber: '9', firstName: 'Ana', lastName: 'Luz', email: 'a@demo.mx', kind: 'Desarrollador' });
const everybody = () => someAdminData({ accounts: [boss, worker, newcomer, anEngineer] });

const open = (adminData: AdminData, answers: Handlers = {}, user: Person = manager) =>
  openScreen('/Admin_Users', aCompany({ user }), { ...adminAnswers(adminData), ...answers });
const dialog = async () => within(await screen.findByRole('dialog'));
const rowOf = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }));
const refuse = (status: number, code: string, sentence: string) => () => {
  throw new Refusal(status, code, sentence);
};
const fill = async (user: ReturnType<typeof openScreen>['user'], texts: Record<string, string>) => {
  const form = await dialog();
  for (const [label, value] of Object.entries(texts)) fireEvent.change(form.getByLabelText(label), { target: { value } });
  await user.click(form.getByRole('button', { name: 'Registrar usuario' }));
  return form;
};
const luis = {
  Nombre: 'Luis',
  Apellidos: 'Vega',
  'Número de empleado': '2001',
  'Correo electrónico': 'luis@demo.mx',
  Departamento: 'LOGÍSTICA',
  Puesto: 'CHOFER',
  Nivel: 'Operativo',
};

it('narrows by department and state together, counts what the other filter leaves, and says when nobody is left', async () => {
  const accounts = [boss, { ...newcomer, department: 'FINANZAS' }, { ...worker, isActive: false }];
  const app = open(someAdminData({ accounts }));
  await choose(app, 'Filtrar por estado', /^Inactivo \(1\)$/);
  await waitFor(() => expect(screen.queryByText('Ñusta Zárate')).toBeNull());
  expect(await rowOf('José Ángel Peña Villaseñor')).toBeTruthy();
  expect(app.address()).toBe('/Admin_Users?status=Inactivo');
  await app.go('/Admin_Users?status=Inactivo&department=FINANZAS');
  expect(await screen.findByText('Nadie está en esos filtros.')).toBeTruthy();
});

it('shows who is active, who is not, and who has not taken up the invitation', async () => {
  open(someAdminData({ accounts: [boss, newcomer, { ...worker, isActive: false }] }));
  expect((await rowOf('Mariana Núñez Ibáñez')).getByText('Activo')).toBeTruthy();
  expect((await rowOf('Ñusta Zárate')).getByText('Invitación pendiente')).toBeTruthy();
  expect((await rowOf('José Ángel Peña Villaseñor')).getByText('Inactivo')).toBeTruthy();
  expect(await screen.findByText('2 activos')).toBeTruthy();
  expect(await screen.findByText('1 invitación pendiente')).toBeTruthy();
});

it.each(['nunez', '1001', 'GERENTE@'])('finds a person by «%s»', async (query) => {
  const { user } = open(everybody());
  await user.type(await screen.findByLabelText('Buscar por nombre, número o correo'), query);
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  expect(await rowOf('Mariana Núñez Ibáñez')).toBeTruthy();
});

it('registers somebody of a department nobody had yet, and says where the invitation went', async () => {
  const adminData = everybody();
  const { user } = open(adminData);
  await user.click(await screen.findByRole('button', { name: 'Registrar usuario' }));
  await fill(user, luis);
  expect(await screen.findByText('Usuario registrado.')).toBeTruthy();
  expect(screen.getByText('Enviamos la invitación a luis@demo.mx.')).toBeTruthy();
  expect(adminData.accounts.at(-1)).toMatchObject({ employeeNumber: '2001', department: 'LOGÍSTICA', alias: null });
});

it('offers as boss every other active person, and the boss of now though inactive; nobody is a choice too', async () => {
  const gone = anAccount({ id: 12, firstName: 'Elsa', lastName: 'Ido', employeeNumber: '12', isActive: false });
  const adminData = someAdminData({ accounts: [boss, { ...worker, managerId: gone.id }, newcomer, gone] });
  const screenOf = open(adminData);
  const { user } = screenOf;
  await user.click(await screen.findByRole('button', { name: 'Editar a José Ángel Peña Villaseñor' }));
  await choose(screenOf, 'Jefe (opcional)', /Mariana/);
  const offered = [...document.querySelectorAll('li[role="option"]')].map(({ textContent }) => textContent);
  expect(offered.join(' ')).toMatch(/Sin jefe.*Mariana.*Ñusta.*Elsa Ido/);
  expect(offered.join(' ')).not.toContain('José Ángel');
  await user.click((await dialog()).getByRole('button', { name: 'Guardar cambios' }));
  expect(await screen.findByText('Usuario actualizado.')).toBeTruthy();
  expect(adminData.accounts.find(({ id }) => id === worker.id)).toMatchObject({ managerId: boss.id });
});

it('says all that is missing at once, and asks nothing of the server', async () => {
  const { user, calls } = open(everybody());
  await user.click(await screen.findByRole('button', { name: 'Registrar usuario' }));
  const form = await fill(user, {});
  expect(await form.findAllByText('Este campo es obligatorio.')).toHaveLength(6);
  expect(form.getByText('El correo electrónico es requerido.')).toBeTruthy();
  expect(calls).not.toContain('createUser');
});

it.each([
  ['user.duplicateEmail', 'Correo electrónico', 'Ya existe un usuario con ese correo electrónico.'],
  ['user.duplicateNumber', 'Número de empleado', 'Ya existe un usuario con ese número de empleado.'],
])('reports %s at its field', async (code, label, sentence) => {
  const { user } = open(everybody(), { createUser: refuse(409, code, sentence) });
  await user.click(await screen.findByRole('button', { name: 'Registrar usuario' }));
  const form = await fill(user, luis);
  const field = form.getByLabelText(label);
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(form.getByText(sentence)).toBeTruthy();
  expect(form.queryByRole('alert')).toBeNull();
});

it('says that the registration failed when the server says nothing', async () => {
  const { user } = open(everybody(), { createUser: refuse(500, '', '') });
  await user.click(await screen.findByRole('button', { name: 'Registrar usuario' }));
  await fill(user, luis);
  expect((await screen.findByRole('alert')).textContent).toContain('Error al registrar el usuario.');
});

it('edits a person; the type is a developer’s to give', async () => {
  const adminData = everybody();
  const { user } = open(adminData);
  await user.click(await screen.findByRole('button', { name: 'Editar a José Ángel Peña Villaseñor' }));
  const form = await dialog();
  expect(form.queryByText('Tipo de usuario')).toBeNull();
  await user.clear(form.getByLabelText('Puesto'));
  await user.type(form.getByLabelText('Puesto'), 'SUPERVISOR');
  await user.click(form.getByRole('button', { name: 'Guardar cambios' }));
  expect(form.getByRole('alert').textContent).toContain('José Ángel Peña Villaseñor podrá ver y administrar todo. ¿Es lo que quieres?');
  expect(adminData.accounts.find(({ id }) => id === worker.id)).not.toMatchObject({ position: 'SUPERVISOR' });
  await user.type(form.getByLabelText('Puesto'), 'A');
  expect(form.queryByRole('alert')).toBeNull();
  await user.type(form.getByLabelText('Puesto'), '{Backspace}');
  await user.click(form.getByRole('button', { name: 'Guardar cambios' }));
  await user.click(form.getByRole('button', { name: 'Sí, podrá ver y administrar todo' }));
  expect(await screen.findByText('Usuario actualizado.')).toBeTruthy();
  expect(adminData.accounts.find(({ id }) => id === worker.id)).toMatchObject({ position: 'SUPERVISOR', kind: 'Usuario' });
});

it('says that somebody else changed the account, keeps the text, and saves it at the second confirmation', async () => {
  const adminData = everybody();
  const versions: (string | undefined)[] = [];
  const now = () => adminData.accounts.find(({ id }) => id === worker.id);
  const { user } = open(adminData, {
    updateUser: ({ seen }) => {
      versions.push(seen);
      if (seen !== now()?.version) throw new Refusal(409, 'edit.outdated', 'Alguien más lo cambió. Ahora dice «JEFE».');
      return { success: true };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Editar a José Ángel Peña Villaseñor' }));
  const form = await dialog();
  await user.type(form.getByLabelText(/^Alias/), 'Pepe');
  adminData.accounts = adminData.accounts.map((one) => (one.id === worker.id ? { ...one, position: 'JEFE', version: 'v2' } : one));
  await user.click(form.getByRole('button', { name: 'Guardar cambios' }));
  expect((await form.findByRole('alert')).textContent).toContain('Alguien más lo cambió.');
  expect(form.getByLabelText<HTMLInputElement>(/^Alias/).value).toBe('Pepe');
  await screen.findByText('JEFE', { selector: 'td *' });
  await user.click(form.getByRole('button', { name: 'Guardar cambios' }));
  expect(await screen.findByText('Usuario actualizado.')).toBeTruthy();
  expect(versions).toEqual(['v1', 'v2']);
});

it('lets nobody but a developer touch a developer', async () => {
  open(everybody());
  expect((await rowOf('Ana Luz')).queryAllByRole('button')).toEqual([]);
});

it('lets a developer make another', async () => {
  const adminData = everybody();
  const { user } = open(adminData, {}, developer);
  await user.click(await screen.findByRole('button', { name: 'Editar a José Ángel Peña Villaseñor' }));
  const form = await dialog();
  await user.click(form.getByLabelText('Desarrollador'));
  await user.click(form.getByRole('button', { name: 'Guardar cambios' }));
  await user.click(form.getByRole('button', { name: 'Sí, podrá ver y administrar todo' }));
  await waitFor(() => expect(adminData.accounts.find(({ id }) => id === worker.id)?.kind).toBe('Desarrollador'));
});

it('deactivates after asking, with the cursor on No; and activates again', async () => {
  const { user } = open(everybody());
  await user.click(await screen.findByRole('button', { name: 'Desactivar a José Ángel Peña Villaseñor' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('No'));
  await user.click((await dialog()).getByRole('button', { name: 'Sí, desactivar' }));
  expect(await screen.findByText('Usuario desactivado.')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Activar a José Ángel Peña Villaseñor' }));
  await user.click((await dialog()).getByRole('button', { name: 'Sí, activar' }));
  expect(await screen.findByText('Usuario activado.')).toBeTruthy();
});

it('offers nobody to deactivate themselves', async () => {
  open(everybody());
  const mine = await rowOf('Mariana Núñez Ibáñez');
  expect(mine.getByRole('button', { name: 'Editar a Mariana Núñez Ibáñez' })).toBeTruthy();
  expect(mine.queryByRole('button', { name: /^Desactivar/ })).toBeNull();
});

it('asks who takes over what is open, and hands it over', async () => {
  const adminData = everybody();
  const given: unknown[] = [];
  const sentence = 'La persona es responsable o dueña de 3 actividades abiertas. Elige quién se hará cargo de ellas.';
  const app = open(adminData, {
    setUserStatus: (input) => {
      given.push(input.reassignTo);
      if (input.reassignTo === null) throw new Refusal(409, 'user.hasOpenActivities', sentence);
      return { success: true };
    },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Desactivar a José Ángel Peña Villaseñor' }));
  await app.user.click((await dialog()).getByRole('button', { name: 'Sí, desactivar' }));
  expect(await screen.findByText(sentence)).toBeTruthy();
  await app.user.click((await dialog()).getByRole('button', { name: 'Reasignar y desactivar' }));
  expect(await screen.findByText('Este campo es obligatorio.')).toBeTruthy();
  await choose(app, 'Se hará cargo', /Ñusta Zárate/);
  expect(document.querySelectorAll('li[role="option"]')).toHaveLength(2);
  await app.user.click((await dialog()).getByRole('button', { name: 'Reasignar y desactivar' }));
  expect(await screen.findByText('Sus actividades abiertas pasaron a Ñusta Zárate.')).toBeTruthy();
  expect(given).toEqual([null, 3]);
});

it('draws a hundred of many to choose from, and finds the others by writing', async () => {
  const many = Array.from({ length: 150 }, (_, at) =>
    anAccount({ id: 100 + at, employeeNumber: String(2000 + at), email: `p${at}@demo.mx` }),
  );
  const app = open(someAdminData({ accounts: [boss, worker, ...many] }), {
    setUserStatus: refuse(409, 'user.hasOpenActivities', 'Tiene 3 actividades abiertas.'),
  });
  const options = () => document.querySelectorAll('li[role="option"]');
  const [first] = await screen.findAllByRole('button', { name: /^Desactivar a/ });
  await app.user.click(first as HTMLElement);
  await app.user.click((await dialog()).getByRole('button', { name: 'Sí, desactivar' }));
  const list = await screen.findByRole('combobox', { name: 'Se hará cargo' });
  list.focus();
  await app.user.keyboard('{ArrowDown}');
  await waitFor(() => expect(options()).toHaveLength(100));
  expect(screen.getByText('Se muestran 100 de 150. Escribe para encontrar los demás.')).toBeTruthy();
  await app.user.type(screen.getByPlaceholderText('Buscar por nombre o número'), '2149');
  await waitFor(() => expect([...options()].map(({ textContent }) => textContent)).toEqual([expect.stringContaining('2149')]));
});

it('says in place why it could not be handed over', async () => {
  const app = open(everybody(), {
    setUserStatus: ({ reassignTo }) => {
      if (reassignTo) throw new Refusal(409, 'user.reassignDuplicate', 'La actividad con folio 7 no se puede reasignar.');
      throw new Refusal(409, 'user.hasOpenActivities', 'La persona es responsable o dueña de 1 actividad abierta.');
    },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Desactivar a José Ángel Peña Villaseñor' }));
  await app.user.click((await dialog()).getByRole('button', { name: 'Sí, desactivar' }));
  await choose(app, 'Se hará cargo', /Ñusta/);
  await app.user.click((await dialog()).getByRole('button', { name: 'Reasignar y desactivar' }));
  expect((await screen.findByRole('alert')).textContent).toContain('folio 7');
});

it('invites again the person who has no password yet, and nobody else', async () => {
  const { user, calls } = open(everybody());
  await user.click(await screen.findByRole('button', { name: 'Más acciones de Ñusta Zárate' }));
  expect(screen.getAllByRole('button', { name: /^Invitar de nuevo/ })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Invitar de nuevo a Ñusta Zárate' }));
  await user.click((await dialog()).getByRole('button', { name: 'Sí, invitar' }));
  expect(await screen.findByText('Invitación enviada.')).toBeTruthy();
  expect(calls).toContain('inviteUser');
});

it('shows whose password no mail resets, and lets a developer alone allow it again', async () => {
  const blocked = { ...worker, areResetsBlocked: true };
  const allowed: number[] = [];
  const allowPasswordResets = ({ id }: { id: number }) => {
    allowed.push(id);
    return { success: true } as const;
  };
  const { user } = open(someAdminData({ accounts: [blocked] }), { allowPasswordResets }, developer);
  expect(await screen.findByText('Sin restablecer por correo')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Más acciones de/ }));
  await user.click(screen.getByRole('button', { name: /^Permitir que .* restablezca su contraseña por correo$/ }));
  await user.click((await dialog()).getByRole('button', { name: 'Sí, permitir' }));
  await waitFor(() => expect(allowed).toEqual([blocked.id]));
});

it('says that nobody is registered', async () => {
  open(someAdminData({ accounts: [] }));
  expect(await screen.findByText(/Todavía no hay usuarios/)).toBeTruthy();
});

it('says why the users did not come', async () => {
  open(someAdminData(), { listUsers: refuse(503, 'database.away', 'El sistema no está disponible por el momento.') });
  expect(await screen.findByText('El sistema no está disponible por el momento.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeTruthy();
});

it('keeps users from an employee, menu included', async () => {
  const app = open(everybody(), {}, employee);
  expect(await screen.findByText('No tienes acceso a esa página')).toBeTruthy();
  expect(app.address()).toBe('/Home');
  expect(screen.queryByRole('link', { name: 'Usuarios' })).toBeNull();
});

it('another email of somebody with a password waits to be confirmed: said before, after, and in the list', async () => {
  const adminData = everybody();
  const { user } = open(adminData, {
    updateUser: ({ id, email }) => {
      adminData.accounts = adminData.accounts.map((account) => (account.id === id ? { ...account, pendingEmail: email } : account));
      return { success: true };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Editar a José Ángel Peña Villaseñor' }));
  const form = await dialog();
  const email = form.getByLabelText('Correo electrónico');
  await user.clear(email);
  await user.type(email, 'jose@nueva.mx');
  expect(form.getByText(/Se confirma con un enlace que enviamos al correo nuevo/)).toBeTruthy();
  await user.click(form.getByRole('button', { name: 'Guardar cambios' }));
  expect(await screen.findByText('Enviamos un enlace a jose@nueva.mx. Hasta que se confirme, sigue el correo anterior.')).toBeTruthy();
  expect(await screen.findByText('jose@nueva.mx: pendiente de confirmar')).toBeTruthy();
  expect((await rowOf('José Ángel Peña Villaseñor')).getByText('empleado@demo.mx')).toBeTruthy();
});

it('a change of email that waits is canceled in the dialog, and what was typed stays', async () => {
  const { user } = open(someAdminData({ accounts: [{ ...worker, pendingEmail: 'equivocado@demo.mx' }, boss] }));
  await user.click(await screen.findByRole('button', { name: 'Editar a José Ángel Peña Villaseñor' }));
  const form = await dialog();
  await user.type(form.getByLabelText('Alias (opcional)'), 'Pepe');
  await user.click(form.getByRole('button', { name: 'Cancelar el cambio' }));
  const message = await form.findByText('Cambio cancelado: el correo sigue siendo empleado@demo.mx.');
  expect(message.parentElement).toBe(document.activeElement);
  await waitFor(() => expect(screen.queryByText('equivocado@demo.mx: pendiente de confirmar')).toBeNull());
  expect(form.queryByRole('button', { name: 'Cancelar el cambio' })).toBeNull();
  expect(form.getByLabelText<HTMLInputElement>('Alias (opcional)').value).toContain('Pepe');
});

it('a change of email that waits and is protected is shown without the button', async () => {
  const { user } = open(someAdminData({ accounts: [{ ...boss, position: 'GERENTE', pendingEmail: 'otra@demo.mx' }] }));
  await user.click(await screen.findByRole('button', { name: 'Editar a Mariana Núñez Ibáñez' }));
  const form = await dialog();
  expect(form.getByText('otra@demo.mx: pendiente de confirmar')).toBeTruthy();
  expect(form.queryByRole('button', { name: 'Cancelar el cambio' })).toBeNull();
});

it('email, position, boss, status and absences of a privileged person are for their bosses and a Desarrollador; somebody invited confirms nothing', async () => {
  const { user } = open(someAdminData({ accounts: [{ ...boss, position: 'GERENTE' }, newcomer] }));
  await user.click(await screen.findByRole('button', { name: 'Editar a Mariana Núñez Ibáñez' }));
  const form = await dialog();
  expect(form.getByLabelText<HTMLInputElement>('Correo electrónico').readOnly).toBe(true);
  expect(form.getByText('Solo un jefe de la persona o un Desarrollador puede cambiar este correo.')).toBeTruthy();
  await user.click(form.getByRole('button', { name: 'Cancelar' }));
  await user.click(await screen.findByRole('button', { name: 'Editar a Ñusta Zárate' }));
  const invited = await dialog();
  await user.type(invited.getByLabelText('Correo electrónico'), '.org');
  expect(invited.queryByText(/Se confirma con un enlace/)).toBeNull();
});

it('power over a privileged person is for their bosses and a Desarrollador, and nobody has it over themselves', async () => {
  const peer = { ...worker, position: 'SUPERVISOR' };
  const report = { ...newcomer, position: 'SUPERVISORA', managerId: boss.id };
  const { user } = open(someAdminData({ accounts: [{ ...boss, position: 'GERENTE' }, peer, report] }));
  await screen.findByRole('button', { name: 'Editar a José Ángel Peña Villaseñor' });
  const offered = (start: string) =>
    screen.queryAllByRole('button', { name: new RegExp(`^${start}`) }).map((button) => button.getAttribute('aria-label'));
  expect(offered('Desactivar a')).toEqual(['Desactivar a Ñusta Zárate']);
  expect(offered('Ausencias de')).toEqual(expect.not.arrayContaining(['Ausencias de José Ángel Peña Villaseñor']));
  for (const [name, hint] of [
    ['José Ángel Peña Villaseñor', 'Solo un jefe de la persona o un Desarrollador puede cambiarlo.'],
    ['Mariana Núñez Ibáñez', 'Nadie cambia el suyo.'],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: `Editar a ${name}` }));
    const form = await dialog();
    expect(form.getByLabelText<HTMLInputElement>('Puesto').readOnly).toBe(true);
    expect(form.getAllByText(hint)).toHaveLength(2);
    await user.click(form.getByRole('button', { name: 'Cancelar' }));
  }
  await user.click(await screen.findByRole('button', { name: 'Editar a Ñusta Zárate' }));
  expect((await dialog()).getByLabelText<HTMLInputElement>('Puesto').readOnly).toBe(false);
});

it('a Desarrollador changes it', async () => {
  const { user } = open(someAdminData({ accounts: [{ ...boss, position: 'GERENTE' }] }), {}, developer);
  await user.click(await screen.findByRole('button', { name: 'Editar a Mariana Núñez Ibáñez' }));
  expect((await dialog()).getByLabelText<HTMLInputElement>('Correo electrónico').readOnly).toBe(false);
});

it('a refusal about the email is shown at its field', async () => {
  const sentence = 'La persona está inactiva. Actívala antes de cambiar su correo electrónico.';
  const { user } = open(everybody(), { updateUser: refuse(409, 'user.emailOfInactive', sentence) });
  await user.click(await screen.findByRole('button', { name: 'Editar a José Ángel Peña Villaseñor' }));
  const form = await dialog();
  await user.click(form.getByRole('button', { name: 'Guardar cambios' }));
  expect(await form.findByText(sentence)).toBeTruthy();
  expect(form.getByLabelText('Correo electrónico').getAttribute('aria-invalid')).toBe('true');
});
