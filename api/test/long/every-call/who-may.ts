import { NOW, PASSWORD } from '../../../../core/test/factories.ts';
import { type Company, secrets, signedImage } from './called-company.ts';
import { type CallerKind, callers } from './callers.ts';
import {
  type CallInput,
  type CallName,
  edited,
  form,
  goodCalls,
  identity,
  newPassword,
  person,
  promise,
  template,
  whatsapp,
} from './good-calls.ts';

export interface Row {
  title: string;
  inputFor: (company: Company) => CallInput;
  expected: Record<CallerKind, number>;
}

// Who answers what, in the order of `callers`:
//             anon unrel resp owner other priv inact | read write chat privT | dev bot
const EVERYONE = '200 200  200  200   200   200  200     200  200   200   200    200 403';
const EVERYWHERE = '200 200  200  200   200   200  200     200  200   200   200    200 200';
const SESSIONS = '200 200  200  200   200   200  200     403  403   403   403    200 403';
const PEOPLE = '401 200  200  200   200   200  401     200  200   200   200    200 403';
const WRITERS = '401 200  200  200   200   200  401     403  200   200   200    200 403';
const WRITERS_AND_STRANGERS = '200 200 200 200 200 200 200 403 200 200 200 200 403';
const LOGGED = '401 200  200  200   200   200  401     403  403   403   403    200 403';
const ADMIN = '401 403  403  403   403   200  401     403  403   403   200    200 403';
const DEVELOPER = '401 403  403  403   403   403  401     403  403   403   403    200 403';
const ADMIN_S = '401 403  403  403   403   200  401     403  403   403   403    200 403';
const BOT = '401 403  403  403   403   403  401     403  403   403   403    403 200';
const withoutBot = (codes: string) => codes.replace(/\d+$/, '401');
// … about an activity of `owner` and `responsible`, one of `otherOwner`, and one that is not there:
const MINE = '401 404  200  200   404   200  401     200  200   200   200    200 403';
const FOREIGN = '401 404  404  404   200   200  401     404  404   404   200    200 403';
const MISSING = '401 404  404  404   404   404  401     404  404   404   404    404 403';
// … and for those who would change it:
const VIEWERS = '401 404  200  200   404   200  401     403  200   200   200    200 403';
const VIEWERS2 = '401 404  404  404   200   200  401     403  404   404   200    200 403';
const ASSIGNEE = '401 404  200  403   404   403  401     403  403   200   403    403 403';
const OWNER = '401 404  403  200   404   403  401     403  200   403   403    403 403';
const OWNER_READS = '401 404  403  200   404   403  401     200  200   403   403    403 403';
const PARTIES = '401 404  200  200   404   403  401     403  200   200   403    403 403';
const NOBODY2 = '401 404  404  404   403   403  401     403  404   404   403    403 403';
const OWNER2 = '401 404  404  404   200   403  401     403  404   404   403    403 403';
const MISSING2 = '401 404  404  404   404   404  401     403  404   404   404    404 403';

const when = (codes: string, status: number) => codes.replaceAll('200', String(status));

function row(title: string, codes: string, inputFor: Row['inputFor']): Row {
  const each = codes.trim().split(/\s+/).map(Number);
  if (each.length !== callers.length) throw new Error(`${title}: ${each.length} answers for ${callers.length} callers`);
  return { title, inputFor, expected: Object.fromEntries(callers.map((caller, n) => [caller, each[n]])) as Row['expected'] };
}
const NONE = 2_000_000;
const NO_IMAGE = '00000000-0000-4000-8000-00000000dead';
/** The good call of that name. */
const good = (name: CallName, codes: string, title = 'as it should be'): Row => row(title, codes, goodCalls[name][1]);

type Ids = Record<'own' | 'foreign' | 'missing', (company: Company) => number>;
const inProgress: Ids = { own: (c) => c.activities.inProgress.id, foreign: (c) => c.activities.foreign.id, missing: () => NONE };
const asking: Ids = { ...inProgress, own: (c) => c.activities.asking.id, foreign: (c) => c.activities.foreignAsking.id };

/** A read of one activity, by its folio in the path. */
const readOfOne = (): Row[] => [
  row('own', MINE, (c) => ({ in: c.activities.inProgress.id })),
  row('foreign', FOREIGN, (c) => ({ in: c.activities.foreign.id })),
  row('missing', MISSING, () => ({ in: NONE })),
];

/** An act on an activity: who may on the owner's, on another owner's, on none; and on one whose state forbids it. */
function act(
  bodyOf: (folio: number) => object,
  [own, foreign]: [own: string, foreign: string],
  ids: Ids,
  untimely: (company: Company) => number,
): Row[] {
  const inputWith = (of: (company: Company) => number) => (company: Company) => ({ body: bodyOf(of(company)) });
  return [
    row('own', own, inputWith(ids.own)),
    row('foreign', foreign, inputWith(ids.foreign)),
    row('missing', MISSING2, inputWith(ids.missing)),
    row('own, at the wrong time', when(own, 409), inputWith(untimely)),
  ];
}

/** The good workbook, for something else. */
function again(company: Company, fields: Record<string, boolean>, call: 'importUsers' | 'importActivities' = 'importUsers'): FormData {
  const form = goodCalls[call][1](company).body as FormData;
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  return form;
}

/** Who may make which call (docs/product.md, 1 and 2): the whole contract and the routes of images. A call that is missing does not compile. */
export const whoMay: Record<CallName, Row[]> = {
  readSession: [good('readSession', EVERYONE)],
  readCsrfToken: [good('readCsrfToken', SESSIONS)],
  logIn: [
    good('logIn', SESSIONS),
    row('wrong password', when(SESSIONS, 401), () => ({ body: { email: 'colega@demo.mx', password: 'equivocada' } })),
    row('inactive', when(SESSIONS, 403), () => ({ body: { email: 'inactiva@demo.mx', password: PASSWORD } })),
  ],
  confirmIdentity: [
    good('confirmIdentity', LOGGED),
    row('with another’s', when(LOGGED, 400), () => ({ body: { password: 'equivocada' } })),
  ],
  logOut: [good('logOut', LOGGED)],
  requestPasswordReset: [good('requestPasswordReset', SESSIONS)],
  checkResetToken: [
    good('checkResetToken', SESSIONS),
    row('somebody else’s', when(SESSIONS, 400), () => ({ body: { email: 'colega@demo.mx', token: secrets.reset } })),
  ],
  createFirstAdministrator: [good('createFirstAdministrator', when(SESSIONS, 404), 'where somebody is registered')],
  resetPassword: [
    good('resetPassword', SESSIONS),
    row('somebody else’s', when(SESSIONS, 400), () => ({
      body: { email: 'colega@demo.mx', token: secrets.reset, password: 'clave nueva 1' },
    })),
  ],
  readPermissions: [good('readPermissions', PEOPLE)],
  readOwnData: [good('readOwnData', PEOPLE)],

  assignActivity: [
    good('assignActivity', ADMIN),
    row('for a request', ADMIN, (c) => ({
      body: { ...promise, id_project: c.topic.id, id_user_assigned: c.people.responsible.id, id_request: c.requests.mine },
    })),
    row('for a declined request', when(ADMIN, 409), (c) => ({
      body: { ...promise, id_project: c.topic.id, id_user_assigned: c.people.responsible.id, id_request: c.requests.declined },
    })),
    row('missing topic', when(ADMIN, 400), (c) => ({
      body: form({ ...promise, id_project: NONE, id_user_assigned: c.people.responsible.id }),
    })),
    row('somebody the topic is not for', when(ADMIN, 400), (c) => ({
      body: { ...promise, id_project: c.salesTopic.id, id_user_assigned: c.people.unrelated.id },
    })),
    row('somebody inactive', when(ADMIN, 400), (c) => ({
      body: { ...promise, id_project: c.topic.id, id_user_assigned: c.people.inactive.id },
    })),
    row('a duplicate', when(ADMIN, 409), (c) => ({
      body: {
        ...promise,
        objective: c.activities.inProgress.description,
        id_project: c.topic.id,
        id_user_assigned: c.people.responsible.id,
      },
    })),
  ],
  assignToMany: [
    good('assignToMany', ADMIN),
    row('one of them the topic is not for', when(ADMIN, 400), (c) => ({
      body: { ...promise, id_project: c.salesTopic.id, id_users_assigned: [c.people.salesman.id, c.people.unrelated.id] },
    })),
    row('one of them has it already', when(ADMIN, 409), (c) => ({
      body: {
        ...promise,
        objective: c.activities.inProgress.description,
        id_project: c.topic.id,
        id_users_assigned: [c.people.idle.id, c.people.responsible.id],
      },
    })),
  ],
  registerOwnActivity: [
    good('registerOwnActivity', WRITERS),
    //  anon unrel resp owner other priv inact | read write chat privT | dev bot
    row('another department’s topic', '401 400 200 400 400 200 401 403 400 200 200 200 403', (c) => ({
      body: { ...promise, id_project: c.salesTopic.id },
    })),
    row('missing topic', when(WRITERS, 400), () => ({ body: { ...promise, id_project: NONE } })),
  ],
  listMyPending: [good('listMyPending', PEOPLE)],
  listMyHistory: [good('listMyHistory', PEOPLE)],
  readActivity: readOfOne(),
  listComments: readOfOne(),
  listEvidence: readOfOne(),
  listDocuments: readOfOne(),
  listHistory: readOfOne(),
  downloadRecord: readOfOne(),
  readSeries: readOfOne(),

  commentActivity: act(
    (folio) => ({ activitie_id: folio, comment: 'Hola' }),
    [VIEWERS, VIEWERS2],
    inProgress,
    (c) => c.activities.notStarted.id,
  ),
  startActivity: act(
    (folio) => ({ activitie_id: folio }),
    [ASSIGNEE, NOBODY2],
    { ...inProgress, own: (c) => c.activities.notStarted.id, foreign: (c) => c.activities.foreignNotStarted.id },
    (c) => c.activities.inProgress.id,
  ),
  addEvidence: act(
    (folio) => form({ activity_id: folio }, 'images[0]'),
    [VIEWERS, VIEWERS2],
    inProgress,
    (c) => c.activities.verified.id,
  ),
  addDocuments: act(
    (folio) => form({ activity_id: folio }, 'documents[0]'),
    [VIEWERS, VIEWERS2],
    inProgress,
    (c) => c.activities.verified.id,
  ),
  completeActivity: act(
    (folio) => ({ activity_id: folio, resolution: 'Listo' }),
    [ASSIGNEE, NOBODY2],
    inProgress,
    (c) => c.activities.notStarted.id,
  ),
  tickItems: act(
    (folio) => ({ activity_id: folio, items: [1] }),
    [ASSIGNEE, NOBODY2],
    inProgress,
    (c) => c.activities.completed.id,
  ),
  untickItems: act(
    (folio) => ({ activity_id: folio, items: [1] }),
    [ASSIGNEE, NOBODY2],
    inProgress,
    (c) => c.activities.completed.id,
  ),
  extendDeadline: act(
    (folio) => ({ activitie_id: folio, extension_date: '2026-12-20', motive_extension: 'Faltan piezas' }),
    [OWNER, OWNER2],
    inProgress,
    (c) => c.activities.completed.id,
  ),
  requestExtension: act(
    (folio) => ({ activity_id: folio, extension_date: '2026-12-20', motive_extension: 'El proveedor no llega' }),
    [ASSIGNEE, NOBODY2],
    inProgress,
    (c) => c.activities.asking.id,
  ),
  declineExtension: act(
    (folio) => ({ activity_id: folio, comment: 'El cliente espera' }),
    [OWNER, OWNER2],
    asking,
    (c) => c.activities.inProgress.id,
  ),
  withdrawExtensionRequest: act(
    (folio) => ({ activity_id: folio }),
    [ASSIGNEE, NOBODY2],
    asking,
    (c) => c.activities.inProgress.id,
  ),
  //                              anon unrel resp owner other priv inact | read write chat privT | dev bot
  cancelComment: [
    row('own', '401 404 200 403 404 403 401 403 403 200 403 403 403', (c) => ({ in: c.comments.mine })),
    row('foreign', '401 404 404 404 200 403 401 403 404 404 403 403 403', (c) => ({ in: c.comments.foreign })),
    row('missing', MISSING2, () => ({ in: NONE })),
  ],
  withdrawImage: [
    good('withdrawImage', DEVELOPER),
    row('missing', when(DEVELOPER, 404), () => ({ body: { image_id: NO_IMAGE, reason: 'Se ve un rostro' } })),
  ],
  cancelActivity: act(
    (folio) => ({ activity_id: folio }),
    [OWNER, OWNER2],
    inProgress,
    (c) => c.activities.verified.id,
  ),
  remindActivity: act(
    (folio) => ({ activity_id: folio }),
    [OWNER, OWNER2],
    inProgress,
    (c) => c.activities.completed.id,
  ),
  amendActivity: act(
    (folio) => ({ activity_id: folio, priority: 'Critical' }),
    [OWNER, OWNER2],
    inProgress,
    (c) => c.activities.completed.id,
  ),
  reassignActivity: [
    row('own', OWNER, (c) => ({ body: { activity_id: c.activities.inProgress.id, id_user_assigned: c.people.idle.id } })),
    row('foreign', OWNER2, (c) => ({ body: { activity_id: c.activities.foreign.id, id_user_assigned: c.people.idle.id } })),
    row('missing', MISSING2, (c) => ({ body: { activity_id: NONE, id_user_assigned: c.people.idle.id } })),
    row('to somebody inactive', when(OWNER, 400), (c) => ({
      body: { activity_id: c.activities.inProgress.id, id_user_assigned: c.people.inactive.id },
    })),
    row('to whom it is', when(OWNER, 400), (c) => ({
      body: { activity_id: c.activities.inProgress.id, id_user_assigned: c.people.responsible.id },
    })),
    row('delivered', when(OWNER, 409), (c) => ({ body: { activity_id: c.activities.completed.id, id_user_assigned: c.people.idle.id } })),
  ],
  // Every permitted caller gets 200, because the reply holds one result for each activity.
  cancelActivities: [
    good('cancelActivities', WRITERS),
    row('foreign and missing', WRITERS, (c) => ({ body: { activity_ids: [c.activities.foreign.id, NONE] } })),
  ],
  remindActivities: [
    good('remindActivities', WRITERS),
    row('foreign and missing', WRITERS, (c) => ({ body: { activity_ids: [c.activities.foreign.id, NONE] } })),
  ],
  reassignActivities: [
    good('reassignActivities', WRITERS),
    row('foreign and missing', WRITERS, (c) => ({
      body: { activity_ids: [c.activities.foreign.id, NONE], id_user_assigned: c.people.idle.id },
    })),
  ],
  validateActivity: [
    ...act(
      (folio) => ({ activity_id: folio, action: 'Verified' }),
      [OWNER, OWNER2],
      { ...inProgress, own: (c) => c.activities.completed.id, foreign: (c) => c.activities.foreignCompleted.id },
      (c) => c.activities.inProgress.id,
    ),
    row('a rejection', OWNER, (c) => ({ body: { activity_id: c.activities.completed.id, action: 'Rejected', comment: 'Falta' } })),
  ],
  searchActivities: [good('searchActivities', PEOPLE)],
  live: [good('live', withoutBot(PEOPLE))],
  listAwaitingVerification: [good('listAwaitingVerification', PEOPLE)],
  // Every permitted caller gets 200, because the reply holds one result for each activity.
  validateActivities: [
    good('validateActivities', WRITERS),
    row('foreign and missing', WRITERS, (c) => ({ body: { activity_ids: [c.activities.foreignCompleted.id, NONE], action: 'Verified' } })),
  ],
  pauseActivity: act(
    (folio) => ({ activity_id: folio }),
    [PARTIES, OWNER2],
    inProgress,
    (c) => c.activities.completed.id,
  ),
  resumeActivity: act(
    (folio) => ({ activity_id: folio }),
    [PARTIES, OWNER2],
    { ...inProgress, own: (c) => c.activities.onPause.id, foreign: (c) => c.activities.foreignOnPause.id },
    (c) => c.activities.inProgress.id,
  ),

  listAllActivities: [
    good('listAllActivities', ADMIN),
    row('whole', ADMIN, () => ({ body: {} })),
    row('of one’s own', PEOPLE, () => ({ body: { isOwnActivities: true, page: 1 } })),
    row('not of one’s own', ADMIN, () => ({ body: { isOwnActivities: false, page: 1 } })),
    row('of people whom one substitutes', PEOPLE, () => ({ body: { isSubstitutedActivities: true, page: 1 } })),
  ],
  listAssignedByMe: [good('listAssignedByMe', ADMIN), row('whole', ADMIN, () => ({ body: {} }))],
  countFacets: [
    good('countFacets', PEOPLE, 'of one’s own'),
    row('of the company', ADMIN, () => ({ body: {} })),
    row('of what one assigned', ADMIN, () => ({ body: { isAssignedToOthers: true } })),
    row('of both', ADMIN, () => ({ body: { isAssignedToOthers: true, isOwnActivities: false } })),
  ],
  readCompanyFigures: [good('readCompanyFigures', ADMIN)],
  readAssignedFigures: [good('readAssignedFigures', ADMIN)],
  readPeopleLoad: [good('readPeopleLoad', ADMIN), row('of what one assigned', ADMIN, () => ({ body: { isAssignedToOthers: true } }))],
  readPunctuality: [good('readPunctuality', ADMIN)],
  readComplianceGroups: [good('readComplianceGroups', ADMIN)],
  readFirstPending: [good('readFirstPending', ADMIN)],
  readStandUp: [good('readStandUp', ADMIN), row('before it began', ADMIN, () => ({}))],
  sendMinute: [
    good('sendMinute', ADMIN),
    row('to somebody inactive', when(ADMIN, 400), (c) => ({ body: { since: 1_000_000, recipients: [c.people.inactive.id] } })),
    row('to nobody of the company', when(ADMIN, 400), () => ({ body: { since: 1_000_000, recipients: [NONE] } })),
  ],

  listMyTopics: [
    good('listMyTopics', PEOPLE),
    row('for a correction', OWNER_READS, (c) => ({ query: { activity_id: c.activities.inProgress.id } })),
    row('for one that is missing', MISSING, () => ({ query: { activity_id: NONE } })),
  ],
  listEligibleAssignees: [
    good('listEligibleAssignees', ADMIN),
    row('missing', when(ADMIN, 404), () => ({ in: NONE })),
    row('for a reassignment', OWNER_READS, (c) => ({ in: c.topic.id, query: { activity_id: c.activities.inProgress.id } })),
    row('for one that is missing', MISSING, (c) => ({ in: c.topic.id, query: { activity_id: NONE } })),
  ],
  createUser: [
    good('createUser', ADMIN_S),
    row('who exists', when(ADMIN_S, 409), () => ({ body: { ...person, email: 'COLEGA@demo.mx' } })),
    row('under somebody inactive', when(ADMIN_S, 400), (c) => ({ body: { ...person, manager: c.people.inactive.id } })),
  ],
  importActivities: [
    good('importActivities', ADMIN),
    row('only looked at', ADMIN, (c) => ({ body: again(c, { dry_run: true }, 'importActivities') })),
    row('sent back', ADMIN, (c) => ({ body: again(c, { annotated: true }, 'importActivities') })),
    row('without a file', when(ADMIN, 400), () => ({ body: {} })),
  ],
  downloadActivitySample: [good('downloadActivitySample', ADMIN)],
  importUsers: [
    good('importUsers', ADMIN_S),
    row('only looked at', ADMIN, (c) => ({ body: again(c, { dry_run: true }) })),
    row('sent back', ADMIN, (c) => ({ body: again(c, { annotated: true }) })),
    row('without a file', when(ADMIN_S, 400), () => ({ body: {} })),
  ],
  downloadImportTemplate: [good('downloadImportTemplate', ADMIN)],
  exportReport: [
    good('exportReport', ADMIN),
    row('whole', ADMIN, () => ({ body: {} })),
    row('of what one assigned', ADMIN, () => ({ body: { isAssignedToOthers: true } })),
  ],
  createExpedient: [good('createExpedient', ADMIN), row('whole', ADMIN, () => ({ body: {} }))],
  updateProfile: [good('updateProfile', WRITERS)],
  changePassword: [
    good('changePassword', LOGGED),
    row('keeping the other access', LOGGED, () => ({ body: { ...newPassword, end_access: false } })),
    row('with another’s', when(LOGGED, 400), () => ({ body: { ...newPassword, currentPassword: 'equivocada' } })),
  ],
  changePhoto: [good('changePhoto', WRITERS)],
  removePhoto: [good('removePhoto', WRITERS)],
  listSavedViews: [good('listSavedViews', PEOPLE)],
  saveView: [good('saveView', WRITERS)],
  saveListSize: [good('saveListSize', WRITERS)],
  //                                                anon unrel resp owner other priv inact | read write chat privT | dev bot
  removeSavedView: [
    row('own', '401 404 200 404 404 404 401 403 404 200 404 404 403', (c) => ({ in: c.savedViewId })),
    row('missing', MISSING2, () => ({ in: NONE })),
  ],
  listUsers: [good('listUsers', ADMIN)],
  //                                                anon unrel resp owner other priv inact | read write chat privT | dev bot
  updateUser: [
    good('updateUser', ADMIN_S),
    row('missing', when(ADMIN_S, 404), (c) => ({ body: edited(c, 'idle', { id: NONE }) })),
    row('under somebody who is not there', when(ADMIN_S, 400), (c) => ({ body: edited(c, 'idle', { manager: NONE }) })),
    row('under themselves', when(ADMIN_S, 400), (c) => ({ body: edited(c, 'idle', { manager: c.people.idle.id }) })),
    row('taking another’s address', when(ADMIN_S, 409), (c) => ({ body: edited(c, 'idle', { email: 'COLEGA@demo.mx' }) })),
    row('the address of a Desarrollador', '401 403 403 403 403 403 401 403 403 403 403 200 403', (c) => ({
      body: edited(c, 'otherDeveloper', { email: 'mia@demo.mx' }),
    })),
    row('the address of a GERENTE', '401 403 403 403 403 403 401 403 403 403 403 200 403', (c) => ({
      body: edited(c, 'privileged', { email: 'mia@demo.mx' }),
    })),
    row('another address for an employee', ADMIN_S, (c) => ({ body: edited(c, 'idle', { email: 'otra.direccion@demo.mx' }) })),
    row('a Desarrollador made', '401 403 403 403 403 403 401 403 403 403 403 200 403', (c) => ({
      body: edited(c, 'privileged', { type_user: 'Desarrollador' }),
    })),
    row('a Desarrollador unmade', '401 403 403 403 403 403 401 403 403 403 403 200 403', (c) => ({
      body: edited(c, 'otherDeveloper', { type_user: 'Usuario' }),
    })),
    row('a promotion to GERENTE', ADMIN_S, (c) => ({ body: edited(c, 'unrelated', { position: 'GERENTE' }) })),
  ],
  readSecondFactor: [good('readSecondFactor', LOGGED)],
  //                                                anon unrel resp owner other priv inact | read write chat privT | dev bot
  beginSecondFactor: [
    good('beginSecondFactor', '401 200 200 200 409 200 401 403 403 403 403 200 403'),
    row('with another’s password', when(LOGGED, 400), () => ({ body: { currentPassword: 'equivocada' } })),
  ],
  confirmSecondFactor: [
    good('confirmSecondFactor', '401 409 409 200 409 409 401 403 403 403 403 409 403'),
    row('with a wrong code', '401 409 409 400 409 409 401 403 403 403 403 409 403', () => ({ body: { code: '000000' } })),
  ],
  renewRecoveryCodes: [good('renewRecoveryCodes', '401 400 400 400 200 400 401 403 403 403 403 400 403')],
  removeSecondFactor: [good('removeSecondFactor', '401 400 400 400 200 400 401 403 403 403 403 400 403')],
  resetSecondFactor: [
    good('resetSecondFactor', DEVELOPER),
    row('missing', when(DEVELOPER, 404), () => ({ body: { id: NONE } })),
    row('of who has none', when(DEVELOPER, 409), (c) => ({ body: { id: c.people.idle.id } })),
    row('one’s own', when(DEVELOPER, 409), (c) => ({ body: { id: c.people.developer.id } })),
  ],
  readEmailChange: [good('readEmailChange', SESSIONS), row('made up', when(SESSIONS, 400), () => ({ body: { token: 'inventado' } }))],
  confirmEmailChange: [good('confirmEmailChange', SESSIONS), row('made up', when(SESSIONS, 400), () => ({ body: { token: 'inventado' } }))],
  disownEmailChange: [good('disownEmailChange', SESSIONS), row('made up', when(SESSIONS, 400), () => ({ body: { token: 'inventado' } }))],
  allowPasswordResets: [good('allowPasswordResets', DEVELOPER), row('missing', when(DEVELOPER, 404), () => ({ body: { id: NONE } }))],
  cancelEmailChange: [
    good('cancelEmailChange', ADMIN_S),
    row('missing', when(ADMIN_S, 404), () => ({ body: { id: NONE } })),
    row('who has none', when(ADMIN_S, 404), (c) => ({ body: { id: c.people.idle.id } })),
    row('of a Desarrollador', '401 403 403 403 403 403 401 403 403 403 403 404 403', (c) => ({
      body: { id: c.people.otherDeveloper.id },
    })),
    row('of a GERENTE', '401 403 403 403 403 403 401 403 403 403 403 404 403', (c) => ({ body: { id: c.people.privileged.id } })),
  ],
  setUserStatus: [
    good('setUserStatus', ADMIN_S),
    row('who has nothing open', ADMIN_S, (c) => ({ body: { id: c.people.idle.id, status: 'inactivo' } })),
    row('back again', ADMIN_S, (c) => ({ body: { id: c.people.inactive.id, status: 'activo' } })),
    row('missing', when(ADMIN_S, 404), () => ({ body: { id: NONE, status: 'inactivo' } })),
    row('with open work', when(ADMIN_S, 409), (c) => ({ body: { id: c.people.responsible.id, status: 'inactivo' } })),
    row('a Desarrollador', '401 403 403 403 403 403 401 403 403 403 403 200 403', (c) => ({
      body: { id: c.people.otherDeveloper.id, status: 'inactivo' },
    })),
    row('the manager', '401 403 403 403 403 403 401 403 403 403 403 200 403', (c) => ({
      body: { id: c.people.privileged.id, status: 'inactivo' },
    })),
  ],
  inviteUser: [
    good('inviteUser', ADMIN_S),
    row('missing', when(ADMIN_S, 404), () => ({ body: { id: NONE } })),
    row('who has a password', when(ADMIN_S, 409), (c) => ({ body: { id: c.people.colleague.id } })),
    row('a Desarrollador', '401 403 403 403 403 403 401 403 403 403 403 200 403', (c) => ({ body: { id: c.people.invitedDeveloper.id } })),
  ],
  createRequest: [
    good('createRequest', WRITERS),
    row('missing topic', when(WRITERS, 400), () => ({ body: { id_project: NONE, objective: 'Algo', requested_date: '2026-12-01' } })),
  ],
  listRequests: [good('listRequests', ADMIN, 'what one may answer'), row('one’s own', PEOPLE, () => ({}))],
  readRequest: [
    //  anon unrel resp owner other priv inact | read write chat privT | dev bot
    row('own', '401 404 200 404 404 200 401 404 404 200 200 200 403', (c) => ({ in: c.requests.mine })),
    row('foreign', '401 404 404 404 404 200 401 404 404 404 200 200 403', (c) => ({ in: c.requests.foreign })),
    row('missing', MISSING, () => ({ in: NONE })),
  ],
  declineRequest: [
    good('declineRequest', ADMIN),
    row('declined', when(ADMIN, 409), (c) => ({ body: { id: c.requests.declined, reason: 'Otra vez' } })),
    row('missing', when(ADMIN, 404), () => ({ body: { id: NONE, reason: 'No' } })),
  ],
  withdrawRequest: [
    row('own', '401 404 200 404 404 403 401 403 404 200 403 403 403', (c) => ({ body: { id: c.requests.mine } })),
    row('foreign', '401 404 404 404 404 403 401 403 404 404 403 403 403', (c) => ({ body: { id: c.requests.foreign } })),
    row('declined', '401 404 409 404 404 403 401 403 404 409 403 403 403', (c) => ({ body: { id: c.requests.declined } })),
    row('missing', MISSING2, () => ({ body: { id: NONE } })),
  ],
  listTemplates: [
    good('listTemplates', PEOPLE),
    //  anon unrel resp owner other priv inact | read write chat privT | dev bot
    row('another department’s', '401 404 200 404 404 200 401 404 404 200 200 200 403', (c) => ({ in: c.salesTopic.id })),
    row('missing', MISSING, () => ({ in: NONE })),
  ],
  createTemplate: [
    good('createTemplate', ADMIN),
    row('again', when(ADMIN, 409), (c) => ({ body: { ...template, id_project: c.topic.id } })),
    row('missing topic', when(ADMIN, 400), () => ({ body: { ...template, id_project: NONE } })),
  ],
  updateTemplate: [
    good('updateTemplate', ADMIN),
    row('on an earlier version', when(ADMIN, 409), (c) => ({ body: { ...template, id: c.templateId, version: 'otra' } })),
    row('missing', when(ADMIN, 404), () => ({ body: { ...template, id: NONE } })),
  ],
  retireTemplate: [good('retireTemplate', ADMIN), row('missing', when(ADMIN, 404), () => ({ in: NONE }))],
  listTopics: [good('listTopics', ADMIN)],
  createTopic: [
    good('createTopic', ADMIN),
    row('whose name exists', when(ADMIN, 409), () => ({ body: { name_project: 'TEMA GENERAL', department: 'GENERAL' } })),
  ],
  updateTopic: [good('updateTopic', ADMIN), row('missing', when(ADMIN, 404), () => ({ body: { id: NONE, department: 'GENERAL' } }))],
  listDepartments: [good('listDepartments', PEOPLE)],
  listAssignments: [good('listAssignments', ADMIN)],
  assignTopic: [
    good('assignTopic', ADMIN),
    row('again', when(ADMIN, 409), (c) => ({ body: { id_project: c.salesTopic.id, id_user: c.people.responsible.id } })),
    row('of nobody', when(ADMIN, 400), (c) => ({ body: { id_project: c.salesTopic.id, id_user: NONE } })),
    row('of a topic open to all', when(ADMIN, 400), (c) => ({ body: { id_project: c.topic.id, id_user: c.people.owner.id } })),
    row('of their own department', when(ADMIN, 400), (c) => ({ body: { id_project: c.salesTopic.id, id_user: c.people.salesman.id } })),
  ],
  withdrawTopic: [good('withdrawTopic', ADMIN), row('missing', when(ADMIN, 404), () => ({ in: NONE }))],

  listOwnNotifications: [good('listOwnNotifications', PEOPLE)],
  markNotificationsRead: [good('markNotificationsRead', WRITERS)],
  listPreferences: [good('listPreferences', PEOPLE)],
  choosePreferences: [
    good('choosePreferences', WRITERS),
    row('of what nobody chooses', when(WRITERS, 400), () => ({
      body: { preferences: [{ kind: 'invitation', email: false, chat: false }] },
    })),
  ],
  readPush: [good('readPush', LOGGED)],
  subscribePush: [good('subscribePush', LOGGED)],
  unsubscribePush: [good('unsubscribePush', LOGGED)],
  readCalendarFeed: [good('readCalendarFeed', LOGGED)],
  createCalendarFeed: [good('createCalendarFeed', LOGGED)],
  //                                                anon unrel resp owner other priv inact | read write chat privT | dev bot
  revokeCalendarFeed: [good('revokeCalendarFeed', '401 404 404 200 404 404 401 403 403 403 403 404 403')],
  listAbsences: [good('listAbsences', PEOPLE)],
  listSubstitutes: [good('listSubstitutes', PEOPLE)],
  //                                                anon unrel resp owner other priv inact | read write chat privT | dev bot
  addAbsence: [
    row('of the responsible', '401 403 200 403 403 200 401 403 403 403 403 200 403', goodCalls.addAbsence[1]),
    row('one’s own', LOGGED, (c) => ({ body: { id_substitute: c.people.idle.id, from: '2027-01-11', to: '2027-01-11' } })),
    row('one’s own, for somebody inactive', when(LOGGED, 400), (c) => ({
      body: { id_substitute: c.people.inactive.id, from: '2027-01-11', to: '2027-01-11' },
    })),
    row('of a Desarrollador', '401 403 403 403 403 403 401 403 403 403 403 200 403', (c) => ({
      body: { id_user: c.people.otherDeveloper.id, id_substitute: c.people.idle.id, from: '2027-01-11', to: '2027-01-11' },
    })),
    row('of nobody', '401 403 403 403 403 404 401 403 403 403 403 404 403', (c) => ({
      body: { id_user: NONE, id_substitute: c.people.idle.id, from: '2027-01-11', to: '2027-01-11' },
    })),
  ],
  cancelAbsence: [
    row('of the responsible', '401 404 200 404 404 200 401 403 403 403 403 200 403', goodCalls.cancelAbsence[1]),
    row('missing', when(LOGGED, 404), () => ({ in: NONE })),
  ],
  listHolidays: [good('listHolidays', PEOPLE)],
  saveHoliday: [good('saveHoliday', ADMIN), row('renamed', ADMIN, () => ({ body: { day: '2026-12-25', name: 'Nochebuena no' } }))],
  listFailedNotifications: [good('listFailedNotifications', ADMIN)],
  resendNotifications: [
    good('resendNotifications', ADMIN),
    row('not one of ours', when(ADMIN, 404), () => ({ body: { ids: [NO_IMAGE] } })),
  ],
  removeHoliday: [good('removeHoliday', ADMIN), row('a working day', when(ADMIN, 404), () => ({ in: '2026-12-24' }))],

  listOwnSessions: [good('listOwnSessions', LOGGED)],
  //                                                anon unrel resp owner other priv inact | read write chat privT | dev bot
  endOwnSession: [
    row('own', '401 404 200 404 404 404 401 403 403 403 403 404 403', (c) => ({ body: { id: c.otherSessionId } })),
    row('missing', '401 404 404 404 404 404 401 403 403 403 403 404 403', () => ({ body: { id: NONE } })),
  ],
  endOtherSessions: [good('endOtherSessions', LOGGED)],
  listTokens: [good('listTokens', LOGGED)],
  createToken: [good('createToken', LOGGED)],
  //                                                anon unrel resp owner other priv inact | read write chat privT | dev bot
  revokeToken: [
    row('own', '401 404 404 200 404 404 401 403 403 403 403 404 403', (c) => ({ in: c.tokens.write.id })),
    row('of a chat', '401 404 404 404 404 404 401 403 403 403 403 404 403', (c) => ({ in: c.tokens.chat.id })),
    row('missing', '401 404 404 404 404 404 401 403 403 403 403 404 403', () => ({ in: NONE })),
  ],
  //                                        anon unrel resp owner other priv inact | read write chat privT | dev bot
  revokeBearer: [good('revokeBearer', '401 403 403 403 403 403 401 200 200 200 200 403 403')],
  readDiagnosis: [good('readDiagnosis', ADMIN)],
  readStatus: [good('readStatus', ADMIN)],
  readFirstSteps: [good('readFirstSteps', ADMIN)],
  sendTestMail: [good('sendTestMail', ADMIN)],
  listAdminHistory: [good('listAdminHistory', DEVELOPER), row('whole', DEVELOPER, () => ({ body: {} }))],
  listWebhooks: [good('listWebhooks', DEVELOPER)],
  createWebhook: [good('createWebhook', DEVELOPER)],
  updateWebhook: [
    good('updateWebhook', DEVELOPER),
    row('missing', when(DEVELOPER, 404), (c) => ({ body: { ...(goodCalls.updateWebhook[1](c).body as object), id: NONE } })),
  ],
  rotateWebhookSecret: [good('rotateWebhookSecret', DEVELOPER), row('missing', when(DEVELOPER, 404), () => ({ body: { id: NONE } }))],
  removeWebhook: [good('removeWebhook', DEVELOPER), row('missing', when(DEVELOPER, 404), () => ({ in: NONE }))],
  testWebhook: [good('testWebhook', DEVELOPER), row('missing', when(DEVELOPER, 404), () => ({ body: { id: NONE } }))],
  listWebhookDeliveries: [good('listWebhookDeliveries', DEVELOPER), row('whole', DEVELOPER, () => ({ body: {} }))],
  resendWebhookDeliveries: [
    good('resendWebhookDeliveries', DEVELOPER),
    row('missing', when(DEVELOPER, 404), () => ({ body: { ids: [NONE] } })),
  ],
  exportCompany: [good('exportCompany', DEVELOPER)],
  exportOwnData: [good('exportOwnData', PEOPLE)],
  exportAdminHistory: [good('exportAdminHistory', DEVELOPER), row('whole', DEVELOPER, () => ({ body: {} }))],
  offerChatLink: [good('offerChatLink', BOT)],
  exchangeChatIdentity: [
    good('exchangeChatIdentity', BOT),
    row('a stranger', when(BOT, 404), () => ({ body: { ...identity, chat_user_id: 'U-nadie' } })),
  ],
  linkChatByCode: [
    good('linkChatByCode', BOT),
    row('made up', when(BOT, 400), () => ({ body: { ...whatsapp, conversation: 'W1', display_name: 'chat', code: 'AAAAA-AAAAA' } })),
  ],
  takeChatTemplate: [good('takeChatTemplate', BOT), row('of no chat', when(BOT, 400), () => ({ body: {} }))],
  claimWork: [good('claimWork', BOT), row('of no service', when(BOT, 400), () => ({ body: {} }))],
  acknowledgeWork: [
    good('acknowledgeWork', BOT),
    row('what nobody claimed', when(BOT, 400), () => ({ body: { claim: 'inventado', outcome: 'done' } })),
  ],
  returnChatDigest: [good('returnChatDigest', BOT), row('no digest', when(BOT, 400), () => ({ body: { digest: 'inventado' } }))],
  //                                                anon unrel resp owner other priv inact | read write chat privT | dev bot
  keepChatCard: [good('keepChatCard', '401 403 403 403 403 403 401 404 404 200 200 403 403')],
  snoozeReminders: [good('snoozeReminders', WRITERS)],
  signEvidence: [
    row('mine', '401 403 403 403 403 403 401 200 200 200 200 403 403', (c) => ({ in: c.activities.inProgress.id })),
    row('foreign', '401 403 403 403 403 403 401 404 404 404 200 403 403', (c) => ({ in: c.activities.foreign.id })),
  ],
  readSummaryChoice: [good('readSummaryChoice', '401 403 403 403 403 403 401 403 403 403 200 403 403')],
  chooseSummary: [good('chooseSummary', '401 403 403 403 403 403 401 403 403 403 200 403 403')],
  stopSummary: [good('stopSummary', '401 403 403 403 403 403 401 404 404 200 200 403 403')],
  listTopicChannels: [
    good('listTopicChannels', ADMIN),
    row('of one channel', '401 403 403 403 403 404 401 403 403 403 200 404 403', () => ({ query: { conversation: 'C1' } })),
  ],
  addTopicChannel: [
    good('addTopicChannel', '401 403 403 403 403 403 401 403 403 403 200 403 403'),
    row('announced already', '401 403 403 403 403 403 401 403 403 403 409 403 403', (c) => ({
      body: { id_project: c.salesTopic.id, conversation: 'C-ventas', display_name: 'ventas' },
    })),
    row('of no topic', '401 403 403 403 403 403 401 403 403 403 404 403 403', () => ({
      body: { id_project: NONE, conversation: 'C1', display_name: 'gerencia' },
    })),
  ],
  removeTopicChannel: [good('removeTopicChannel', ADMIN), row('missing', when(ADMIN, 404), () => ({ body: { id: NONE } }))],
  unlinkOwnChat: [good('unlinkOwnChat', '401 403 403 403 403 403 401 404 404 200 200 403 403')],
  readChatLinkOffer: [good('readChatLinkOffer', LOGGED), row('made up', when(LOGGED, 400), () => ({ body: { code: 'inventado' } }))],
  createChatLinkCode: [good('createChatLinkCode', LOGGED)],
  confirmChatLink: [good('confirmChatLink', LOGGED), row('made up', when(LOGGED, 400), () => ({ body: { code: 'inventado' } }))],
  //                  anon unrel resp owner other priv inact | read write chat privT | dev bot
  beginDeviceAuthorization: [
    good('beginDeviceAuthorization', WRITERS_AND_STRANGERS),
    row('a session', '403 403 403 403 403 403 403 403 200 403 403 403 403', () => ({ body: { machine: 'x', grant: 'session' } })),
  ],
  exchangeDeviceCode: [
    good('exchangeDeviceCode', WRITERS_AND_STRANGERS),
    row('made up', when(WRITERS_AND_STRANGERS, 400), () => ({ body: { device_code: 'inventado' } })),
  ],
  readDeviceAuthorization: [
    good('readDeviceAuthorization', LOGGED),
    row('made up', when(LOGGED, 400), () => ({ body: { user_code: 'BBBB-BBBB' } })),
  ],
  answerDeviceAuthorization: [
    good('answerDeviceAuthorization', LOGGED),
    row('made up', when(LOGGED, 400), () => ({ body: { user_code: 'BBBB-BBBB', approve: true } })),
  ],
  listChatEntrances: [good('listChatEntrances', PEOPLE)],
  listChatLinks: [good('listChatLinks', PEOPLE)],
  unlinkChat: [
    row('own', '401 404 200 404 404 404 401 403 403 403 403 404 403', (c) => ({ in: c.chatLinkId })),
    row('missing', '401 404 404 404 404 404 401 403 403 403 403 404 403', () => ({ in: NONE })),
  ],

  image: [
    row('own', withoutBot(MINE), (c) => ({ in: c.images.mine })),
    row('foreign', withoutBot(FOREIGN), (c) => ({ in: c.images.foreign })),
    row('a document', withoutBot(MISSING), (c) => ({ in: c.documents.mine })),
    row('missing', withoutBot(MISSING), () => ({ in: NO_IMAGE })),
  ],
  imageThumbnail: [
    row('own', withoutBot(MINE), (c) => ({ in: c.images.mine })),
    row('foreign', withoutBot(FOREIGN), (c) => ({ in: c.images.foreign })),
    row('missing', withoutBot(MISSING), () => ({ in: NO_IMAGE })),
  ],
  document: [
    row('own', withoutBot(MINE), (c) => ({ in: c.documents.mine })),
    row('foreign', withoutBot(FOREIGN), (c) => ({ in: c.documents.foreign })),
    row('an image', withoutBot(MISSING), (c) => ({ in: c.images.mine })),
    row('missing', withoutBot(MISSING), () => ({ in: NO_IMAGE })),
  ],
  documentThumbnail: [
    row('own', withoutBot(MINE), (c) => ({ in: c.documents.mine })),
    row('foreign', withoutBot(FOREIGN), (c) => ({ in: c.documents.foreign })),
  ],
  profileImage: [
    row('of anybody', withoutBot(PEOPLE), () => ({ in: 'E-COLEGA' })),
    row('of nobody', withoutBot(when(PEOPLE, 404)), () => ({ in: 'E-0' })),
  ],
  calendar: [
    row('whoever has its address', EVERYWHERE, () => ({ in: secrets.calendar })),
    row('of nobody', when(EVERYWHERE, 404), () => ({ in: 'inventada' })),
  ],
  signedImage: [
    row('whoever has an address for who may see it', EVERYWHERE, (c) => ({ in: signedImage(c.images.mine, c.people.responsible.id) })),
    row('for who may not', when(EVERYWHERE, 404), (c) => ({ in: signedImage(c.images.foreign, c.people.responsible.id) })),
    row('for who was deactivated', when(EVERYWHERE, 404), (c) => ({ in: signedImage(c.images.mine, c.people.inactive.id) })),
    row('after its end', when(EVERYWHERE, 404), (c) => ({ in: signedImage(c.images.mine, c.people.responsible.id, NOW.getTime()) })),
    row('signed by nobody', when(EVERYWHERE, 404), () => ({ in: 'inventada' })),
  ],
  companyLogin: [row('without a provider', when(EVERYWHERE, 404), () => ({}))],
  companyLoginCallback: [row('without a provider', when(EVERYWHERE, 404), () => ({}))],
};
