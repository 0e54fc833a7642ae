import type { EndpointName } from '@bitacora/core/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { choose } from './choose.ts';
import { adminAnswers, anAccount, aTopic, someAdminData } from './fake-admin.ts';
import { type Activity, aCompany, anActivity, employee, manager, now } from './fake-company.ts';
import { type Handlers, Refusal } from './fake-transport.ts';
import { act, openScreen } from './open-screen.tsx';

type OpenScreen = ReturnType<typeof openScreen>;
type Dialog = Awaited<ReturnType<typeof inDialog>>;

/** A server that fails and gives no sentence of its own: then the screen's stands (docs/product.md, 11). */
const failing = (name: EndpointName) =>
  ({
    [name]: () => {
      throw new Refusal(503, 'database.away', '');
    },
  }) as Handlers;
const inDialog = async () => within(await screen.findByRole('dialog'));
const working = anActivity({ status: 'in_progress', startedAt: now });
const mine = { ...working, ownerId: employee.id };
const none = async () => {};
const write = (label: string) => (app: OpenScreen, dialog: Dialog) => app.user.type(dialog.getByLabelText(label), 'Porque sí');
const choosePicture = ({ user }: OpenScreen, dialog: Dialog) =>
  user.upload(dialog.getByLabelText('Elegir imágenes'), new File(['x'], 'a.png', { type: 'image/png' }));
const extend = async (app: OpenScreen, dialog: Dialog) => {
  await write('Motivo')(app, dialog);
  await waitFor(() => expect((dialog.getByLabelText('Nueva fecha') as HTMLInputElement).disabled).toBe(false));
  await app.user.type(dialog.getByLabelText('Nueva fecha'), '31/12/2026{Tab}');
};

const acts: [EndpointName, Activity, string, (app: OpenScreen, dialog: Dialog) => Promise<void>, string, string][] = [
  ['startActivity', anActivity(), 'Iniciar Trabajo', none, 'Sí, iniciar', 'No se pudo actualizar la actividad.'],
  [
    'completeActivity',
    working,
    'Marcar completado de actividad',
    write('Resolución final'),
    'Sí, completar',
    'No se pudo completar la actividad.',
  ],
  ['addEvidence', working, 'Agregar Evidencias', choosePicture, 'Registrar evidencias', 'No se pudo registrar las evidencias.'],
  ['extendDeadline', mine, 'Extender fecha', extend, 'Registrar extensión', 'No se pudo registrar la extensión.'],
  ['cancelActivity', mine, 'Cancelar Actividad', none, 'Sí, cancelar', 'No se pudo cancelar la actividad.'],
];

it.each(acts)('%s has its own sentence when the server says nothing', async (name, activity, button, fill, confirm, sentence) => {
  const app = openScreen('/Consult_My_Activity/101', aCompany({ activities: [activity] }), failing(name));
  await app.user.click(await act(button));
  const dialog = await inDialog();
  await fill(app, dialog);
  await app.user.click(dialog.getByRole('button', { name: confirm }));
  const alertText = (await dialog.findByRole('alert')).textContent;
  expect(alertText).toContain(sentence);
  expect(alertText?.includes('Error desconocido')).toBe(sentence === 'No se pudo actualizar la actividad.');
  expect(app.address()).toBe('/Consult_My_Activity/101');
});

it('cancelComment has its own sentence when the server says nothing', async () => {
  const comment = { id: 4, authorId: employee.id, authorName: employee.name, body: 'Falta un pasillo.', writtenAt: now };
  const company = aCompany({ activities: [working], comments: [comment] });
  const { user } = openScreen('/Consult_My_Activity/101', company, failing('cancelComment'));
  await user.click(await screen.findByLabelText('Comentarios'));
  await user.click(await screen.findByRole('button', { name: /^Cancelar comentario/ }));
  expect(await screen.findByText('Borrar comentario?')).toBeTruthy();
  await user.click((await inDialog()).getByRole('button', { name: 'Confirmar' }));
  expect((await screen.findByRole('alert')).textContent).toContain('No se pudo cancelar el comentario.');
  expect(screen.getByRole('cell', { name: 'Falta un pasillo.' })).toBeTruthy();
});

it('the login says that the request failed', async () => {
  const { user } = openScreen('/', aCompany({ user: null }), failing('logIn'));
  await user.type(await screen.findByLabelText('Correo electrónico'), 'empleado@demo.mx');
  await user.type(screen.getByLabelText('Contraseña'), 'demo1234');
  await user.click(screen.getByRole('button', { name: 'Entrar' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Error en la solicitud');
});

it('the reset says that it failed', async () => {
  const { user } = openScreen('/#email=empleado%40demo.mx&token=abc123', aCompany({ user: null }), failing('resetPassword'));
  await user.type(await screen.findByLabelText('Nueva contraseña'), 'Nueva clave 1');
  await user.type(screen.getByLabelText('Confirma la nueva contraseña'), 'Nueva clave 1');
  await user.click(screen.getByRole('button', { name: 'Restablecer contraseña' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Ocurrió un problema al restablecer la contraseña.');
});

it('the assignment of a topic says that it failed', async () => {
  const outsider = anAccount({ id: 3, firstName: 'Ñusta', lastName: 'Zárate', department: 'FINANZAS' });
  const { user } = openScreen('/Admin_Assign_Projects', aCompany({ user: manager }), {
    ...adminAnswers(someAdminData({ topics: [aTopic()], accounts: [outsider] })),
    ...failing('assignTopic'),
  });
  await user.click(await screen.findByRole('button', { name: 'Asignar tema' }));
  await choose({ user }, 'Tema', /Inventarios/);
  await choose({ user }, 'Empleados', /Ñusta/);
  await user.click((await inDialog()).getByRole('button', { name: 'Asignar tema' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Error al asignar el proyecto.');
});

it('the registration of an activity says that it failed, and keeps what was written', async () => {
  const { user } = openScreen('/Record_new_activity', aCompany(), failing('registerOwnActivity'));
  await choose({ user }, 'Tema', /Inventarios/);
  await user.type(screen.getByLabelText('Descripcion de Actividad'), 'Contar el pasillo 4');
  await user.type(screen.getByLabelText('Fecha de Finalización'), '31/12/2026{Tab}');
  await user.click(screen.getByRole('button', { name: 'Registrar Actividad' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Hubo un error al registrar la actividad.');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Descripcion de Actividad').value).toBe('Contar el pasillo 4');
});
