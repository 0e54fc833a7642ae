import { type EndpointName, endpoints } from '@bitacora/core/contract';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { PASSWORD } from '../../../../core/test/factories.ts';
import { aPdf } from '../../pdfs.ts';
import { aPng } from '../../pictures.ts';
import { sheetOf } from '../../sheets/workbooks.ts';
import { appCode, type Company, FAILED_DIGEST, secrets, signedImage } from './called-company.ts';
import type { CallerKind } from './callers.ts';

/** The calls that answer no JSON; the contract's table has no row for them, the API document has. */
export const otherRoutes = {
  image: { method: 'GET', path: '/api/images/:id' },
  imageThumbnail: { method: 'GET', path: '/api/images/:id/thumbnail' },
  document: { method: 'GET', path: '/api/documents/:id' },
  documentThumbnail: { method: 'GET', path: '/api/documents/:id/thumbnail' },
  profileImage: { method: 'GET', path: '/api/profile_image/:num' },
  calendar: { method: 'GET', path: '/api/calendar/:token.ics' },
  signedImage: { method: 'GET', path: '/api/signed_images/:token' },
  live: { method: 'GET', path: '/api/live' },
  companyLogin: { method: 'GET', path: '/api/oidc/login' },
  companyLoginCallback: { method: 'GET', path: '/api/oidc/callback' },
} as const;
export type CallName = EndpointName | keyof typeof otherRoutes;

export const routes: Record<CallName, Pick<Endpoint, 'method' | 'path'>> = { ...endpoints, ...otherRoutes };

/** What one call is given: what its path names, and its body. */
export interface CallInput {
  in?: string | number;
  query?: Record<string, string | number>;
  body?: object;
}
export function addressOf(name: CallName, input: CallInput): string {
  const path = routes[name].path.replace(/:\w+/, () => encodeURIComponent(String(input.in)));
  return input.query ? `${path}?${new URLSearchParams(Object.entries(input.query).map(([key, value]) => [key, String(value)]))}` : path;
}

const png = await aPng();
const pdf = new Uint8Array(aPdf());
export function form(fields: Record<string, unknown>, file?: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  if (file) form.append(file, file.startsWith('documents') ? new File([pdf], 'a.pdf') : new File([png], 'a.png', { type: 'image/png' }));
  return form;
}

export const person = {
  num_employe: 'E-NUEVA',
  name_user: 'Nueva',
  last_name: 'Persona',
  email: 'nueva@demo.mx',
  level_user: 'Operativo',
  department: 'SISTEMAS',
  position: 'ANALISTA',
};
const peopleSheet = await sheetOf([Object.keys(person), Object.values(person)]);
const activitySheet = (email: string) =>
  Buffer.from(`Actividad,Responsable,Tema,Fecha límite\r\nRevisar el tablero,${email},Tema general,2026-12-01`);
function sheetForm(fields: Record<string, unknown>, sheet: Uint8Array): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append('file', new File([sheet as Uint8Array<ArrayBuffer>], 'personas.xlsx'));
  return form;
}
export const promise = { objective: 'Algo nuevo', priority: 'Normal', due_date: '2026-12-01' };
export const template = {
  objective: 'Auditoría',
  days: 5,
  priority: 'Normal',
  repeatable: 'SI',
  time_lapse: 'month',
  checklist: ['Limpieza', 'Señales'],
  minimum_images: 2,
};
export const identity = { service: 'slack', workspace: 'T1', chat_user_id: 'U-responsable', conversation: 'D-responsable' };
export const whatsapp = { service: 'whatsapp', workspace: '106540352242922', chat_user_id: 'MX.nadie' };
export const newPassword = { currentPassword: PASSWORD, password: 'clave nueva', confirmPassword: 'clave nueva', end_access: true };
export const edited = ({ people }: Company, who: keyof Company['people'], changes: object = {}) => {
  const { id, employeeNumber, firstName, lastName, email, level, department, position, kind } = people[who];
  const fields = { num_employe: employeeNumber, name_user: firstName, last_name: lastName, email, level_user: level, department, position };
  return { id, ...fields, type_user: kind, ...changes };
};

/** A meeting may begin at a row that is still to come. */
const NEWEST = 1_000_000;

const card = (activityIds: number[]) => ({ message: '1700.1', press: { flow: 'one-activity' }, activity_ids: activityIds });

/** One call of each kind that succeeds, and who makes it. */
export const goodCalls: Record<CallName, [by: CallerKind, inputFor: (company: Company) => CallInput]> = {
  readSession: ['responsible', () => ({})],
  readCsrfToken: ['responsible', () => ({})],
  logIn: ['anonymous', () => ({ body: { email: 'colega@demo.mx', password: PASSWORD, code: '000000', trust_device: false } })],
  confirmIdentity: ['responsible', () => ({ body: { password: PASSWORD } })],
  logOut: ['responsible', () => ({})],
  requestPasswordReset: ['anonymous', () => ({ body: { email: 'colega@demo.mx' } })],
  checkResetToken: ['anonymous', () => ({ body: { email: 'sin-trabajo@demo.mx', token: secrets.reset } })],
  createFirstAdministrator: [
    'anonymous',
    () => ({ body: { code: 'ABCDE', name_user: 'Ana', last_name: 'Luna', email: 'ana-luna@demo.mx', password: 'segura 2026' } }),
  ],
  resetPassword: ['anonymous', () => ({ body: { email: 'sin-trabajo@demo.mx', token: secrets.reset, password: 'clave nueva 1' } })],
  readPermissions: ['responsible', () => ({})],
  readOwnData: ['responsible', () => ({})],
  assignActivity: [
    'privileged',
    ({ topic, people }) => ({
      body: form({
        ...promise,
        id_project: topic.id,
        id_user_assigned: people.responsible.id,
        repeatable: 'SI',
        time_lapse: 'week',
        checklist: 'Sellos\nActa',
        minimum_images: 1,
      }),
    }),
  ],
  assignToMany: [
    'privileged',
    ({ topic, people }) => ({
      body: form({ ...promise, id_project: topic.id, id_users_assigned: [people.responsible.id, people.idle.id] }),
    }),
  ],
  registerOwnActivity: ['responsible', ({ topic }) => ({ body: form({ ...promise, id_project: topic.id }) })],
  listMyPending: ['responsible', () => ({})],
  listMyHistory: ['responsible', () => ({})],
  readActivity: ['responsible', ({ activities }) => ({ in: activities.inProgress.id })],
  listComments: ['responsible', ({ activities }) => ({ in: activities.inProgress.id })],
  listEvidence: ['responsible', ({ activities }) => ({ in: activities.inProgress.id })],
  listDocuments: ['responsible', ({ activities }) => ({ in: activities.inProgress.id })],
  listHistory: ['responsible', ({ activities }) => ({ in: activities.inProgress.id })],
  downloadRecord: ['responsible', ({ activities }) => ({ in: activities.inProgress.id })],
  readSeries: ['responsible', ({ activities }) => ({ in: activities.inProgress.id })],
  commentActivity: ['responsible', ({ activities }) => ({ body: { activitie_id: activities.inProgress.id, comment: 'Va bien' } })],
  startActivity: ['responsible', ({ activities }) => ({ body: { activitie_id: activities.notStarted.id } })],
  addEvidence: ['responsible', ({ activities }) => ({ body: form({ activity_id: activities.inProgress.id }, 'images[0]') })],
  addDocuments: ['responsible', ({ activities }) => ({ body: form({ activity_id: activities.inProgress.id }, 'documents[0]') })],
  completeActivity: ['responsible', ({ activities }) => ({ body: { activity_id: activities.inProgress.id, resolution: 'Listo' } })],
  tickItems: ['responsible', ({ activities }) => ({ body: { activity_id: activities.inProgress.id, items: [1, 2] } })],
  untickItems: ['responsible', ({ activities }) => ({ body: { activity_id: activities.inProgress.id, items: [1] } })],
  extendDeadline: [
    'owner',
    ({ activities }) => ({
      body: { activitie_id: activities.inProgress.id, extension_date: '2026-12-20', motive_extension: 'Faltan piezas' },
    }),
  ],
  requestExtension: [
    'responsible',
    ({ activities }) => ({
      body: { activity_id: activities.inProgress.id, extension_date: '2026-12-20', motive_extension: 'El proveedor no llega' },
    }),
  ],
  declineExtension: ['owner', ({ activities }) => ({ body: { activity_id: activities.asking.id, comment: 'El cliente espera' } })],
  withdrawExtensionRequest: ['responsible', ({ activities }) => ({ body: { activity_id: activities.asking.id } })],
  cancelComment: ['responsible', ({ comments }) => ({ in: comments.mine })],
  withdrawImage: ['developer', ({ images }) => ({ body: { image_id: images.spare, reason: 'Se ve un rostro' } })],
  cancelActivities: ['owner', ({ activities }) => ({ body: { activity_ids: [activities.inProgress.id] } })],
  remindActivity: ['owner', ({ activities }) => ({ body: { activity_id: activities.inProgress.id, message: 'Hoy, por favor' } })],
  remindActivities: ['owner', ({ activities }) => ({ body: { activity_ids: [activities.inProgress.id], message: 'Hoy' } })],
  amendActivity: [
    'owner',
    ({ activities, topic }) => ({
      body: {
        activity_id: activities.inProgress.id,
        objective: 'Otro texto',
        priority: 'High',
        id_project: topic.id,
        repeatable: 'SI',
        time_lapse: 'month',
        reason: 'Faltaba el mes',
      },
    }),
  ],
  reassignActivity: [
    'owner',
    ({ activities, people }) => ({
      body: { activity_id: activities.inProgress.id, id_user_assigned: people.idle.id, reason: 'Vacaciones' },
    }),
  ],
  reassignActivities: [
    'owner',
    ({ activities, people }) => ({ body: { activity_ids: [activities.inProgress.id], id_user_assigned: people.idle.id } }),
  ],
  cancelActivity: ['owner', ({ activities }) => ({ body: { activity_id: activities.inProgress.id } })],
  validateActivity: [
    'owner',
    ({ activities }) => ({ body: { activity_id: activities.completed.id, comment: 'Falta algo', action: 'Rejected' } }),
  ],
  validateActivities: ['owner', ({ activities }) => ({ body: { activity_ids: [activities.completed.id], action: 'Verified' } })],
  searchActivities: ['responsible', () => ({ body: { q: 'actividad' } })],
  live: ['responsible', () => ({})],
  companyLogin: ['anonymous', () => ({})],
  companyLoginCallback: ['anonymous', () => ({})],
  listAwaitingVerification: ['owner', () => ({})],
  pauseActivity: ['responsible', ({ activities }) => ({ body: { activity_id: activities.inProgress.id, comment: 'Un momento' } })],
  resumeActivity: ['responsible', ({ activities }) => ({ body: { activity_id: activities.onPause.id, comment: 'Seguimos' } })],
  listAllActivities: [
    'privileged',
    () => ({
      body: {
        startDate: '2026-11-01',
        endDate: '2026-11-30',
        statusFilters: ['In progress'],
        nameProjects: ['Tema general'],
        departments: ['SISTEMAS'],
        statuses: ['In progress'],
        priorities: ['Normal'],
        owners: [1],
        responsible: ['Nadie'],
        search: 'algo',
        page: 1,
        pageSize: 5,
        sort: '-created_at',
      },
    }),
  ],
  listAssignedByMe: [
    'privileged',
    () => ({ body: { start_date: '2026-11-01', end_date: '2026-11-30', statusFilters: ['In progress'], page: 1 } }),
  ],
  countFacets: ['responsible', () => ({ body: { isOwnActivities: true, statusFilters: ['In progress'], startDate: '2026-11-01' } })],
  readCompanyFigures: ['privileged', () => ({ body: { start_date: '2026-11-01', end_date: '2026-11-30' } })],
  readAssignedFigures: ['privileged', () => ({ body: { start_date: '2026-11-01', end_date: '2026-11-30' } })],
  readPeopleLoad: ['privileged', ({ people }) => ({ body: { departments: ['GENERAL'], responsible: [people.owner.id] } })],
  readPunctuality: ['privileged', () => ({ body: { startDate: '2026-11-01', endDate: '2026-11-30', nameProjects: ['Obra'] } })],
  readComplianceGroups: ['privileged', () => ({ body: { start_date: '2026-11-01', end_date: '2026-11-30' } })],
  readFirstPending: ['privileged', () => ({})],
  readStandUp: ['privileged', () => ({ query: { department: 'GENERAL', since: NEWEST } })],
  sendMinute: ['privileged', ({ people }) => ({ body: { since: NEWEST, notes: 'Pedir los filtros', recipients: [people.owner.id] } })],
  listMyTopics: ['responsible', () => ({})],
  listEligibleAssignees: ['privileged', ({ topic }) => ({ in: topic.id })],
  createUser: ['privileged', ({ people }) => ({ body: { ...person, alias: 'Nueva', phone: '55 1234', manager: people.owner.id } })],
  importActivities: ['privileged', ({ people }) => ({ body: sheetForm({}, activitySheet(people.responsible.email)) })],
  downloadActivitySample: ['privileged', () => ({})],
  importUsers: ['privileged', () => ({ body: sheetForm({}, peopleSheet) })],
  downloadImportTemplate: ['privileged', () => ({})],
  createExpedient: ['privileged', () => ({ body: { startDate: '2026-11-01', endDate: '2026-11-30', priorities: ['Normal'] } })],
  exportReport: [
    'privileged',
    () => ({
      body: {
        startDate: '2026-11-01',
        endDate: '2026-11-30',
        statusFilters: ['In progress'],
        nameProjects: ['Tema general'],
        departments: ['SISTEMAS'],
        statuses: ['In progress'],
        priorities: ['Normal'],
        owners: [1],
        responsible: ['Nadie'],
        search: 'algo',
        isAssignedToOthers: false,
      },
    }),
  ],
  updateProfile: ['responsible', () => ({ body: { alias: 'Otro', phone: '55 9999' } })],
  changePassword: ['responsible', () => ({ body: newPassword })],
  changePhoto: ['responsible', () => ({ body: form({}, 'image') })],
  removePhoto: ['responsible', () => ({})],
  listSavedViews: ['responsible', () => ({})],
  saveView: ['responsible', () => ({ body: { screen: 'pending_report', name: 'Urgentes', query: 'priorities=High' } })],
  saveListSize: ['responsible', () => ({ body: { size: 25 } })],
  removeSavedView: ['responsible', ({ savedViewId }) => ({ in: savedViewId })],
  listUsers: ['privileged', () => ({})],
  updateUser: [
    'privileged',
    (company) => ({ body: edited(company, 'idle', { alias: 'Otro', phone: '55 1', manager: company.people.owner.id }) }),
  ],
  setUserStatus: ['privileged', ({ people }) => ({ body: { id: people.responsible.id, status: 'inactivo', reassign_to: people.idle.id } })],
  inviteUser: ['privileged', ({ people }) => ({ body: { id: people.invited.id } })],
  listTopics: ['privileged', () => ({})],
  createTopic: [
    'privileged',
    () => ({ body: { name_project: 'Tema nuevo', description_project: 'De qué trata', department: 'SISTEMAS' } }),
  ],
  updateTopic: ['privileged', ({ topic }) => ({ body: { id: topic.id, description_project: 'Otra cosa', department: 'SISTEMAS' } })],
  createRequest: [
    'responsible',
    ({ salesTopic }) => ({ body: form({ id_project: salesTopic.id, objective: 'Reparar la fuga', requested_date: '2026-12-01' }) }),
  ],
  listRequests: ['privileged', () => ({ query: { view: 'to_answer', limit: 20 } })],
  readRequest: ['responsible', ({ requests }) => ({ in: requests.mine })],
  declineRequest: ['privileged', ({ requests }) => ({ body: { id: requests.mine, reason: 'No es de este taller' } })],
  withdrawRequest: ['responsible', ({ requests }) => ({ body: { id: requests.mine } })],
  listTemplates: ['responsible', ({ topic }) => ({ in: topic.id })],
  createTemplate: ['privileged', ({ topic }) => ({ body: { id_project: topic.id, ...template, objective: 'Cierre mensual' } })],
  updateTemplate: ['privileged', ({ templateId }) => ({ body: { id: templateId, ...template } })],
  retireTemplate: ['privileged', ({ templateId }) => ({ in: templateId })],
  listDepartments: ['responsible', () => ({})],
  listAssignments: ['privileged', () => ({})],
  assignTopic: ['privileged', ({ salesTopic, people }) => ({ body: { id_project: salesTopic.id, id_user: people.owner.id } })],
  withdrawTopic: ['privileged', ({ topicAssignmentId }) => ({ in: topicAssignmentId })],
  listOwnNotifications: ['responsible', () => ({})],
  markNotificationsRead: ['responsible', ({ activities }) => ({ body: { activity_id: activities.inProgress.id, ids: [1] } })],
  listPreferences: ['responsible', () => ({})],
  choosePreferences: ['responsible', () => ({ body: { preferences: [{ kind: 'overdue', email: true, chat: true }] } })],
  readPush: ['responsible', () => ({})],
  subscribePush: [
    'responsible',
    () => ({ body: { endpoint: 'https://push.example.com/1', p256dh: `${'B'.repeat(86)}A`, auth: 'A'.repeat(22) } }),
  ],
  unsubscribePush: ['responsible', () => ({ body: { endpoint: 'https://push.example.com/1' } })],
  readCalendarFeed: ['owner', () => ({})],
  createCalendarFeed: ['responsible', () => ({})],
  revokeCalendarFeed: ['owner', () => ({})],
  listAbsences: ['responsible', () => ({})],
  listSubstitutes: ['responsible', ({ people }) => ({ body: { id_user: people.responsible.id, search: 'a' } })],
  addAbsence: [
    'responsible',
    ({ people }) => ({
      body: { id_user: people.responsible.id, id_substitute: people.unrelated.id, from: '2027-01-11', to: '2027-01-15' },
    }),
  ],
  cancelAbsence: ['responsible', ({ absenceId }) => ({ in: absenceId })],
  listHolidays: ['responsible', () => ({})],
  saveHoliday: ['privileged', () => ({ body: { day: '2027-06-06', name: 'Jornada electoral' } })],
  removeHoliday: ['privileged', () => ({ in: '2026-12-25' })],
  listFailedNotifications: ['privileged', () => ({})],
  resendNotifications: ['privileged', () => ({ body: { ids: [FAILED_DIGEST] } })],
  listOwnSessions: ['responsible', () => ({})],
  endOwnSession: ['responsible', ({ otherSessionId }) => ({ body: { id: otherSessionId } })],
  endOtherSessions: ['responsible', () => ({})],
  listTokens: ['owner', () => ({})],
  createToken: ['owner', () => ({ body: { name: 'Nuevo', scope: 'read', expires_on: '2026-12-31' } })],
  revokeToken: ['owner', ({ tokens }) => ({ in: tokens.write.id })],
  revokeBearer: ['writeToken', () => ({})],
  readDiagnosis: ['privileged', () => ({})],
  readStatus: ['privileged', () => ({})],
  readFirstSteps: ['privileged', () => ({})],
  sendTestMail: ['privileged', () => ({})],
  listAdminHistory: [
    'developer',
    ({ people }) => ({
      body: {
        start_date: '2026-11-01',
        end_date: '2026-11-30',
        actor: people.privileged.id,
        person: people.idle.id,
        acts: ['person.edit'],
        search: 'algo',
        page: 1,
        pageSize: 5,
      },
    }),
  ],
  listWebhooks: ['developer', () => ({})],
  createWebhook: [
    'developer',
    () => ({
      body: {
        name: 'ERP',
        url: 'https://erp.example.mx/eventos',
        events: ['activity.completed', 'activity.verified'],
        with_comments: true,
      },
    }),
  ],
  updateWebhook: [
    'developer',
    ({ webhook }) => ({
      body: { id: webhook.id, name: 'Tablero', url: 'https://tablero.example.mx/', events: ['activity.started'], active: true },
    }),
  ],
  rotateWebhookSecret: ['developer', ({ webhook }) => ({ body: { id: webhook.id } })],
  removeWebhook: ['developer', ({ webhook }) => ({ in: webhook.id })],
  testWebhook: ['developer', ({ webhook }) => ({ body: { id: webhook.id } })],
  listWebhookDeliveries: ['developer', ({ webhook }) => ({ body: { webhook_id: webhook.id, state: 'failed', page: 1, pageSize: 5 } })],
  resendWebhookDeliveries: ['developer', ({ webhook }) => ({ body: { ids: [webhook.deliveryId] } })],
  exportCompany: ['developer', () => ({})],
  exportOwnData: ['responsible', () => ({})],
  exportAdminHistory: ['developer', () => ({ body: { start_date: '2026-11-01', acts: ['person.edit'], search: 'algo' } })],
  offerChatLink: ['bot', () => ({ body: { ...identity, display_name: 'chat' } })],
  linkChatByCode: ['bot', ({ chatLinkCode }) => ({ body: { ...whatsapp, conversation: 'W1', display_name: 'chat', code: chatLinkCode } })],
  takeChatTemplate: ['bot', () => ({ body: whatsapp })],
  exchangeChatIdentity: ['bot', () => ({ body: identity })],
  claimWork: ['bot', () => ({ body: { services: ['slack', 'teams'] } })],
  returnChatDigest: ['bot', () => ({ body: { digest: '0f8fad5b-d9cb-469f-a165-70867728950e' } })],
  acknowledgeWork: ['bot', () => ({ body: { claim: 'task:1:1', outcome: 'failed', final: true, error: 'no', ...card([]) } })],
  keepChatCard: ['chatToken', ({ activities }) => ({ body: { conversation: 'D1', ...card([activities.inProgress.id]) } })],
  snoozeReminders: ['responsible', ({ activities }) => ({ body: { activity_ids: [activities.inProgress.id] } })],
  signEvidence: ['chatToken', ({ activities }) => ({ in: activities.inProgress.id })],
  readSummaryChoice: ['privilegedToken', () => ({})],
  chooseSummary: ['privilegedToken', () => ({ body: { conversation: 'C1', display_name: 'gerencia' } })],
  stopSummary: ['chatToken', () => ({})],
  listTopicChannels: ['privileged', () => ({})],
  addTopicChannel: ['privilegedToken', ({ topic }) => ({ body: { id_project: topic.id, conversation: 'C1', display_name: 'gerencia' } })],
  removeTopicChannel: ['privileged', ({ topicChannelId }) => ({ body: { id: topicChannelId } })],
  unlinkOwnChat: ['chatToken', () => ({})],
  readChatLinkOffer: ['responsible', () => ({ body: { code: secrets.chatCode } })],
  createChatLinkCode: ['responsible', () => ({ body: { notify: true } })],
  confirmChatLink: ['responsible', () => ({ body: { code: secrets.chatCode } })],
  listChatEntrances: ['responsible', () => ({})],
  listChatLinks: ['responsible', () => ({})],
  unlinkChat: ['responsible', ({ chatLinkId }) => ({ in: chatLinkId })],
  readSecondFactor: ['responsible', () => ({})],
  beginSecondFactor: ['responsible', () => ({ body: { currentPassword: PASSWORD } })],
  confirmSecondFactor: ['owner', () => ({ body: { code: appCode() } })],
  renewRecoveryCodes: ['otherOwner', () => ({ body: { code: appCode() } })],
  removeSecondFactor: ['otherOwner', () => ({ body: { code: appCode() } })],
  resetSecondFactor: ['developer', ({ people }) => ({ body: { id: people.otherOwner.id } })],
  readEmailChange: ['anonymous', () => ({ body: { token: secrets.emailChange } })],
  disownEmailChange: ['anonymous', () => ({ body: { token: secrets.reversal } })],
  allowPasswordResets: ['developer', ({ people }) => ({ body: { id: people.salesman.id } })],
  confirmEmailChange: ['anonymous', () => ({ body: { token: secrets.emailChange } })],
  cancelEmailChange: ['privileged', ({ people }) => ({ body: { id: people.salesman.id } })],
  beginDeviceAuthorization: ['anonymous', () => ({ body: { machine: 'ana@portatil', grant: 'write' } })],
  exchangeDeviceCode: ['anonymous', ({ device }) => ({ body: { device_code: device.deviceCode } })],
  readDeviceAuthorization: ['responsible', ({ device }) => ({ body: { user_code: device.userCode } })],
  answerDeviceAuthorization: ['responsible', ({ device }) => ({ body: { user_code: device.userCode, approve: true } })],
  image: ['responsible', ({ images }) => ({ in: images.mine })],
  imageThumbnail: ['responsible', ({ images }) => ({ in: images.mine })],
  document: ['responsible', ({ documents }) => ({ in: documents.mine })],
  documentThumbnail: ['responsible', ({ documents }) => ({ in: documents.mine })],
  profileImage: ['responsible', () => ({ in: 'E-COLEGA' })],
  calendar: ['anonymous', () => ({ in: secrets.calendar })],
  signedImage: ['anonymous', ({ images, people }) => ({ in: signedImage(images.mine, people.responsible.id) })],
};
