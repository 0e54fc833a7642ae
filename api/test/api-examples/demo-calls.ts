import type { EndpointName } from '@bitacora/core/contract';
import { hashOf } from '@bitacora/core/server';
import { APP_SECRET, codeAt } from '../../../core/test/authenticator-app.ts';
import { NOW } from '../../../core/test/factories.ts';
import { aPdf } from '../pdfs.ts';
import { aPng } from '../pictures.ts';
import { sheetOf } from '../sheets/workbooks.ts';
import { type Demo, demoSecrets } from './demo.ts';

/** Who makes a call: a person by token or by session, the bot, a token of a chat, or a visitor. */
type Caller = { token: number } | { session: number } | { chat: 'worker' | 'manager' } | 'bot' | 'visitor';

export interface DemoCall {
  by: Caller;
  /** The parameter of the path. */
  in?: string | number;
  query?: Record<string, string | number>;
  body?: Record<string, unknown>;
  /** Bytes beside the fields of a form, by their names. */
  files?: Record<string, File>;
}

const document = new File([new Uint8Array(aPdf())], 'acta.pdf', { type: 'application/pdf' });
const photo = new File([await aPng()], 'evidencia.png', { type: 'image/png' });
const newcomer = {
  num_employe: 'E-0412',
  name_user: 'Renata',
  last_name: 'Olvera Cano',
  email: 'renata.olvera@demo.mx',
  level_user: 'Analista',
  department: 'Calidad',
  position: 'Analista de laboratorio',
};
const peopleSheet = new File(
  [(await sheetOf([Object.keys(newcomer), Object.values(newcomer)])) as Uint8Array<ArrayBuffer>],
  'personas.xlsx',
);
const work = {
  objective: 'Calibrar los manómetros de la línea 1',
  priority: 'High',
  due_date: '2026-12-04',
  checklist: ['Retirar los sellos', 'Comparar con el patrón', 'Firmar la hoja de calibración'],
  minimum_images: 1,
};
const template = {
  objective: 'Recorrido mensual de seguridad',
  days: 5,
  priority: 'Normal',
  repeatable: 'SI',
  time_lapse: 'month',
  checklist: ['Extintores', 'Salidas de emergencia'],
  minimum_images: 2,
};
const month = { start_date: '2026-11-01', end_date: '2026-11-30' };
const selection = { startDate: '2026-11-01', endDate: '2026-11-30', statusFilters: ['In progress', 'Completed'] };
const identity = { service: 'slack', workspace: 'T024BE7LD', chat_user_id: 'U023BECGF', conversation: 'D023BECGF' };
const whatsapp = { service: 'whatsapp', workspace: '106540352242922', chat_user_id: 'MX.2041557' };
const press = { flow: 'one-activity' };
const code = () => codeAt(NOW, APP_SECRET);
const receiver = { name: 'ERP', url: 'https://erp.example.com/bitacora', events: ['activity.completed', 'activity.verified'] };
/** A meeting may begin at a row that is still to come; its acts are counted from the newest. */
const NEWEST = 1_000_000;
const device = { machine: 'ana@portatil', grant: 'write' };
const push = { endpoint: 'https://push.example.com/f1Xb', p256dh: `${'B'.repeat(86)}A`, auth: 'A'.repeat(22) };

type ToCall = (demo: Demo) => DemoCall | Promise<DemoCall>;

const byWorker: ToCall = ({ worker }) => ({ by: { token: worker.id } });
const byManager: ToCall = ({ manager }) => ({ by: { token: manager.id } });
const bySession: ToCall = ({ worker }) => ({ by: { session: worker.id } });
const managers =
  (body: Record<string, unknown>): ToCall =>
  ({ manager }) => ({ by: { token: manager.id }, body });
const developers =
  (bodyOf: (demo: Demo) => Record<string, unknown> | Promise<Record<string, unknown>>): ToCall =>
  async (demo) => ({ by: { session: demo.developer.id }, body: await bodyOf(demo) });
/** A read of work in progress with a comment and one image. */
const ofActivity: ToCall = async ({ manager, db }) => {
  const { activityId } = await db('images')
    .join('activities', 'activities.id', 'images.activityId')
    .where({ status: 'in_progress' })
    .whereIn('activityId', db('comments').select('activityId'))
    .groupBy('activityId')
    .havingRaw('count(*) = 1')
    .orderBy('activityId')
    .first('activityId');
  return { by: { token: manager.id }, in: activityId };
};
type Party = 'ownerId' | 'assigneeId';
/** An act on an activity of its own, by its owner or its assignee. */
const act =
  (status: string, by: Party, bodyOf: (id: number, demo: Demo) => Record<string, unknown>, has?: 'checklist'): ToCall =>
  (demo) => {
    const activity = demo.next(status, has);
    return { by: { token: activity[by] }, body: bodyOf(activity.id, demo) };
  };
/** Somebody who may get an activity of a topic, and has it not. */
async function otherAssignee(demo: Demo, { topicId, ownerId, assigneeId }: { topicId: number; ownerId: number; assigneeId: number }) {
  const headers = await demo.tokenOf(demo.manager.id);
  const { body } = await demo.visitor().call('GET', `/api/get_employees_for_project/${topicId}`, { headers });
  return (body as { id: number }[]).map(({ id }) => id).find((id) => id !== ownerId && id !== assigneeId) as number;
}
/** The example of every call, in the order in which they are made: reads first, and what ends an access last. A missing one does not compile. */
export const demoCalls: Record<EndpointName, ToCall> = {
  readSession: () => ({ by: 'visitor' }),
  readCsrfToken: () => ({ by: 'visitor' }),
  readPermissions: byWorker,
  readOwnData: byWorker,
  listMyPending: byWorker,
  listMyHistory: byWorker,
  readActivity: ofActivity,
  listComments: ofActivity,
  listEvidence: ofActivity,
  listDocuments: ofActivity,
  listHistory: ofActivity,
  downloadRecord: ofActivity,
  readSeries: async ({ manager, db }) => ({
    by: { token: manager.id },
    in: (await db('activities').whereNotNull('repeats').orderBy('id').first('id')).id,
  }),
  listAwaitingVerification: byManager,
  searchActivities: managers({ q: 'seguridad' }),
  listAllActivities: managers({ ...selection, priorities: ['High'], page: 1, pageSize: 25, sort: '-created_at' }),
  listAssignedByMe: managers({ ...month, statusFilters: ['In progress'], page: 1, pageSize: 25 }),
  countFacets: managers({ ...selection }),
  readCompanyFigures: managers(month),
  readAssignedFigures: managers(month),
  readComplianceGroups: managers(month),
  readPunctuality: managers({ startDate: '2026-11-01', endDate: '2026-11-30' }),
  readPeopleLoad: managers({ departments: ['Mantenimiento'] }),
  readFirstPending: byManager,
  readStandUp: ({ manager }) => ({ by: { token: manager.id }, query: { since: NEWEST } }),
  exportReport: managers(selection),
  createExpedient: managers({ startDate: '2026-11-19', endDate: '2026-11-19', statusFilters: ['Verified'] }),
  listSavedViews: byManager,
  listTopics: byManager,
  listDepartments: byWorker,
  listAssignments: byManager,
  listMyTopics: byWorker,
  listEligibleAssignees: async (demo) => ({ by: { token: demo.manager.id }, in: await demo.idOf('topics') }),
  listTemplates: async (demo) => ({
    by: { token: demo.manager.id },
    in: (await demo.db('activityTemplates').orderBy('id').first()).topicId,
  }),
  readStatus: byManager,
  readFirstSteps: byManager,
  sendTestMail: byManager,
  readDiagnosis: byManager,
  listAdminHistory: ({ developer }) => ({ by: { token: developer.id }, body: { ...month, page: 1, pageSize: 25 } }),
  exportAdminHistory: ({ developer }) => ({ by: { session: developer.id }, body: month }),
  listHolidays: byWorker,
  listOwnSessions: bySession,
  listTokens: async (demo) => {
    await demo.tokenOf(demo.worker.id);
    return { by: { session: demo.worker.id } };
  },
  listChatLinks: byWorker,
  listChatEntrances: byWorker,
  readSecondFactor: bySession,
  listFailedNotifications: async (demo) => {
    const letter = {
      letter: '00000000-0000-4000-8000-00000000f417',
      tries: 5,
      failedAt: NOW,
      failure: 'refused',
      lastError: '550 5.1.1 No such user here',
    };
    const about = { key: 'example:1', kind: 'overdue', recipientId: demo.worker.id, activityId: demo.next('in_progress').id };
    await demo.db('outbox').insert({ ...about, ...letter, createdAt: NOW, nextTryAt: NOW });
    return { by: { token: demo.manager.id } };
  },
  listOwnNotifications: ({ worker }) => ({ by: { token: worker.id }, query: { limit: 20 } }),
  listPreferences: byWorker,
  readCalendarFeed: bySession,
  listUsers: byManager,
  listAbsences: byManager,
  listSubstitutes: ({ worker }) => ({ by: { token: worker.id }, body: { search: 'ram' } }),
  downloadImportTemplate: byManager,
  downloadActivitySample: byManager,
  exportOwnData: byWorker,
  exportCompany: ({ developer }) => ({ by: { session: developer.id } }),
  readPush: bySession,
  readEmailChange: () => ({ by: 'visitor', body: { token: demoSecrets.emailChange } }),
  readChatLinkOffer: ({ doctor }) => ({ by: { session: doctor.id }, body: { code: demoSecrets.chatCode } }),
  signEvidence: async ({ db, worker }) => {
    const { activityId } = await db('images')
      .join('activities', 'activities.id', 'images.activityId')
      .where({ assigneeId: worker.id })
      .orderBy('activityId')
      .first('activityId');
    return { by: { chat: 'worker' }, in: activityId };
  },
  readSummaryChoice: () => ({ by: { chat: 'manager' } }),

  assignActivity: async ({ manager, idOf, db }) => {
    const id_project = await idOf('topics', { name: 'Producción de la línea 1' });
    const { id } = await db('users').where({ email: 'martin.nunez@demo.mx' }).first('id');
    return { by: { token: manager.id }, body: { id_project, id_user_assigned: id, ...work } };
  },
  assignToMany: async ({ manager, person, idOf }) => {
    const id_project = await idOf('topics', { name: 'Producción de la línea 1' });
    const people = [person('empleado').id, person('hector.briseno').id];
    return {
      by: { token: manager.id },
      body: { id_project, id_users_assigned: people, ...work, objective: 'Leer y firmar la instrucción de llenado' },
    };
  },
  registerOwnActivity: async ({ worker, idOf }) => {
    const id_project = await idOf('topics', { name: 'Seguridad e higiene' });
    return {
      by: { token: worker.id },
      body: { id_project, objective: 'Preparar el simulacro de diciembre', priority: 'Normal', due_date: '2026-12-11' },
    };
  },
  createRequest: async ({ worker, idOf }) => ({
    by: { token: worker.id },
    body: {
      id_project: await idOf('topics', { name: 'Producción de la línea 1' }),
      objective: 'Reparar la fuga de la llenadora 2',
      requested_date: '2026-12-04',
    },
    files: { 'images[0]': photo },
  }),
  listRequests: ({ manager }) => ({ by: { token: manager.id }, query: { view: 'to_answer' } }),
  readRequest: async ({ worker, idOf }) => ({ by: { token: worker.id }, in: await idOf('workRequests') }),
  declineRequest: async (demo) => ({
    by: { token: demo.manager.id },
    body: { id: await demo.addRequest(), reason: 'Ya está en el paro programado de diciembre.' },
  }),
  withdrawRequest: async (demo) => ({ by: { token: demo.worker.id }, body: { id: await demo.addRequest() } }),
  commentActivity: act('in_progress', 'assigneeId', (id) => ({ activitie_id: id, comment: 'Llegan mañana las refacciones.' })),
  startActivity: act('not_started', 'assigneeId', (id) => ({ activitie_id: id })),
  addEvidence: (demo) => {
    const { id, assigneeId } = demo.next('in_progress');
    return { by: { token: assigneeId }, body: { activity_id: id }, files: { 'images[0]': photo } };
  },
  addDocuments: (demo) => {
    const { id, assigneeId } = demo.next('in_progress');
    return { by: { token: assigneeId }, body: { activity_id: id }, files: { 'documents[0]': document } };
  },
  completeActivity: act('in_progress', 'assigneeId', (id) => ({
    activity_id: id,
    resolution: 'Quedó calibrado; la hoja firmada está en calidad.',
  })),
  extendDeadline: act('in_progress', 'ownerId', (id) => ({
    activitie_id: id,
    extension_date: '2027-03-15',
    motive_extension: 'El proveedor entrega en enero.',
  })),
  requestExtension: act('in_progress', 'assigneeId', (id) => ({
    activity_id: id,
    extension_date: '2027-03-15',
    motive_extension: 'El proveedor entrega en enero.',
  })),
  declineExtension: async ({ db }) => {
    const { id, ownerId } = await db('activities').whereNotNull('requestedTo').orderBy('id', 'desc').first('id', 'ownerId');
    return { by: { token: ownerId }, body: { activity_id: id, comment: 'El cliente la espera en diciembre.' } };
  },
  withdrawExtensionRequest: async (demo) => {
    const { id, assigneeId } = demo.next('in_progress');
    const request = { requestedTo: '2027-03-15', requestReason: 'El proveedor entrega en enero.', requestedById: assigneeId };
    await demo.db('activities').where({ id }).update(request);
    return { by: { token: assigneeId }, body: { activity_id: id } };
  },
  tickItems: act('in_progress', 'assigneeId', (id) => ({ activity_id: id, items: [1, 2] }), 'checklist'),
  untickItems: async ({ db }) => {
    const { activityId, actorId } = await db('activityHistory').where({ act: 'tick' }).orderBy('id', 'desc').first('activityId', 'actorId');
    return { by: { token: actorId }, body: { activity_id: activityId, items: [1] } };
  },
  cancelComment: async ({ db }) => {
    const { id, authorId } = await db('comments')
      .join('activities', 'activities.id', 'comments.activityId')
      .where({ status: 'in_progress', 'comments.canceledAt': null })
      .orderBy('comments.id')
      .first('comments.id', 'authorId');
    return { by: { token: authorId }, in: id };
  },
  withdrawImage: async ({ db, developer }) => {
    const { id } = await db('images')
      .join('activities', 'activities.id', 'images.activityId')
      .orderBy('activities.id', 'desc')
      .orderBy('images.name')
      .first('images.id');
    return { by: { token: developer.id }, body: { image_id: id, reason: 'Se ve el rostro de una persona.' } };
  },
  cancelActivity: act('not_started', 'ownerId', (id) => ({ activity_id: id })),
  cancelActivities: act('not_started', 'ownerId', (id) => ({ activity_ids: [id] })),
  remindActivity: act('in_progress', 'ownerId', (id) => ({ activity_id: id, message: '¿Cómo va? La auditoría es el jueves.' })),
  remindActivities: act('in_progress', 'ownerId', (id) => ({ activity_ids: [id], message: 'Hoy, por favor.' })),
  amendActivity: act('not_started', 'ownerId', (id) => ({ activity_id: id, priority: 'Critical', reason: 'La pide el cliente.' })),
  reassignActivity: async (demo) => {
    const activity = demo.next('not_started');
    const body = { activity_id: activity.id, id_user_assigned: await otherAssignee(demo, activity), reason: 'Vacaciones' };
    return { by: { token: activity.ownerId }, body };
  },
  reassignActivities: async (demo) => {
    const activity = demo.next('not_started');
    return {
      by: { token: activity.ownerId },
      body: { activity_ids: [activity.id], id_user_assigned: await otherAssignee(demo, activity) },
    };
  },
  validateActivity: act('completed', 'ownerId', (id) => ({ activity_id: id, action: 'Rejected', comment: 'Falta la foto del sello.' })),
  validateActivities: act('completed', 'ownerId', (id) => ({ activity_ids: [id], action: 'Verified' })),
  pauseActivity: act('in_progress', 'assigneeId', (id) => ({ activity_id: id, comment: 'Espero la refacción.' })),
  resumeActivity: act('on_pause', 'assigneeId', (id) => ({ activity_id: id })),
  saveView: managers({ screen: 'pending_report', name: 'Urgentes de planta', query: 'priorities=Critical' }),
  saveListSize: managers({ size: 25 }),
  removeSavedView: async (demo) => ({ by: { token: demo.manager.id }, in: await demo.idOf('savedViews', { userId: demo.manager.id }) }),
  createTopic: managers({
    name_project: 'Eficiencia energética',
    description_project: 'Vapor, aire comprimido y luz.',
    department: 'Mantenimiento',
  }),
  updateTopic: async (demo) => ({
    by: { token: demo.manager.id },
    body: {
      id: await demo.idOf('topics', { name: 'Mejora continua' }),
      description_project: 'Menos merma, agua y tiempos muertos.',
      department: 'Operaciones',
    },
  }),
  assignTopic: async (demo) => ({
    by: { token: demo.manager.id },
    body: { id_project: await demo.idOf('topics', { name: 'Mejora continua' }), id_user: demo.person('silvia.yepez').id },
  }),
  withdrawTopic: async (demo) => ({ by: { token: demo.manager.id }, in: await demo.idOf('topicAssignments') }),
  createTemplate: async (demo) => ({ by: { token: demo.manager.id }, body: { id_project: await demo.idOf('topics'), ...template } }),
  updateTemplate: async (demo) => ({
    by: { token: demo.manager.id },
    body: { id: await demo.idOf('activityTemplates'), ...template, objective: 'Recorrido quincenal' },
  }),
  retireTemplate: async (demo) => ({ by: { token: demo.manager.id }, in: await demo.idOf('activityTemplates') }),
  createWebhook: developers(() => receiver),
  testWebhook: developers(async (demo) => ({ id: await demo.idOf('webhooks') })),
  listWebhooks: ({ developer }) => ({ by: { token: developer.id } }),
  listWebhookDeliveries: developers(async (demo) => ({ webhook_id: await demo.idOf('webhooks'), page: 1, pageSize: 25 })),
  updateWebhook: developers(async (demo) => ({ id: await demo.idOf('webhooks'), ...receiver, with_comments: true })),
  rotateWebhookSecret: developers(async (demo) => ({ id: await demo.idOf('webhooks') })),
  sendMinute: ({ manager, worker }) => ({
    by: { token: manager.id },
    body: { since: NEWEST, notes: 'Pedir los filtros hoy', recipients: [worker.id] },
  }),
  resendWebhookDeliveries: developers(async (demo) => ({ ids: [await demo.idOf('webhookDeliveries')] })),
  removeWebhook: async (demo) => ({ by: { session: demo.developer.id }, in: await demo.idOf('webhooks') }),
  saveHoliday: managers({ day: '2027-03-15', name: 'Natalicio de Benito Juárez' }),
  removeHoliday: ({ manager }) => ({ by: { token: manager.id }, in: '2027-03-15' }),
  updateProfile: ({ worker }) => ({
    by: { token: worker.id },
    body: { alias: 'Pepe', phone: '442 218 4412', work_time: 'mon,tue,wed,thu,fri 09:00-18:00' },
  }),
  changePhoto: ({ worker }) => ({ by: { token: worker.id }, files: { image: photo } }),
  removePhoto: byWorker,
  markNotificationsRead: ({ worker }) => ({ by: { token: worker.id }, body: { all: true } }),
  choosePreferences: ({ worker }) => ({ by: { token: worker.id }, body: { preferences: [{ kind: 'overdue', email: true, chat: true }] } }),
  snoozeReminders: async ({ db, worker }) => {
    const { id } = await db('activities').where({ assigneeId: worker.id, status: 'in_progress' }).orderBy('id').first('id');
    return { by: { token: worker.id }, body: { activity_ids: [id] } };
  },
  resendNotifications: managers({ ids: ['00000000-0000-4000-8000-00000000f417'] }),
  addAbsence: ({ worker, person }) => ({
    by: { session: worker.id },
    body: { id_user: worker.id, id_substitute: person('hector.briseno').id, from: '2027-01-11', to: '2027-01-15' },
  }),
  cancelAbsence: async (demo) => ({ by: { session: demo.worker.id }, in: await demo.idOf('absences', { userId: demo.worker.id }) }),
  importActivities: ({ manager }) => ({
    by: { token: manager.id },
    body: { dry_run: true },
    files: {
      file: new File(
        ['Actividad,Responsable,Tema,Fecha límite\r\nRevisar el tablero,empleado@demo.mx,Seguridad e higiene,2026-12-01'],
        'pendientes.csv',
      ),
    },
  }),
  importUsers: ({ manager }) => ({ by: { token: manager.id }, body: { dry_run: true }, files: { file: peopleSheet } }),
  createUser: ({ manager }) => ({ by: { session: manager.id }, body: { ...newcomer, manager: manager.id } }),
  inviteUser: async (demo) => ({ by: { session: demo.manager.id }, body: { id: await demo.idOf('users', { email: newcomer.email }) } }),
  updateUser: async (demo) => ({
    by: { session: demo.manager.id },
    body: { id: await demo.idOf('users', { email: newcomer.email }), ...newcomer, type_user: 'Usuario', position: 'Jefa de laboratorio' },
  }),
  setUserStatus: async (demo) => ({
    by: { session: demo.manager.id },
    body: { id: await demo.idOf('users', { email: newcomer.email }), status: 'inactivo' },
  }),
  createToken: ({ worker }) => ({
    by: { session: worker.id },
    body: { name: 'Tablero de planta', scope: 'read', expires_on: '2027-02-18' },
  }),
  revokeToken: async (demo) => ({
    by: { session: demo.worker.id },
    in: await demo.idOf('accessTokens', { userId: demo.worker.id, scope: 'read' }),
  }),
  createCalendarFeed: bySession,
  revokeCalendarFeed: bySession,
  subscribePush: ({ worker }) => ({ by: { session: worker.id }, body: push }),
  unsubscribePush: ({ worker }) => ({ by: { session: worker.id }, body: { endpoint: push.endpoint } }),
  beginSecondFactor: ({ worker }) => ({ by: { session: worker.id }, body: { currentPassword: 'demo1234' } }),
  confirmSecondFactor: ({ person }) => ({ by: { session: person('tomas.urena').id }, body: { code: code() } }),
  renewRecoveryCodes: ({ person }) => ({ by: { session: person('carmen.avina').id }, body: { code: code() } }),
  removeSecondFactor: async ({ person, db }) => {
    await db('secondFactors')
      .where({ userId: person('carmen.avina').id })
      .update({ usedStep: 0 });
    return { by: { session: person('carmen.avina').id }, body: { code: code() } };
  },
  resetSecondFactor: ({ person, developer }) => ({ by: { session: developer.id }, body: { id: person('tomas.urena').id } }),
  cancelEmailChange: ({ manager, person }) => ({ by: { session: manager.id }, body: { id: person('aaron.solis').id } }),
  disownEmailChange: async ({ db, person }) => {
    const reversal = {
      userId: person('aaron.solis').id,
      email: 'aaron.antes@demo.mx',
      tokenHash: hashOf(demoSecrets.reversal),
      blocksResets: true,
    };
    const expiresAt = new Date(NOW.getTime() + 3_600_000);
    await db('emailReversals').insert({ ...reversal, id: '00000000-0000-4000-8000-000000000004', createdAt: NOW, expiresAt });
    return { by: 'visitor', body: { token: demoSecrets.reversal } };
  },
  allowPasswordResets: ({ person, developer }) => ({ by: { session: developer.id }, body: { id: person('aaron.solis').id } }),
  confirmEmailChange: async ({ db, person, developer }) => {
    const change = {
      userId: person('aaron.solis').id,
      email: 'aaron@demo.mx',
      requestedById: developer.id,
      tokenHash: hashOf(demoSecrets.emailChange),
    };
    const expiresAt = new Date(NOW.getTime() + 3_600_000);
    await db('emailChanges').insert({ ...change, id: '00000000-0000-4000-8000-000000000003', createdAt: NOW, expiresAt });
    return { by: 'visitor', body: { token: demoSecrets.emailChange } };
  },
  beginDeviceAuthorization: () => ({ by: 'visitor', body: device }),
  readDeviceAuthorization: async (demo) => ({ by: { session: demo.worker.id }, body: { user_code: (await demo.device()).userCode } }),
  answerDeviceAuthorization: async (demo) => ({
    by: { session: demo.worker.id },
    body: { user_code: (await demo.device()).userCode, approve: true },
  }),
  exchangeDeviceCode: async (demo) => ({ by: 'visitor', body: { device_code: (await demo.device()).deviceCode } }),
  offerChatLink: () => ({ by: 'bot', body: { ...identity, chat_user_id: 'U9NUEVA', display_name: 'lupita' } }),
  linkChatByCode: async ({ doctor, sessionOf }) => ({
    by: 'bot',
    body: {
      ...whatsapp,
      conversation: 'MX.2041557 2026-11-20T17:58:00.000Z',
      display_name: 'Beatriz',
      phone: '5215587654321',
      code: (await (await sessionOf(doctor.id)).client.createChatLinkCode({})).code,
    },
  }),
  takeChatTemplate: () => ({ by: 'bot', body: whatsapp }),
  exchangeChatIdentity: () => ({ by: 'bot', body: identity }),
  claimWork: () => ({ by: 'bot', body: { services: ['slack', 'teams'] } }),
  acknowledgeWork: () => ({ by: 'bot', body: { claim: 'task:1:1', outcome: 'done', message: '1700.1', press, activity_ids: [] } }),
  returnChatDigest: () => ({ by: 'bot', body: { digest: '0f8fad5b-d9cb-469f-a165-70867728950e' } }),
  keepChatCard: async ({ db, worker }) => {
    const { id } = await db('activities').where({ assigneeId: worker.id, status: 'in_progress' }).orderBy('id').first('id');
    return { by: { chat: 'worker' }, body: { conversation: 'D023BECGF', message: '1700.2', press, activity_ids: [id] } };
  },
  chooseSummary: () => ({ by: { chat: 'manager' }, body: { conversation: 'C061EG9SL', display_name: 'gerencia' } }),
  addTopicChannel: async (demo) => ({
    by: { chat: 'manager' },
    body: { id_project: await demo.idOf('topics', { name: 'Embarques y rutas' }), conversation: 'C061EG9SL', display_name: 'embarques' },
  }),
  listTopicChannels: byManager,
  removeTopicChannel: async (demo) => ({ by: { token: demo.manager.id }, body: { id: await demo.idOf('topicChannels') } }),
  stopSummary: () => ({ by: { chat: 'manager' } }),
  createChatLinkCode: ({ doctor }) => ({ by: { session: doctor.id }, body: { notify: true } }),
  confirmChatLink: ({ doctor }) => ({ by: { session: doctor.id }, body: { code: demoSecrets.chatCode, notify: true } }),
  unlinkChat: async (demo) => ({ by: { session: demo.doctor.id }, in: await demo.idOf('chatLinks', { userId: demo.doctor.id }) }),
  unlinkOwnChat: () => ({ by: { chat: 'worker' } }),
  revokeBearer: ({ developer }) => ({ by: { token: developer.id } }),
  endOwnSession: async (demo) => {
    await demo.app.as({ id: demo.worker.id } as never);
    return {
      by: { session: demo.worker.id },
      body: { id: (await demo.db('sessions').where({ userId: demo.worker.id }).orderBy('id', 'desc').first('id')).id },
    };
  },
  endOtherSessions: bySession,
  confirmIdentity: ({ worker }) => ({ by: { session: worker.id }, body: { password: 'demo1234' } }),
  changePassword: ({ worker }) => ({
    by: { session: worker.id },
    body: { currentPassword: 'demo1234', password: 'clave nueva', confirmPassword: 'clave nueva', end_access: true },
  }),
  logIn: () => ({ by: 'visitor', body: { email: 'gerente@demo.mx', password: 'demo1234' } }),
  requestPasswordReset: () => ({ by: 'visitor', body: { email: 'empleado@demo.mx' } }),
  checkResetToken: () => ({ by: 'visitor', body: { email: 'martin.nunez@demo.mx', token: demoSecrets.reset } }),
  resetPassword: () => ({ by: 'visitor', body: { email: 'martin.nunez@demo.mx', token: demoSecrets.reset, password: 'clave nueva' } }),
  logOut: ({ manager }) => ({ by: { session: manager.id } }),
  createFirstAdministrator: () => ({
    by: 'visitor',
    body: { code: 'ABCDE', name_user: 'Ana', last_name: 'Luna Ríos', email: 'ana.luna@demo.mx', password: 'segura 2026' },
  }),
};
