import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { day, given, NOW } from '../../core/test/factories.ts';
import { aPng } from './pictures.ts';
import { type RunningApp, runningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runningApp();
});
beforeEach(async () => {
  await app.wipe();
  app.setClock(NOW);
});
afterAll(() => app.close());

async function setUp() {
  const make = given(app.db);
  const owner = await make.manager({ firstName: 'Gloria', lastName: 'Gómez' });
  const assignee = await make.person({ firstName: 'Emilio', lastName: 'Estrada', employeeNumber: 'E-77' });
  const topic = await make.topic({ name: 'Redes', description: 'Cableado y equipos', department: 'SISTEMAS' });
  const activity = await make.activity({
    owner,
    assignee,
    topic,
    description: 'Cambiar el switch',
    status: 'completed',
    priority: 'critical',
    dueOn: day('2026-11-18'),
    extendedTo: day('2026-11-25'),
    extensionReason: 'Faltan piezas',
    repeats: 'month',
  });
  return { owner, assignee, topic, activity };
}

it('an activity is reported with every field of the contract, and so is every list of them', async () => {
  const { owner, assignee, topic, activity } = await setUp();
  const wireFacts = {
    id: activity.id,
    objetive_project: 'Cambiar el switch',
    id_project: topic.id,
    project_name: 'Redes',
    name_project: 'Redes',
    description_project: 'Cableado y equipos',
    department: 'SISTEMAS',
    assignor: 'Gloria Gómez',
    responsible: 'Emilio Estrada',
    status_project: 'Completed',
    priority: 'Critical',
    created_at: '2026-11-10T16:00:00.000Z',
    expected_closing_date: '2026-11-18',
    extension_date: '2026-11-25',
    motive_extension: 'Faltan piezas',
    date_started: '2026-11-11T15:00:00.000Z',
    closing_date: '2026-11-18T23:00:00.000Z',
    verification_date: null,
    cancellation_date: null,
    resolution: 'Quedó instalado',
    repeatable: 'SI',
    time_lapse: 'month',
    id_user_owner: owner.id,
    id_user_assigned: assignee.id,
    owner_user_name: 'Gloria',
    owner_user_last_name: 'Gómez',
    assigned_user_name: 'Emilio',
    assigned_user_last_name: 'Estrada',
    days_remaining: 0,
    status_text: 'Por verificar',
  };
  const [manager, employee] = [await app.as(owner), await app.as(assignee)];
  expect((await employee.call('GET', `/api/get_activity/${activity.id}`)).body).toMatchObject(wireFacts);
  expect((await employee.call('GET', '/api/get_my_activities')).body).toMatchObject([wireFacts]);
  expect((await employee.call('GET', '/api/get_my_historial_activities')).body).toEqual([]);
  const range = { start_date: '2026-11-01', end_date: '2026-11-30' };
  expect((await manager.call('POST', '/api/get_user_assigned_activities', { body: range })).body).toMatchObject([wireFacts]);
});

it('topics, candidates, comments, images and history are reported as bare lists in the words of the wire', async () => {
  const { owner, assignee, topic, activity } = await setUp();
  const [manager, employee] = [await app.as(owner), await app.as(assignee)];
  expect((await employee.call('GET', '/api/get_projects_by_users')).body).toEqual([
    { id: topic.id, name_project: 'Redes', description_project: 'Cableado y equipos', department: 'SISTEMAS' },
  ]);
  const candidates = (await manager.call('GET', `/api/get_employees_for_project/${topic.id}`)).body as object[];
  expect(candidates).toContainEqual({
    id: assignee.id,
    num_employe: 'E-77',
    name_user: 'Emilio',
    last_name: 'Estrada',
    position: 'ANALISTA',
    department: 'SISTEMAS',
  });

  const comment = await employee.call('POST', '/api/record_comments_activity', {
    body: { activitie_id: activity.id, comment: ' Va bien ' },
  });
  expect(comment.body).toEqual({ success: true, id: expect.any(Number) });
  expect((await manager.call('GET', `/api/call_comments_by_activity/${activity.id}`)).body).toEqual([
    {
      id_comment: (comment.body as { id: number }).id,
      id_user: assignee.id,
      responsible: 'Emilio Estrada',
      comment: 'Va bien',
      date: '2026-11-20T18:00:00.000Z',
    },
  ]);

  await employee.client.addEvidence({ activityId: activity.id, images: [new File([await aPng(24, 16)], 'foto.png')] });
  const { id, sha256 } = await app.db('images').first();
  expect((await manager.call('GET', `/api/call_images_by_activity/${activity.id}`)).body).toEqual([
    {
      id,
      path: `/api/images/${id}`,
      thumbnail_path: `/api/images/${id}/thumbnail`,
      image_name: 'foto.png',
      sha256,
      width: 24,
      height: 16,
      date: '2026-11-20T18:00:00.000Z',
      responsible: 'Emilio Estrada',
    },
  ]);
  expect((await manager.call('GET', `/api/get_activity_history/${activity.id}`)).body).toMatchObject([
    {
      act: 'comment',
      actor: 'Emilio Estrada',
      date: '2026-11-20T18:00:00.000Z',
      from_status: 'Completed',
      to_status: 'Completed',
      channel: 'web',
      note: null,
    },
    { act: 'addEvidence', note: '1 imagen' },
  ]);

  const one = `/api/get_activity/${activity.id}`;
  const { comments, evidence, history, ...alone } = (await manager.call('GET', `${one}?include=history,comments,evidence`)).body as Record<
    string,
    unknown[]
  >;
  expect(alone).toEqual((await manager.call('GET', one)).body);
  expect(comments).toEqual((await manager.call('GET', `/api/call_comments_by_activity/${activity.id}`)).body);
  expect(evidence).toEqual((await manager.call('GET', `/api/call_images_by_activity/${activity.id}`)).body);
  expect(history).toEqual((await manager.call('GET', `/api/get_activity_history/${activity.id}`)).body);
  expect([comments, evidence, history].every((part) => part && part.length > 0)).toBe(true);
  expect((await manager.call('GET', `${one}?include=history`)).body).not.toHaveProperty('comments');
  expect((await manager.call('GET', `${one}?include=notes`)).body).toMatchObject({
    code: 'input.invalid',
    fields: { include: expect.any(String) },
  });
});

it('every act is asked for and answered in the words of the wire', async () => {
  const make = given(app.db);
  const [owner, assignee, topic] = [await make.manager(), await make.person(), await make.topic()];
  const [manager, employee] = [await app.as(owner), await app.as(assignee)];
  const form = new FormData();
  const fields = {
    id_project: topic.id,
    id_user_assigned: assignee.id,
    objective: 'Auditar',
    priority: 'High',
    due_date: '2026-11-30',
    repeatable: 'SI',
    time_lapse: 'week',
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  const { status, body } = await manager.call('POST', '/api/create_activity', { body: form });
  expect([status, body]).toEqual([200, { success: true, id: expect.any(Number) }]);
  const { id } = body as { id: number };

  const acts = [
    [employee, 'record_start_work_activity', { activitie_id: id }],
    [manager, 'update_extension_date', { activitie_id: id, extension_date: '2026-12-04', motive_extension: 'Feriado' }],
    [employee, 'pause_activity', { activity_id: id, comment: 'Un momento' }],
    [manager, 'resume_activity', { activity_id: id }],
    [employee, 'end_activity', { activity_id: id, resolution: 'Auditado' }],
    [manager, 'validate_activity', { activity_id: id, comment: 'Falta un anexo', action: 'Rejected' }],
    [employee, 'end_activity', { activity_id: id, resolution: 'Con anexo' }],
    [manager, 'validate_activity', { activity_id: id, comment: '', action: 'Verified' }],
  ] as const;
  for (const [who, call, given] of acts) {
    const answer = await who.call('POST', `/api/${call}`, { body: given });
    expect([call, answer.status, answer.body]).toEqual([call, 200, { success: true }]);
  }
  expect((await employee.call('GET', `/api/get_activity/${id}`)).body).toMatchObject({
    status_project: 'Verified',
    priority: 'High',
    verification_date: '2026-11-20T18:00:00.000Z',
    days_remaining: 0,
  });
  expect((await employee.call('GET', '/api/get_my_activities')).body).toMatchObject([
    { objetive_project: 'Auditar', expected_closing_date: '2026-12-07', status_project: 'Not started', time_lapse: 'week' },
  ]);
});

it('each act that is refused says why in Spanish, naming the status or the person', async () => {
  const { owner, assignee, activity } = await setUp();
  const [manager, employee] = [await app.as(owner), await app.as(assignee)];
  const refusals = [
    [
      employee,
      'record_start_work_activity',
      { activitie_id: activity.id },
      409,
      'La actividad está en estado «Por verificar» y así no es posible iniciar el trabajo.',
    ],
    [employee, 'cancel_activity', { activity_id: activity.id }, 403, 'Solo Gloria Gómez (dueño de la actividad) puede cancelarla.'],
    [
      manager,
      'validate_activity',
      { activity_id: activity.id, action: 'Rejected' },
      400,
      'Debe agregar un comentario para marcar el rechazo.',
    ],
    [manager, 'validate_activity', { activity_id: activity.id, action: 'Maybe' }, 400, 'Elige una de estas opciones: Verified, Rejected.'],
    [manager, 'record_comments_activity', { activitie_id: activity.id, comment: ' \n ' }, 400, 'El comentario no puede estar vacío.'],
    [employee, 'end_activity', { activity_id: activity.id, resolution: ' ' }, 400, 'Este campo es obligatorio.'],
  ] as const;
  for (const [who, call, body, status, error] of refusals) {
    const answer = await who.call('POST', `/api/${call}`, { body });
    expect([call, answer.status, (answer.body as { error: string }).error]).toEqual([call, status, error]);
  }
});
