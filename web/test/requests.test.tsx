import { addDays } from '@bitacora/core/domain/calendar';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { choose } from './choose.ts';
import { aCompany, anActivity, aRequest, type Company, employee, manager, today, type WorkRequest } from './fake-company.ts';
import { Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

const image = { id: 'i1', name: 'puerta.png', url: '/api/images/i1', thumbnailUrl: '/api/images/i1/thumbnail' };
const open = (
  requests: WorkRequest[],
  { at = '/Requests', answers = {}, ...parts }: Partial<Company> & { at?: string; answers?: object } = {},
) => {
  const company = aCompany({ requests, ...parts });
  return { company, ...openScreen(at, company, answers) };
};
const rows = async (title: string) => within(await screen.findByRole('region', { name: title })).queryAllByRole('listitem');
const buttons = (row: HTMLElement | undefined) =>
  [...(row?.querySelectorAll('.agenda-acts > *') ?? [])].map(({ textContent }) => textContent);
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

it('shows people what they asked for: its state, who answered, why, and what came of it', async () => {
  const answered = { decidedById: 1, decidedByName: manager.name };
  open([
    aRequest({ id: 1, state: 'accepted', ...answered, activityId: 101, activityStatus: 'not_started' }),
    aRequest({ id: 2, state: 'declined', ...answered, reason: 'Se cambia el mes que entra.', text: 'Cambiar la reja' }),
    aRequest({ id: 3, images: [image], text: 'Pintar el pasillo' }),
    aRequest({ id: 4, requesterId: manager.id, text: 'De otra persona' }),
  ]);
  const [newest, declined, accepted, ...others] = await rows('Mis solicitudes');
  expect(others).toEqual([]);
  expect(newest?.textContent).toContain('Por contestar');
  expect(newest?.textContent).toContain('Para el miércoles 25 de noviembre · espera desde hace 3 días');
  expect(
    within(newest as HTMLElement)
      .getByRole('img', { name: 'puerta.png' })
      .getAttribute('src'),
  ).toBe(image.thumbnailUrl);
  expect(buttons(newest)).toEqual(['Retirar']);
  expect(declined?.textContent).toContain('Rechazada');
  expect(declined?.textContent).toContain(`${manager.name}«Se cambia el mes que entra.»`);
  expect(buttons(declined)).toEqual([]);
  expect(accepted?.textContent).toContain('Aceptada');
  expect(
    within(accepted as HTMLElement)
      .getByRole('link', { name: 'Ver el folio 101' })
      .getAttribute('href'),
  ).toBe('/Consult_Activitie_Assigned/101');
  expect(screen.queryByRole('region', { name: 'Por contestar' })).toBeNull();
});

it('withdraws after naming the work', async () => {
  const { user, company, calls } = open([aRequest()]);
  await user.click(await screen.findByRole('button', { name: 'Retirar: Reparar la puerta del almacén norte' }));
  const dialog = within(await screen.findByRole('dialog', { name: '¿Retirar la solicitud?' }));
  expect(dialog.getByText('Reparar la puerta del almacén norte')).toBeTruthy();
  expect(calls).not.toContain('withdrawRequest');
  await user.click(dialog.getByRole('button', { name: 'Sí, retirar' }));
  expect(await screen.findByText('Solicitud retirada')).toBeTruthy();
  expect(company.requests[0]?.state).toBe('withdrawn');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Retirar/ })).toBeNull());
});

it('shows those who may assign what waits, the oldest first, with its count in the menu', async () => {
  open([aRequest({ wantedOn: addDays(today, -1) }), aRequest({ id: 2, requesterId: manager.id, text: 'Mover el archivo' })], {
    user: manager,
  });
  const [first, own] = await rows('Por contestar');
  expect(first?.textContent).toContain(employee.name);
  expect(first?.querySelector('.late')?.textContent).toBe('Para el jueves 19 de noviembre');
  expect(buttons(first)).toEqual(['Rechazar', 'Aceptar']);
  // Nobody declines what they asked for: they withdraw it, or assign it.
  expect(buttons(own)).toEqual(['Aceptar']);
  expect((await screen.findAllByRole('img', { name: '2 en espera' })).length).toBeGreaterThan(0);
});

it('shows nobody else what waits for an answer, and counts nothing for them', async () => {
  const { calls } = open([aRequest({ requesterId: manager.id })]);
  expect(await screen.findByText(/^Pide aquí lo que necesitas/)).toBeTruthy();
  expect(screen.queryByRole('img', { name: /en espera/ })).toBeNull();
  expect(calls.filter((name) => name === 'listRequests')).toHaveLength(1);
});

it('declines with a reason that it demands, and keeps it when somebody was faster', async () => {
  const { user, company } = open([aRequest()], { user: manager });
  await user.click(await screen.findByRole('button', { name: /^Rechazar/ }));
  const dialog = within(await screen.findByRole('dialog', { name: '¿Rechazar la solicitud?' }));
  expect(dialog.getByText('Reparar la puerta del almacén norte')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Sí, rechazar' }));
  expect(await dialog.findByText('Este campo es obligatorio.')).toBeTruthy();
  await user.type(dialog.getByRole('textbox'), 'Ya está programada.');
  Object.assign(company.requests[0] as WorkRequest, { state: 'withdrawn' });
  await user.click(dialog.getByRole('button', { name: 'Sí, rechazar' }));
  expect(await screen.findByText('Esta solicitud ya no espera respuesta.')).toBeTruthy();
  // The list is read again, and is empty now.
  await waitFor(() => expect(screen.queryByText('Reparar la puerta del almacén norte', { selector: '.request-text' })).toBeNull());
  expect(screen.getByText('Esta solicitud ya no espera respuesta.')).toBeTruthy();
});

it('declines, and the requester reads why', async () => {
  const { user, company } = open([aRequest()], { user: manager });
  await user.click(await screen.findByRole('button', { name: /^Rechazar/ }));
  await user.type(await screen.findByRole('textbox', { name: /^Motivo del rechazo/ }), 'Ya está programada.');
  await user.click(screen.getByRole('button', { name: 'Sí, rechazar' }));
  expect(await screen.findByText('Solicitud rechazada')).toBeTruthy();
  expect(company.requests[0]).toMatchObject({ state: 'declined', reason: 'Ya está programada.' });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Por contestar' })).toBeNull());
});

it('accepts with the assignment form filled in, but for who does it', async () => {
  const given: Record<string, unknown>[] = [];
  const answers = {
    assignActivity: (input: Record<string, unknown>) => {
      given.push(input);
      return { success: true, id: 77 };
    },
  };
  const app = open([aRequest({ id: 9, images: [image] })], { user: manager, answers });
  await app.user.click(await screen.findByRole('link', { name: /^Aceptar/ }));
  await waitFor(() => expect(app.address()).toBe('/Admin_Assign_Activities?request=9'));
  await waitFor(() => expect(field('Descripcion de Actividad').value).toBe('Reparar la puerta del almacén norte'));
  expect(field('Fecha de Finalización').value).toBe('25/11/2026');
  expect(screen.getByText(`Para contestar a ${employee.name}`)).toBeTruthy();
  expect(screen.getByRole('img', { name: 'puerta.png' })).toBeTruthy();
  const submit = within(screen.getByRole('main')).getByRole('button', { name: 'Asignar Actividad' });
  await app.user.click(submit);
  expect(await screen.findByText('Este campo es obligatorio.')).toBeTruthy();
  await choose(app, 'Responsable', /Ñusta/);
  await app.user.click([...document.querySelectorAll<HTMLElement>('li[role="option"]')][0] as HTMLElement);
  await app.user.keyboard('{Tab}');
  await app.user.click(submit);
  expect(await screen.findByText('Elige a una sola persona: de una solicitud nace una actividad.')).toBeTruthy();
  await choose(app, 'Responsable', /José Ángel/);
  await app.user.keyboard('{Tab}');
  await app.user.click(submit);
  await waitFor(() => expect(app.address()).toBe('/Requests'));
  expect(await screen.findByText('Folio 77 registrado')).toBeTruthy();
  expect(given).toMatchObject([{ requestId: 9, topicId: 1, assigneeId: 3, dueOn: '2026-11-25' }]);
});

it('says that somebody was faster, and registers nothing; an unknown request has no form', async () => {
  const app = open([aRequest()], { user: manager, at: '/Admin_Assign_Activities?request=1' });
  await choose(app, 'Responsable', /Ñusta/);
  await app.user.keyboard('{Tab}');
  Object.assign(app.company.requests[0] as WorkRequest, { state: 'withdrawn' });
  await app.user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Asignar Actividad' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Esta solicitud ya no espera respuesta.');
  expect(app.company.activities).toEqual([]);
  await app.go('/Admin_Assign_Activities?request=8');
  expect(await screen.findByText('No encontramos esa solicitud.')).toBeTruthy();
  await app.go('/Admin_Assign_Activities');
  expect((await screen.findByLabelText<HTMLInputElement>('Descripcion de Actividad')).value).toBe('');
});

it('asks for work under any topic, with photos, and keeps what was not sent', async () => {
  const given: Record<string, unknown>[] = [];
  const topics: unknown[] = [];
  const answers = {
    listMyTopics: (input: object) => {
      topics.push(input);
      return [{ id: 5, name: 'Reparaciones', description: null, department: 'MANTENIMIENTO' }];
    },
    createRequest: (input: Record<string, unknown>) => {
      given.push(input);
      if (given.length === 1)
        throw new Refusal(400, 'input.invalid', 'Revisa los campos señalados.', { objective: 'Escribe 2,000 caracteres como máximo.' });
      return { success: true, id: 3 };
    },
  };
  const app = open([], { answers });
  await app.user.click(await screen.findByRole('link', { name: 'Pedir trabajo' }));
  await choose(app, 'Tema', /Reparaciones/);
  expect(topics).toEqual([expect.objectContaining({ isForRequest: true })]);
  await app.user.type(field('Qué necesitas'), 'Reparar la bomba 2');
  await app.go('/My_Activities');
  await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Guardar borrador' }));
  await waitFor(() => expect(screen.queryByLabelText('Qué necesitas')).toBeNull());
  await app.go('/Requests/New');
  expect((await screen.findByLabelText<HTMLInputElement>('Qué necesitas')).value).toBe('Reparar la bomba 2');
  expect(screen.queryByText('Prioridad')).toBeNull();
  expect(screen.queryByText('Actividad repetible')).toBeNull();
  await app.user.type(field('Para cuándo'), 'viernes{Tab}');
  await app.user.upload(field('Elegir imágenes'), [new File(['x'], 'bomba.png', { type: 'image/png' })]);
  await app.user.click(screen.getByRole('button', { name: 'Enviar solicitud' }));
  expect(await screen.findByText('Escribe 2,000 caracteres como máximo.')).toBeTruthy();
  await app.user.click(screen.getByRole('button', { name: 'Enviar solicitud' }));
  expect(await screen.findByText('Solicitud enviada')).toBeTruthy();
  await waitFor(() => expect(app.address()).toBe('/Requests'));
  expect(given[1]).toMatchObject({ topicId: 5, text: 'Reparar la bomba 2', wantedOn: '2026-11-27', images: [{ name: 'bomba.png' }] });
});

it('demands topic, words and day of a request at once, and asks nothing of the server', async () => {
  const { user, calls } = open([], { at: '/Requests/New' });
  await user.click(await screen.findByRole('button', { name: 'Enviar solicitud' }));
  expect(await screen.findAllByText('Este campo es obligatorio.')).toHaveLength(3);
  expect(calls).not.toContain('createRequest');
});

it('is a row of what waits for a manager at Home', async () => {
  const { user } = open([aRequest()], { user: manager, at: '/Home' });
  expect(buttons((await rows('Solicitudes'))[0])).toEqual(['Rechazar', 'Aceptar']);
  expect(screen.getByRole('link', { name: 'Ver todas: Solicitudes' }).getAttribute('href')).toBe('/Requests');
  await user.click(screen.getByRole('button', { name: /^Rechazar/ }));
  expect(await screen.findByRole('dialog', { name: '¿Rechazar la solicitud?' })).toBeTruthy();
});

it('leads an employee from Home to what they need of others', async () => {
  const { user, address } = open([], { at: '/Home' });
  await user.click(await screen.findByRole('link', { name: 'Pedir trabajo' }));
  await waitFor(() => expect(address()).toBe('/Requests/New'));
});

it('says that the list could not be read, and reads it again', async () => {
  let isDown = true;
  const answers = {
    listRequests: () => {
      if (isDown) throw new Refusal(503, 'server.busy', 'El servidor está ocupado.');
      return { success: true, total: 1, toAnswer: 0, requests: [aRequest()] };
    },
  };
  const { user } = open([], { answers });
  expect(await screen.findByText('El servidor está ocupado.')).toBeTruthy();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await rows('Mis solicitudes')).toHaveLength(1);
});

it('says to the requester whose wish the activity was, and offers no act', async () => {
  const asked = anActivity({ requesterId: 7, requesterName: 'Olga Ruiz', status: 'in_progress' });
  open([], { user: { ...employee, id: 7 }, activities: [asked], at: '/Consult_Activitie_Assigned/101' });
  expect(await screen.findByText('La pediste tú')).toBeTruthy();
  expect(screen.queryByRole('group', { name: 'Acciones' })).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Escribe un comentario' })).toBeNull();
});

it('names who asked, where somebody did', async () => {
  const asked = anActivity({ requesterId: 7, requesterName: 'Olga Ruiz', status: 'in_progress' });
  const app = open([], { activities: [asked, anActivity({ id: 102 })], at: '/Consult_My_Activity/101' });
  expect((await screen.findByText('Solicitada por')).closest('div')?.textContent).toContain('Olga Ruiz');
  await app.go('/Consult_My_Activity/102');
  await screen.findAllByRole('button', { name: 'Iniciar Trabajo' });
  expect(screen.queryByText('Solicitada por')).toBeNull();
});
