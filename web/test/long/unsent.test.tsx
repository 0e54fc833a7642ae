import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { pendingWrites } from '../../src/app/pending-writes.ts';
import { adminAnswers, someAdminData } from '../fake-admin.ts';
import { aCompany, anActivity, employee, manager, now } from '../fake-company.ts';
import { Refusal } from '../fake-transport.ts';
import { act, openScreen } from '../open-screen.tsx';

const CONSULT = '/Consult_My_Activity/101';
const OFFER = 'Dejaste algo escrito sin enviar.';
const mine = () => anActivity({ status: 'in_progress', startedAt: now, ownerId: employee.id });
const inDialog = async () => within(await screen.findByRole('dialog'));

/** Writes in the dialog of an act, and then the page goes, as when the session has ended. */
async function writeAndGo(button: string, text: string, company = aCompany({ activities: [mine()] })) {
  const { user, go } = openScreen(CONSULT, company);
  await user.click(await act(button));
  const fields = (await inDialog()).getAllByRole('textbox');
  await user.type(fields.at(-1) as HTMLElement, text);
  await go('/Home');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  return { user, go, company };
}

it.each([
  ['Marcar completado de actividad', 'Quedó conciliado'],
  ['Extender fecha', 'El proveedor se retrasó'],
])('%s: offers what was written when the page went', async (button, text) => {
  const { user, go } = await writeAndGo(button, text);
  await go(CONSULT);
  expect(within(await screen.findByRole('region', { name: OFFER })).getByText(text)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Continuar' }));
  expect((await inDialog()).getByDisplayValue(text)).toBeTruthy();
  await user.click((await inDialog()).getByRole('button', { name: 'Cancelar' }));
  expect(screen.queryByText(OFFER)).toBeNull();
  expect(sessionStorage.length).toBe(1);
});

it('has a comment back in its field, until it is sent', async () => {
  const { user, go, company } = await writeAndGo('Agregar Comentario', 'Falta el pasillo 4');
  await go(CONSULT);
  const field = () => screen.findByLabelText<HTMLTextAreaElement>('Escribe un comentario');
  expect((await field()).value).toBe('Falta el pasillo 4');
  expect(screen.queryByText(OFFER)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Registrar comentario' }));
  await user.click((await inDialog()).getByRole('button', { name: 'Sí, registrar' }));
  await waitFor(() => expect(company.comments).toHaveLength(1));
  await go('/Home');
  await go(CONSULT);
  expect((await field()).value).toBe('');
});

it('empties the field below once its dialog has sent the same draft', async () => {
  const { user } = openScreen(CONSULT, aCompany({ activities: [mine()] }));
  await user.type(await screen.findByLabelText('Escribe un comentario'), 'Falta');
  await user.click(await act('Agregar Comentario'));
  const dialog = await inDialog();
  await user.type(dialog.getByDisplayValue('Falta'), ' el 4');
  await user.click(dialog.getByRole('button', { name: 'Registrar' }));
  await user.click((await inDialog()).getByRole('button', { name: 'Sí, registrar' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Escribe un comentario').value).toBe(''));
});

it('keeps a comment and the words of other acts apart; closing one loses nothing else', async () => {
  const { user, go } = openScreen(CONSULT, aCompany({ activities: [mine()] }));
  const field = () => screen.findByLabelText<HTMLTextAreaElement>('Escribe un comentario');
  await user.type(await field(), 'Falta el 4');
  await user.click(await act('Agregar Comentario'));
  await user.click((await inDialog()).getByRole('button', { name: 'Cancelar' }));
  expect((await field()).value).toBe('Falta el 4');
  await user.click(await act('Marcar completado de actividad'));
  await user.type((await inDialog()).getByRole('textbox'), 'Conciliado');
  await go('/Home');
  await go(CONSULT);
  expect((await field()).value).toBe('Falta el 4');
  await user.click(within(await screen.findByRole('region', { name: OFFER })).getByRole('button', { name: 'Continuar' }));
  await user.click((await inDialog()).getByRole('button', { name: 'Cancelar' }));
  await go('/Home');
  await go(CONSULT);
  expect((await field()).value).toBe('Falta el 4');
  expect(screen.queryByText(OFFER)).toBeNull();
});

it('offers it to nobody else, and nothing after a logout', async () => {
  const { user, company } = await writeAndGo('Marcar completado de actividad', 'Quedó conciliado');
  const sessionCopy = { ...sessionStorage };
  await user.click(screen.getAllByRole('button', { name: 'Cerrar sesión' })[0] as HTMLElement);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Borrar y cerrar sesión' }));
  await waitFor(() => expect(company.user).toBeNull());
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('unsent'))).toEqual([]);
  Object.assign(sessionStorage, sessionCopy);
  openScreen('/Consult_Activitie_Assigned/101', { ...company, user: manager });
  await screen.findByText('CONSULTA DE ACTIVIDAD ASIGNADA');
  expect(screen.queryByText(OFFER)).toBeNull();
});

it('lets what can no longer be sent be taken along', async () => {
  const { go, company } = await writeAndGo('Marcar completado de actividad', 'Quedó conciliado');
  company.activities = [{ ...mine(), status: 'on_pause' }];
  await go(CONSULT);
  const offer = within(await screen.findByRole('region', { name: OFFER }));
  expect(offer.queryByRole('button', { name: 'Continuar' })).toBeNull();
  expect(offer.getByText('Quedó conciliado')).toBeTruthy();
});

it('asks before a dialog with something typed is closed: by Escape, by the cross, by «Cancelar»', async () => {
  const { user } = openScreen(CONSULT, aCompany({ activities: [mine()] }));
  await user.click(await act('Extender fecha'));
  const writing = () => screen.findByRole('dialog', { name: 'Extender la fecha de entrega' }).then(within);
  await user.type((await writing()).getAllByRole('textbox').at(-1) as HTMLElement, 'Falta material');
  const question = () => screen.findByRole('dialog', { name: '¿Cerrar sin enviar?' }).then(within);
  for (const close of [
    () => user.keyboard('{Escape}'),
    async () => user.click((await writing()).getByRole('button', { name: 'Cerrar' })),
  ]) {
    await close();
    await user.click((await question()).getByRole('button', { name: 'Seguir escribiendo' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '¿Cerrar sin enviar?' })).toBeNull());
    expect((await writing()).getByDisplayValue('Falta material')).toBeTruthy();
  }
  await user.click((await writing()).getByRole('button', { name: 'Cancelar' }));
  await user.click((await question()).getByRole('button', { name: 'Descartar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByText(OFFER)).toBeNull();
});

it.each([
  ['/Admin_Projects', 'Registrar tema', 'Tema', 'draft.1.topic'],
  ['/Admin_Users', 'Registrar usuario', 'Nombre', 'draft.1.person'],
  ['/Admin_Holidays', 'Agregar día', 'Nombre', 'draft.1.holiday'],
])('%s: has what was typed in its dialog back, until it is discarded', async (path, button, label, key) => {
  const { user, go } = openScreen(path, aCompany({ user: manager }), adminAnswers(someAdminData()));
  const openDialog = async () => {
    await user.click((await screen.findAllByRole('button', { name: button }))[0] as HTMLElement);
    return inDialog();
  };
  await user.type((await openDialog()).getByLabelText(new RegExp(`^${label}`)), 'Limpieza');
  await go('/Home');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(localStorage.getItem(key)).toContain('Limpieza');
  await go(path);
  const dialog = await openDialog();
  expect(dialog.getByText(/Dejaste algo sin enviar/)).toBeTruthy();
  expect(dialog.getByDisplayValue('Limpieza')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancelar' }));
  await user.click(within(await screen.findByRole('dialog', { name: '¿Cerrar sin enviar?' })).getByRole('button', { name: 'Descartar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(localStorage.getItem(key)).toBeNull();
});

it('keeps a comment in sight that came too late, and offers it on the page of the finished work', async () => {
  const company = aCompany({ activities: [mine()] });
  const { user, address } = openScreen(CONSULT, company, {
    commentActivity: () => {
      company.activities = [anActivity({ status: 'canceled', canceledAt: now, ownerId: employee.id })];
      throw new Refusal(409, 'activity.untimely', 'La actividad está en estado «Cancelado» y así no es posible comentarla.');
    },
  });
  await user.type(await screen.findByLabelText('Escribe un comentario'), 'Ya está el pasillo 4');
  await user.click(screen.getByRole('button', { name: 'Registrar comentario' }));
  await user.click((await inDialog()).getByRole('button', { name: 'Sí, registrar' }));
  expect(await screen.findByText(/está en estado «Cancelado»/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Escribe un comentario').value).toBe('Ya está el pasillo 4');
  await user.click(screen.getByRole('button', { name: 'Copiar texto' }));
  expect(await navigator.clipboard.readText()).toBe('Ya está el pasillo 4');
  await user.click(screen.getByRole('button', { name: 'Actualizar' }));
  await waitFor(() => expect(address()).toBe('/Consult_Completed_Activity/101'));
  const offer = within(await screen.findByRole('region', { name: OFFER }));
  expect(offer.getByText('Ya está el pasillo 4')).toBeTruthy();
});

it('stops waiting for a comment whose removal hangs', async () => {
  const stop = vi.spyOn(pendingWrites, 'stopAfter');
  const comment = { id: 5, authorId: employee.id, authorName: employee.name, body: 'Falta', writtenAt: now };
  const { user } = openScreen(CONSULT, aCompany({ activities: [mine()], comments: [comment] }), {
    cancelComment: () => new Promise(() => {}),
  });
  await user.click(await screen.findByRole('radio', { name: 'Comentarios' }));
  await user.click(await screen.findByRole('button', { name: 'Cancelar comentario' }));
  await user.click((await inDialog()).getByRole('button', { name: 'Confirmar' }));
  await user.click((await inDialog()).getByRole('button', { name: 'Mantener' }));
  expect(stop).toHaveBeenCalledOnce();
  expect(screen.getByRole('dialog')).toBeTruthy();
  stop.mockRestore();
});
