import { acts as lifecycleActs } from '@bitacora/core/domain/activities/lifecycle';
import { actsOpenTo } from '@bitacora/core/domain/activities/policy';
import { addDays } from '@bitacora/core/domain/calendar';
import { actButton } from '@bitacora/core/messages/activities/acts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aCompany, anActivity, type Entry, employee, manager, now, today } from './fake-company.ts';
import { Refusal } from './fake-transport.ts';
import { act, openScreen } from './open-screen.tsx';

const working = (overrides = {}) => anActivity({ status: 'in_progress', startedAt: now, ...overrides });
const delivered = () => anActivity({ status: 'completed', startedAt: now, closedAt: now, resolution: 'Se contó todo.' });
let entryId = 0;
const entry = (overrides: Partial<Entry>): Entry => ({
  id: ++entryId,
  act: 'comment',
  actorId: manager.id,
  actorName: manager.name,
  at: now,
  from: 'in_progress',
  to: 'in_progress',
  channel: 'web',
  note: null,
  ...overrides,
});
const inDialog = async () => within(await screen.findByRole('dialog'));
const acts = async () => {
  const group = within(await screen.findByRole('group', { name: 'Acciones' }));
  const more = group.queryByRole('button', { name: 'Más acciones', expanded: false });
  if (more) fireEvent.click(more);
  return group
    .getAllByRole('button')
    .map((button) => button.textContent)
    .filter(Boolean);
};

it.each([
  ['/Consult_My_Activity/101', 'verified', employee, '/Consult_Completed_Activity/101', 'CONSULTA DE ACTIVIDAD FINALIZADA'],
  ['/Consult_Completed_Activity/101', 'not_started', employee, '/Consult_My_Activity/101', 'CONSULTA DE ACTIVIDAD EN PROCESO'],
  ['/Consult_My_Activity/101', 'in_progress', manager, '/Consult_Activitie_Assigned/101', 'CONSULTA DE ACTIVIDAD ASIGNADA'],
  ['/Consult_Activitie_Assigned/101', 'in_progress', employee, '/Consult_My_Activity/101', 'CONSULTA DE ACTIVIDAD EN PROCESO'],
] as const)(
  '%s of an activity that is %s leads to the page of its status and of the reader’s part',
  async (from, status, user, to, title) => {
    const facts = { startedAt: now, ...(status === 'verified' ? { closedAt: now, verifiedAt: now, resolution: 'Listo' } : {}) };
    const app = openScreen(from, aCompany({ user, activities: [anActivity({ status, ...facts })] }));
    expect(await screen.findByText(title)).toBeTruthy();
    expect(app.address()).toBe(to);
  },
);

it('starts the work after asking', async () => {
  const app = openScreen('/Consult_My_Activity/101', aCompany({ activities: [anActivity()] }));
  expect(await acts()).toEqual(['Iniciar Trabajo', 'Pedir prórroga']);
  await app.user.click(await act('Iniciar Trabajo'));
  expect(await screen.findByText('¿Marcar inicio de trabajo?')).toBeTruthy();
  await app.user.click((await inDialog()).getByRole('button', { name: 'Sí, iniciar' }));
  expect(await screen.findByText('Actividad actualizada correctamente.')).toBeTruthy();
  await waitFor(async () =>
    expect(await acts()).toEqual([
      ...['Marcar completado de actividad', 'Agregar Evidencias', 'Agregar Comentario', 'Poner en pausa', 'Pedir prórroga'],
    ]),
  );
  // The button that was pressed is gone.
  await waitFor(() => expect(document.activeElement).toBe(document.querySelector('main')));
});

it('opens with the act that a mail offered ready, once, wherever the activity stands by now, and does nothing by itself', async () => {
  const app = openScreen('/Consult_Activitie_Assigned/101?act=start', aCompany({ activities: [anActivity()] }));
  expect(await screen.findByText('¿Marcar inicio de trabajo?')).toBeTruthy();
  await app.user.click((await inDialog()).getByRole('button', { name: 'Sí, iniciar' }));
  expect(await screen.findByText('Actividad actualizada correctamente.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  cleanup();

  for (const linked of ['start', 'approve', 'delete']) {
    openScreen(`/Consult_My_Activity/101?act=${linked}`, aCompany({ activities: [working()] }));
    await act('Marcar completado de actividad');
    expect(screen.queryByRole('dialog')).toBeNull();
    cleanup();
  }
});

it('makes the page behind a dialog unreachable until it closes, and gives the focus back', async () => {
  const { user } = openScreen('/Consult_My_Activity/101', aCompany({ activities: [working()] }));
  const opener = await act('Marcar completado de actividad');
  const page = opener.closest<HTMLElement>('body > *');
  await user.click(opener);
  const field = (await inDialog()).getByRole('textbox');
  expect(document.activeElement).toBe(field);
  expect(page?.inert).toBe(true);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect([page?.inert, document.activeElement]).toEqual([false, opener]);
});

it('completes only with a resolution, and goes to the pending ones', async () => {
  const { user, calls, address } = openScreen('/Consult_My_Activity/101', aCompany({ activities: [working()] }));
  await user.click(await act('Marcar completado de actividad'));
  const dialog = await inDialog();
  await user.click(dialog.getByRole('button', { name: 'Sí, completar' }));
  expect(dialog.getByText('Este campo es obligatorio.')).toBeTruthy();
  expect(calls).not.toContain('completeActivity');
  await user.type(dialog.getByLabelText('Resolución final'), 'Todo cuadra.');
  await user.click(dialog.getByRole('button', { name: 'Sí, completar' }));
  expect(await screen.findByText('La actividad se ha marcado como completada.')).toBeTruthy();
  await waitFor(() => expect(address()).toBe('/My_Activities'));
});

it('goes to the history after completing an own activity', async () => {
  const own = working({ ownerId: employee.id });
  const { user, address } = openScreen('/Consult_My_Activity/101', aCompany({ activities: [own] }));
  await user.click(await act('Marcar completado de actividad'));
  const dialog = await inDialog();
  await user.type(dialog.getByLabelText('Resolución final'), 'Listo');
  await user.click(dialog.getByRole('button', { name: 'Sí, completar' }));
  await waitFor(() => expect(address()).toBe('/My_Historial_Activities'));
});

it('asks before recording a comment, and reopens with its text when that fails', async () => {
  const { user } = openScreen('/Consult_My_Activity/101', aCompany({ activities: [working()] }), {
    commentActivity: () => {
      throw new Refusal(503, 'database.away', '');
    },
  });
  await user.click(await act('Agregar Comentario'));
  await user.click((await inDialog()).getByRole('button', { name: 'Registrar' }));
  expect(await screen.findByText('El comentario no puede estar vacío.')).toBeTruthy();
  await user.type((await inDialog()).getByRole('textbox'), 'Faltan tres pasillos.');
  await user.click((await inDialog()).getByRole('button', { name: 'Registrar' }));
  expect(await screen.findByText('Registrar comentario?')).toBeTruthy();
  await user.click((await inDialog()).getByRole('button', { name: 'Sí, registrar' }));
  expect(await screen.findByText('No se pudo registrar el comentario.')).toBeTruthy();
  expect((await inDialog()).getByRole<HTMLTextAreaElement>('textbox').value).toBe('Faltan tres pasillos.');
});

it('cancels an own comment, and only an own one', async () => {
  const comments = [
    { id: 1, authorId: employee.id, authorName: employee.name, body: 'Mío', writtenAt: now },
    { id: 2, authorId: manager.id, authorName: manager.name, body: 'De otra', writtenAt: now },
  ];
  const history = comments.map(({ id, authorId, authorName }) => entry({ commentId: id, actorId: authorId, actorName: authorName }));
  const { user } = openScreen('/Consult_My_Activity/101', aCompany({ activities: [working()], comments, history }));
  await user.click(await screen.findByRole('button', { name: 'Cancelar comentario' }));
  await user.click((await inDialog()).getByRole('button', { name: 'Mantener' }));
  await user.click(screen.getByLabelText('Comentarios'));
  await user.click(await screen.findByRole('button', { name: 'Cancelar comentario' }));
  expect(await screen.findByText('Borrar comentario?')).toBeTruthy();
  await user.click((await inDialog()).getByRole('button', { name: 'Confirmar' }));
  expect(await screen.findByText('¡Cancelado!')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Mío')).toBeNull());
  expect(screen.getByText('De otra')).toBeTruthy();
});

it('verifies what was delivered', async () => {
  const { user } = openScreen('/Consult_Activitie_Assigned/101', aCompany({ user: manager, activities: [delivered()] }));
  expect(await screen.findByText('Se contó todo.')).toBeTruthy();
  await user.click(await act('Verificar'));
  await user.click((await inDialog()).getByRole('button', { name: 'Sí, verificar' }));
  await waitFor(() => expect(screen.getByText('Verificado')).toBeTruthy());
  expect(screen.queryByRole('group', { name: 'Acciones' })).toBeNull();
});

it('rejects only with a reason', async () => {
  const { user, calls } = openScreen('/Consult_Activitie_Assigned/101', aCompany({ user: manager, activities: [delivered()] }));
  await user.click(await act('Rechazar'));
  const dialog = await inDialog();
  await user.click(dialog.getByRole('button', { name: 'Sí, rechazar' }));
  expect(dialog.getByText('Debe agregar un comentario para marcar el rechazo.')).toBeTruthy();
  expect(calls).not.toContain('validateActivity');
  await user.type(dialog.getByLabelText('Motivo del rechazo'), 'Falta el acta.');
  await user.click(dialog.getByRole('button', { name: 'Sí, rechazar' }));
  await waitFor(() => expect(screen.getByText('En progreso')).toBeTruthy());
});

it('puts the cursor on No before cancelling, then goes to the pending ones', async () => {
  const { user, address } = openScreen('/Consult_Activitie_Assigned/101', aCompany({ user: manager, activities: [working()] }));
  await user.click(await act('Cancelar Actividad'));
  expect(await screen.findByText('¿Cancelar actividad?')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('No');
  await user.click((await inDialog()).getByRole('button', { name: 'Sí, cancelar' }));
  expect(await screen.findByText('La actividad ha sido cancelada con éxito.')).toBeTruthy();
  await waitFor(() => expect(address()).toBe('/My_Activities'));
});

it('extends once, with a date and a reason', async () => {
  const { user } = openScreen('/Consult_Activitie_Assigned/101', aCompany({ user: manager, activities: [working()] }));
  await user.click(await act('Extender fecha'));
  const dialog = await inDialog();
  await user.click(dialog.getByRole('button', { name: 'Registrar extensión' }));
  expect(await dialog.findByText('Debe completar ambos campos para registrar la extensión.')).toBeTruthy();
  await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>('Nueva fecha').disabled).toBe(false));
  await user.type(dialog.getByLabelText('Nueva fecha'), '15/12/2026{Tab}');
  await user.type(dialog.getByLabelText('Motivo'), 'El proveedor reprogramó.');
  await user.click(dialog.getByRole('button', { name: 'Registrar extensión' }));
  await waitFor(() => expect(screen.getByText('15 dic 2026')).toBeTruthy());
  expect(await acts()).not.toContain('Extender fecha');
});

it('asks for more time, shows what was asked, and withdraws it', async () => {
  const { user } = openScreen('/Consult_My_Activity/101', aCompany({ activities: [working()] }));
  await user.click(await act('Pedir prórroga'));
  const dialog = await inDialog();
  await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>('Fecha que pides').disabled).toBe(false));
  await user.type(dialog.getByLabelText('Fecha que pides'), '15/12/2026{Tab}');
  await user.type(dialog.getByLabelText('Motivo'), 'El proveedor no llega.');
  await user.click(dialog.getByRole('button', { name: 'Pedir prórroga' }));
  expect(await screen.findByText('Pide prórroga al 15 dic 2026')).toBeTruthy();
  expect(screen.getByText('«El proveedor no llega.»')).toBeTruthy();
  expect(await acts()).not.toContain('Pedir prórroga');
  await user.click(await act('Retirar petición'));
  await waitFor(() => expect(screen.queryByText('Pide prórroga al 15 dic 2026')).toBeNull());
  expect(await acts()).toContain('Pedir prórroga');
  await user.click(screen.getByRole('button', { name: 'Deshacer' }));
  expect(await screen.findByText('Pide prórroga al 15 dic 2026')).toBeTruthy();
  expect(screen.getByText('«El proveedor no llega.»')).toBeTruthy();
});

const asking = () => working({ requestedTo: addDays(today, 20), requestReason: 'El proveedor no llega.', requestedById: employee.id });

it('grants what was asked for, filled in', async () => {
  const company = aCompany({ user: manager, activities: [asking()] });
  const { user } = openScreen('/Consult_Activitie_Assigned/101', company);
  expect(await screen.findByText('Pide prórroga')).toBeTruthy();
  await user.click(await act('Conceder'));
  const dialog = await inDialog();
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Motivo').value).toBe('El proveedor no llega.');
  await user.click(dialog.getByRole('button', { name: 'Registrar extensión' }));
  await waitFor(() => expect(company.activities[0]).toMatchObject({ extendedTo: addDays(today, 20), requestedTo: null }));
});

it('declines with a reason', async () => {
  const { user, calls } = openScreen('/Consult_Activitie_Assigned/101', aCompany({ user: manager, activities: [asking()] }));
  await user.click(await act('No conceder'));
  const dialog = await inDialog();
  await user.click(dialog.getByRole('button', { name: 'No conceder' }));
  expect(calls).not.toContain('declineExtension');
  await user.type(dialog.getByLabelText('Motivo'), 'El cliente espera.');
  await user.click(dialog.getByRole('button', { name: 'No conceder' }));
  await waitFor(() => expect(calls).toContain('declineExtension'));
  await waitFor(async () => expect(await acts()).toContain('Extender fecha'));
});

it('uploads evidence, one image at least', async () => {
  const { user, calls } = openScreen('/Consult_My_Activity/101', aCompany({ activities: [working()] }));
  await user.click(await act('Agregar Evidencias'));
  await user.click((await inDialog()).getByRole('button', { name: 'Registrar evidencias' }));
  expect(await screen.findByText('Debe seleccionar al menos una imagen.')).toBeTruthy();
  expect(calls).not.toContain('addEvidence');
  await user.upload(screen.getByLabelText('Elegir imágenes'), new File(['x'], 'foto.jpg', { type: 'image/jpeg' }));
  await user.click((await inDialog()).getByRole('button', { name: 'Registrar evidencias' }));
  expect(await screen.findByText('Las evidencias se han registrado correctamente.')).toBeTruthy();
});

it('keeps the dialog and what was chosen when the file chooser is put away', async () => {
  const { user } = openScreen('/Consult_My_Activity/101', aCompany({ activities: [working()] }));
  await user.click(await act('Agregar Evidencias'));
  const chooser = screen.getByLabelText('Elegir imágenes');
  await user.upload(chooser, new File(['x'], 'foto.jpg', { type: 'image/jpeg' }));
  fireEvent(chooser, new Event('cancel', { bubbles: true }));
  expect(within(screen.getByRole('dialog')).getByText('1 / 4')).toBeTruthy();
});

it('says who was quicker, shows what is now true behind the dialog, and keeps what was typed', async () => {
  const company = aCompany({ activities: [working()] });
  const { user } = openScreen('/Consult_My_Activity/101', company, {
    completeActivity: () => {
      company.activities = [anActivity({ status: 'on_pause' })];
      throw new Refusal(409, 'activity.untimely', 'La actividad está en estado «En pausa» y así no es posible completarla.');
    },
  });
  await user.click(await act('Marcar completado de actividad'));
  await user.type((await inDialog()).getByLabelText('Resolución final'), 'Todo cuadra.');
  await user.click((await inDialog()).getByRole('button', { name: 'Sí, completar' }));
  const dialog = await inDialog();
  expect(await dialog.findByText(/está en estado «En pausa»/)).toBeTruthy();
  await waitFor(() => expect(screen.getByText('En pausa')).toBeTruthy());

  expect(document.activeElement?.textContent).toBe('Cerrar');
  const field = dialog.getByLabelText<HTMLTextAreaElement>('Resolución final');
  expect([field.value, field.readOnly]).toEqual(['Todo cuadra.', true]);
  await user.click(dialog.getByRole('button', { name: 'Copiar texto' }));
  expect(await navigator.clipboard.readText()).toBe('Todo cuadra.');
  expect(dialog.queryByRole('button', { name: 'Sí, completar' })).toBeNull();
  await user.click(dialog.getAllByRole('button', { name: 'Cerrar' }).at(-1) as HTMLElement);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await acts()).toContain('Reanudar');
});

it('has the activity as its heading, clipped when it is long, with the deadline in words', async () => {
  const description = 'Calibrar cada báscula del andén. '.repeat(20).trim();
  const late = working({ description, dueOn: addDays(today, -6), daysLeft: -6 });
  const { user } = openScreen('/Consult_My_Activity/101', aCompany({ activities: [late] }));
  const heading = await screen.findByRole('heading', { level: 1, name: description });
  expect(heading.dataset.clipped).toBe('true');
  expect(screen.getByText('venció hace 6 días')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Ver todo' }));
  expect(heading.dataset.clipped).toBeUndefined();
});

it('says why it was rejected, by whom and when, until it is completed again', async () => {
  const rejected = working({ rejectedAt: now });
  const reject = entry({ act: 'reject', note: 'Falta el acta.' });
  openScreen('/Consult_My_Activity/101', aCompany({ activities: [rejected], history: [reject] }));
  const banner = await screen.findByText('Rechazada por Mariana Núñez Ibáñez · 20 nov 2026, 12:00');
  expect(banner.closest('[role="alert"]')?.textContent).toContain('«Falta el acta.»');
  cleanup();
  openScreen('/Consult_My_Activity/101', aCompany({ activities: [working()], history: [reject] }));
  await screen.findByText('la rechazó', { exact: false });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('folds away the oldest entries of a long history', async () => {
  const history = Array.from({ length: 60 }, () => entry({ act: 'addEvidence' }));
  const { user } = openScreen('/Consult_My_Activity/101', aCompany({ activities: [working()], history }));
  const fold = await screen.findByRole('button', { name: '10 movimientos anteriores' });
  const list = () => document.querySelectorAll('.history [role="listitem"]').length;
  const visible = () => [...document.querySelectorAll('.history [role="listitem"]')].filter((item) => !item.closest('[hidden]')).length;
  expect([visible(), list()]).toEqual([50, 60]);
  await user.click(fold);
  expect(visible()).toBe(60);
});

it('says in the history what was said, and that a comment was withdrawn in one entry', async () => {
  const comments = [{ id: 7, authorId: manager.id, authorName: manager.name, body: '¿Cuándo estará?', writtenAt: now }];
  const history = [entry({ act: 'comment', commentId: 7 }), entry({ act: 'comment', commentId: 8 }), entry({ act: 'cancelComment' })];
  openScreen('/Consult_My_Activity/101', aCompany({ activities: [working()], comments, history }));
  const list = within((await screen.findByText('canceló un comentario', { exact: false })).closest('[role="list"]') as HTMLElement);
  expect(list.getByText('¿Cuándo estará?')).toBeTruthy();
  expect(list.getAllByRole('listitem')).toHaveLength(2);
});

it('takes a comment in the open field by Ctrl+Enter, after the same question', async () => {
  const company = aCompany({ activities: [working()] });
  const { user } = openScreen('/Consult_My_Activity/101', company);
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Escribe un comentario');
  await user.type(field, '{Control>}{Enter}{/Control}');
  expect(screen.getByText('El comentario no puede estar vacío.')).toBeTruthy();
  await user.type(field, 'Faltan tres pasillos.{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Registrar comentario?')).toBeTruthy();
  const quotes = new Set<string | null | undefined>();
  const watch = new MutationObserver(() => quotes.add(document.querySelector('blockquote')?.textContent));
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Comentario registrado')).toBeTruthy();
  watch.disconnect();
  expect(quotes).not.toContain('');
  expect(company.comments.map(({ body }) => body)).toEqual(['Faltan tres pasillos.']);
  expect(field.value).toBe('');
});

it('sends the photos of a comment before it, and after a failure only what is missing', async () => {
  const company = aCompany({ activities: [working()] });
  const payloads: string[] = [];
  let isDown = true;
  const { user } = openScreen('/Consult_My_Activity/101', company, {
    addEvidence: ({ images }) => {
      payloads.push(images.map(({ name }) => name).join(' '));
      return { success: true };
    },
    commentActivity: ({ body }) => {
      if (isDown) throw new Refusal(503, 'database.away', '');
      payloads.push(body);
      return { success: true, id: 1 };
    },
  });
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Escribe un comentario');
  const aPhoto = (name: string) => new File(['x'], name, { type: 'image/jpeg' });
  await user.upload(screen.getByLabelText('Agregar fotos', { selector: 'input' }), [
    aPhoto('uno.jpg'),
    aPhoto('dos.jpg'),
    aPhoto('tres.jpg'),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Quitar dos.jpg' }));
  await user.type(field, 'Así quedó.{Control>}{Enter}{/Control}');
  expect((await inDialog()).getByText('Con 2 fotos como evidencia.')).toBeTruthy();
  await user.click((await inDialog()).getByRole('button', { name: 'Sí, registrar' }));
  expect(await screen.findByText('No se pudo registrar el comentario.')).toBeTruthy();
  expect(screen.queryByRole('list', { name: /foto/ })).toBeNull();
  isDown = false;
  await user.type(field, '{Control>}{Enter}{/Control}');
  await user.click((await inDialog()).getByRole('button', { name: 'Sí, registrar' }));
  expect(await screen.findByText('Comentario registrado')).toBeTruthy();
  expect(payloads).toEqual(['uno.jpg tres.jpg', 'Así quedó.']);
});

it('verifies one delivery after another, and goes back to the inbox after the last', async () => {
  const activities = [delivered(), { ...delivered(), id: 102, description: 'Barrer el patio' }];
  const app = openScreen('/Consult_Activitie_Assigned/101', aCompany({ user: manager, activities }));
  for (const next of ['/Consult_Activitie_Assigned/102', '/Verify_Inbox']) {
    await app.user.click(await act('Verificar y siguiente'));
    await app.user.click((await inDialog()).getByRole('button', { name: 'Sí, verificar' }));
    await waitFor(() => expect(app.address()).toBe(next));
  }
  expect(await screen.findByText('Actividad actualizada correctamente. Ya no queda nada por verificar.')).toBeTruthy();
  expect(screen.getByText('Folio 101 verificado')).toBeTruthy();
});

it('keeps a comment to an activity that is gone until its dialog is closed', async () => {
  const company = aCompany({ activities: [working()] });
  const { user } = openScreen('/Consult_My_Activity/101', company, {
    commentActivity: () => {
      company.activities = [];
      throw new Refusal(404, 'activity.unknown', 'No se encontró la actividad.');
    },
  });
  await user.click(await act('Agregar Comentario'));
  await user.type((await inDialog()).getByRole('textbox'), 'Faltan tres pasillos.');
  await user.click((await inDialog()).getByRole('button', { name: 'Registrar' }));
  await user.click((await inDialog()).getByRole('button', { name: 'Sí, registrar' }));
  expect(await (await inDialog()).findByText('No se encontró la actividad.')).toBeTruthy();
  expect((await inDialog()).getByRole<HTMLTextAreaElement>('textbox').value).toBe('Faltan tres pasillos.');
  await user.click((await inDialog()).getAllByRole('button', { name: 'Cerrar' }).at(-1) as HTMLElement);
  expect(await screen.findByRole('heading', { name: 'No se encontró la actividad.' })).toBeTruthy();
});

const evidenceImage = (at: number) => ({
  id: `i${at}`,
  url: `/api/image/${at}`,
  thumbnailUrl: `/api/image/${at}/thumbnail`,
  name: `foto ${at}.png`,
  sha256: 'x',
  width: 10,
  height: 10,
  uploadedAt: now,
  uploadedBy: employee.name,
});

it('turns the pages of the evidence, and says when there is none', async () => {
  const { user } = openScreen(
    '/Consult_My_Activity/101',
    aCompany({ activities: [working()], images: [evidenceImage(1), evidenceImage(2)] }),
  );
  expect(await screen.findByText('1 / 2')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Imagen siguiente' }));
  expect(screen.getByRole('img', { name: 'foto 2.png' })).toBeTruthy();
});

const liveTexts = () =>
  [...document.querySelectorAll('[role="status"], [aria-live="polite"]')].map(({ textContent }) => textContent).filter(Boolean);

it.each([
  ['/Consult_My_Activity/101', 'Imagen siguiente', 'Imagen 2 de 2'],
  ['/My_Activities', 'Página siguiente', 'Página 2'],
])('live regions of %s are silent until something changes', async (address, button, spoken) => {
  const activities = Array.from({ length: 7 }, (_, at) => working({ id: 101 + at }));
  const { user } = openScreen(address, aCompany({ activities, images: [evidenceImage(1), evidenceImage(2)] }));
  const next = await screen.findByRole('button', { name: button });
  await waitFor(() => expect(liveTexts()).toEqual([]));
  await user.click(next);
  await waitFor(() => expect(liveTexts()).toEqual([spoken]));
});

it('has one act in front, two beside it and the others behind one button, which gets the focus back', async () => {
  const { user } = openScreen('/Consult_My_Activity/101', aCompany({ activities: [working()] }));
  const bar = within(await screen.findByRole('group', { name: 'Acciones' }));
  const visible = bar.getAllByRole('button');
  expect(visible.map((button) => button.textContent || button.getAttribute('aria-label'))).toEqual([
    ...['Marcar completado de actividad', 'Agregar Evidencias', 'Agregar Comentario', 'Más acciones'],
  ]);
  expect(visible.map(({ dataset }) => dataset.tone)).toEqual(['accent', 'plain', 'plain', 'plain']);
  await user.click(await act('Pedir prórroga'));
  await inDialog();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Más acciones'));
});

it('tells comments and changes as one stream, and each alone', async () => {
  const comments = [{ id: 7, authorId: manager.id, authorName: manager.name, body: '¿Cuándo estará?', writtenAt: now }];
  const history = [entry({ act: 'start' }), entry({ act: 'comment', commentId: 7 })];
  const { user } = openScreen('/Consult_My_Activity/101', aCompany({ activities: [working()], comments, history }));
  const stream = within(await screen.findByRole('region', { name: 'Comentarios e historial' }));
  const visible = () => [stream.queryAllByText(/inició el trabajo/).length, stream.queryAllByText('¿Cuándo estará?').length];
  await waitFor(() => expect(visible()).toEqual([1, 1]));
  await user.click(stream.getByLabelText('Cambios'));
  expect(visible()).toEqual([1, 0]);
  await user.click(stream.getByLabelText('Comentarios'));
  expect(visible()).toEqual([0, 1]);
  expect(stream.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Responsable',
    'Comentario',
    'Fecha',
    'Cancelar',
  ]);
});

it('says in the table of comments that there are none', async () => {
  const { user } = openScreen('/Consult_My_Activity/101', aCompany({ activities: [working()] }));
  await user.click(await screen.findByLabelText('Comentarios'));
  expect(await screen.findByText('No hay comentarios disponibles.')).toBeTruthy();
});

it.each([
  ['A tiempo', { dueOn: today, closedAt: now }],
  ['A tiempo con extensión', { dueOn: addDays(today, -3), extendedTo: today, closedAt: now }],
  ['Tarde', { dueOn: addDays(today, -1), closedAt: now }],
  [null, { dueOn: addDays(today, -1), closedAt: now, isImported: true }],
  [null, { dueOn: addDays(today, -1), status: 'canceled' as const, canceledAt: now }],
])('says of finished work: %s', async (verdict, overrides) => {
  const finished = anActivity({ status: 'verified', verifiedAt: now, ...overrides });
  openScreen('/Consult_Completed_Activity/101', aCompany({ activities: [finished] }));
  const line = (await screen.findByText('FOLIO')).closest('.consult-line');
  expect(/A tiempo con extensión|A tiempo|Tarde/.exec(line?.textContent ?? '')?.[0] ?? null).toBe(verdict);
});

it('has every fact once, and the work both as heading and in its information', async () => {
  openScreen('/Consult_Activitie_Assigned/101', aCompany({ user: manager, activities: [delivered()] }));
  await act('Verificar');
  for (const text of [employee.name, 'Se contó todo.']) expect(screen.getAllByText(text)).toHaveLength(1);
  expect(screen.getAllByText(/^Conciliar el inventario/).map(({ tagName }) => tagName)).toEqual(['H1', 'SPAN']);
});

it('shows a finished activity without acts, and says what is missing', async () => {
  const finished = anActivity({ status: 'verified', closedAt: now, verifiedAt: now, resolution: null });
  openScreen('/Consult_Completed_Activity/101', aCompany({ activities: [finished] }));
  expect(await screen.findByText('CONSULTA DE ACTIVIDAD FINALIZADA')).toBeTruthy();
  expect(screen.getByText('5 días')).toBeTruthy();
  const missing = screen.getAllByText('Sin datos').map((value) => value.closest('section')?.getAttribute('aria-labelledby'));
  expect(missing.map((id) => document.getElementById(id ?? '')?.textContent)).toEqual(['Resolución final', 'Fechas', 'Fechas', 'Fechas']);
  expect(screen.queryByRole('group', { name: 'Acciones' })).toBeNull();
});

it('does not know what it may not show', async () => {
  openScreen('/Consult_My_Activity/999', aCompany());
  expect(await screen.findByRole('heading', { name: 'No se encontró la actividad.' })).toBeTruthy();
});

it('leads back to the list one came from, as it was filtered and paged', async () => {
  const activities = Array.from({ length: 7 }, (_, at) => anActivity({ id: 101 + at }));
  const app = openScreen('/Report_All_Activities_P?search=inventario&page=2', aCompany({ user: manager, activities }));
  await app.user.click((await screen.findAllByRole('link', { name: /^Consultar actividad/ }))[0] as HTMLElement);
  await screen.findByText('CONSULTA DE ACTIVIDAD ASIGNADA');
  await app.user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Pendientes globales' }));
  await waitFor(() => expect(app.address()).toBe('/Report_All_Activities_P?search=inventario&page=2'));
});

it('leads back to Home the person who came from there', async () => {
  const app = openScreen('/Home', aCompany({ activities: [anActivity()] }));
  await app.user.click(await screen.findByRole('link', { name: /Conciliar el inventario/ }));
  await act('Iniciar Trabajo');
  const back = () => within(screen.getByRole('main')).getAllByRole('link')[0] as HTMLElement;
  expect(back().textContent).toBe('Inicio');
  await app.user.click(back());
  await waitFor(() => expect(app.address()).toBe('/Home'));
});

const dialogless = ['tick', 'untick', 'addDocuments', 'pause', 'resume', 'withdrawExtensionRequest'];
const request = { requestedTo: addDays(today, 20), requestReason: 'Falta material.', requestedById: employee.id };
const asked = [
  [employee, anActivity()],
  [employee, working()],
  [manager, working(request)],
  [manager, delivered()],
] as const;

it('names the work in the dialog of every act, because each may open over a list', async () => {
  const named = new Set<string>();
  for (const [user, activity] of asked) {
    const open = actsOpenTo(user as never, activity);
    const app = openScreen('/Consult_My_Activity/101', aCompany({ user, activities: [{ ...activity }] }));
    for (const name of [...open].filter((each) => !dialogless.includes(each) && !named.has(each))) {
      await app.user.click(await act(actButton(name, open)));
      const dialog = await screen.findByRole('dialog');
      const subject = document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent;
      expect([name, subject]).toEqual([name, `Conciliar el inventario del almacén norteFolio 101 · ${employee.name} `]);
      named.add(name);
      await app.user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    cleanup();
  }
  expect([...named].sort()).toEqual(lifecycleActs.filter((each) => !dialogless.includes(each)).sort());
});
