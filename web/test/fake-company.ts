import type { Endpoints, Reply } from '@bitacora/core/contract';
import { closedStatuses, isOpen, isOwnActivity, type ReadStatus, type Status } from '@bitacora/core/domain/activities/activity';
import { urgencyKey } from '@bitacora/core/domain/activities/deadline';
import { type Act, changeAfter } from '@bitacora/core/domain/activities/lifecycle';
import { addDays, type CalendarDate, calendarDate, daysBetween } from '@bitacora/core/domain/calendar';
import { isPrivileged } from '@bitacora/core/domain/people/person';
import { nothingYet } from '../../core/test/nothing-yet.ts';
import { reportAnswersOf } from './fake-reports.ts';
import { type Handlers, Refusal } from './fake-transport.ts';

export type Activity = Reply<Endpoints['readActivity']>;
export type Comment = Reply<Endpoints['listComments']>[number];
export type Image = Reply<Endpoints['listEvidence']>[number];
export type Document = Reply<Endpoints['listDocuments']>[number];
export type Entry = Reply<Endpoints['listHistory']>[number];
export type WorkRequest = Reply<Endpoints['readRequest']>;
export type Session = Reply<Endpoints['readSession']>;
export type Person = NonNullable<Session['user']>;

export const today = calendarDate('2026-11-20');
/** Noon of the business day, in Mexico. */
export const now = new Date('2026-11-20T18:00:00Z');
const noonOf = (day: CalendarDate) => new Date(`${day}T18:00:00Z`);

export const manager: Person = {
  id: 1,
  employeeNumber: '1001',
  name: 'Mariana Núñez Ibáñez',
  email: 'gerente@demo.mx',
  kind: 'Usuario',
  position: 'GERENTE DE OPERACIONES',
  department: 'OPERACIONES',
  photoUrl: null,
  pageSize: 5,
};
export const employee: Person = {
  id: 2,
  employeeNumber: '1002',
  name: 'José Ángel Peña Villaseñor',
  email: 'empleado@demo.mx',
  kind: 'Usuario',
  position: 'ANALISTA',
  department: 'OPERACIONES',
  photoUrl: null,
  pageSize: 5,
};
const people = [manager, employee];
const nameOf = (id: number) => {
  const [first = '', ...rest] = people.find((person) => person.id === id)?.name.split(' ') ?? [];
  return { first, last: rest.join(' ') };
};

/** An activity handed out by the manager to the employee; override what the test is about. */
export const aDocument = (place: number): Document => ({
  id: `00000000-0000-4000-8000-00000000000${place}`,
  url: `/api/documents/${place}`,
  thumbnailUrl: `/api/documents/${place}/thumbnail`,
  name: `remisión ${place}.pdf`,
  sha256: 'a'.repeat(64),
  pages: place,
  sizeBytes: 1_200_000,
  uploadedAt: now,
  uploadedBy: 'Ana Luna',
});

export function anActivity(overrides: Partial<Activity> = {}): Activity {
  const ownerId = overrides.ownerId ?? manager.id;
  const assigneeId = overrides.assigneeId ?? employee.id;
  const dueOn = overrides.dueOn ?? addDays(today, 10);
  return {
    ...nothingYet,
    id: 101,
    description: 'Conciliar el inventario del almacén norte',
    topicId: 1,
    topic: 'Inventarios',
    topicDescription: 'Conteos, ajustes y conciliaciones de los almacenes.',
    department: 'OPERACIONES',
    ownerId,
    ownerFirstName: nameOf(ownerId).first,
    ownerLastName: nameOf(ownerId).last,
    assigneeId,
    assigneeFirstName: nameOf(assigneeId).first,
    assigneeLastName: nameOf(assigneeId).last,
    status: 'not_started',
    priority: 'normal',
    createdAt: noonOf(addDays(today, -5)),
    dueOn,
    daysLeft: daysBetween(today, overrides.extendedTo ?? dueOn),
    daysIdle: 0,
    minimumImages: 0,
    isImported: false,
    ...overrides,
    checklistTotal: overrides.checklist?.length ?? 0,
    checklistTicked: overrides.checklist?.filter(({ tickedAt }) => tickedAt !== null).length ?? 0,
  };
}

/** A request of the employee that nobody has answered. */
export const aRequest = (overrides: Partial<WorkRequest> = {}): WorkRequest => ({
  id: 1,
  topicId: 1,
  topicName: 'Inventarios',
  department: 'OPERACIONES',
  text: 'Reparar la puerta del almacén norte',
  wantedOn: addDays(today, 5),
  requesterId: employee.id,
  requesterName: employee.name,
  createdAt: noonOf(addDays(today, -3)),
  state: 'open',
  decidedById: null,
  decidedByName: null,
  decidedAt: null,
  reason: null,
  activityId: null,
  activityStatus: null,
  images: [],
  ...overrides,
});

/** A checklist that nobody has ticked; none without texts. */
export const listOf = (texts: readonly string[] = []): Pick<Activity, 'checklist'> =>
  texts.length > 0
    ? { checklist: texts.map((text, index) => ({ place: index + 1, text, tickedById: null, tickedByName: null, tickedAt: null })) }
    : {};

export interface Company {
  user: Person | null;
  isDemo: boolean;
  isDemoExposed: boolean;
  activities: Activity[];
  comments: Comment[];
  images: Image[];
  documents: Document[];
  history: Entry[];
  requests: WorkRequest[];
}

export const aCompany = (parts: Partial<Company> = {}): Company => ({
  user: employee,
  isDemo: false,
  isDemoExposed: false,
  activities: [],
  comments: [],
  images: [],
  documents: [],
  history: [],
  requests: [],
  ...parts,
});

const done = { success: true } as const;

/** A server with just enough of the product's rules for its screens. A test overrides the answers it is about. */
export function answersOf(company: Company): Handlers {
  const find = (id: number) => {
    const match = company.activities.find((activity) => activity.id === id);
    if (!match) throw new Refusal(404, 'activity.unknown', 'No se encontró la actividad.');
    return match;
  };
  const perform = (act: Act, id: number, change: Partial<Activity> = {}) => {
    Object.assign(find(id), changeAfter(act, find(id) as Activity & { status: Status }, now), change);
    return done;
  };
  const turn = (id: number, places: readonly number[], at: Date | null) => {
    const by = { tickedById: at && (company.user?.id ?? null), tickedByName: at && (company.user?.name ?? null) };
    const checklist = find(id).checklist?.map((item) => (places.includes(item.place) ? { ...item, ...by, tickedAt: at } : item)) ?? [];
    company.activities[company.activities.indexOf(find(id))] = anActivity({ ...find(id), checklist });
    return done;
  };
  const findOpen = (id: number) => {
    const match = company.requests.find((request) => request.id === id);
    if (match?.state !== 'open') throw new Refusal(409, 'request.closed', 'Esta solicitud ya no espera respuesta.');
    return match;
  };
  const decide = (id: number, decision: Partial<WorkRequest>) => {
    Object.assign(findOpen(id), { decidedById: company.user?.id, decidedByName: company.user?.name, decidedAt: now }, decision);
    return done;
  };
  const verified = (activityId: number) => {
    if (find(activityId).status !== 'completed')
      return { activityId, success: false, error: 'La actividad ya está en Verificado.', code: 'activity.untimely' };
    perform('approve', activityId);
    return { activityId, success: true };
  };
  const mine = (hasStatus: (status: ReadStatus) => boolean) =>
    company.activities.filter(({ assigneeId, status }) => assigneeId === company.user?.id && hasStatus(status));
  const register = (activity: Partial<Activity>) => {
    const id = Math.max(100, ...company.activities.map((each) => each.id)) + 1;
    company.activities.push(anActivity({ ...activity, id, topic: topics.find((topic) => topic.id === activity.topicId)?.name ?? '' }));
    return { ...done, id };
  };
  return {
    readSession: () => ({
      ...done,
      user: company.user,
      today,
      zone: 'America/Mexico_City',
      isDemo: company.isDemo,
      isDemoExposed: company.isDemoExposed,
      contactUrl: 'mailto:soporte@demo.mx',
      needsFirstRun: false,
      allowsPasswords: true,
      companyLogin: null,
      isSecondFactorDue: false,
    }),
    readCsrfToken: () => ({ ...done, csrfToken: 'token', userId: company.user?.id ?? null }),
    logIn: ({ email }) => {
      company.user = people.find((person) => person.email === email) ?? employee;
      return { ...done, status: 'activo' };
    },
    saveListSize: () => done,
    logOut: () => {
      company.user = null;
      return { ...done, logoutUrl: null };
    },
    listMyTopics: () => topics,
    listEligibleAssignees: () => candidates,
    readSeries: ({ activityId }) => ({ ...done, occurrences: [{ ...find(activityId), occurrence: 0 }], nextOn: null }),
    listAbsences: () => [],
    listSubstitutes: () => [],
    listTopicChannels: () => [],
    listHolidays: () => [{ day: calendarDate('2026-12-25'), name: 'Navidad' }],
    listMyPending: () => mine(isOpen).sort((a, b) => urgencyKey(a, a.daysLeft, true) - urgencyKey(b, b.daysLeft, true)),
    listMyHistory: () => mine((status) => (closedStatuses as readonly ReadStatus[]).includes(status)),
    ...reportAnswersOf(company),
    listOwnNotifications: () => ({ ...done, unread: 0, notifications: [] }),
    markNotificationsRead: () => ({ ...done, count: 0 }),
    readActivity: ({ activityId, include }) => {
      const { comments, images: evidence, documents, history } = company;
      return { ...find(activityId), ...(include && { comments, evidence, documents, history }) };
    },
    listComments: ({ activityId }) => (find(activityId) ? company.comments : []),
    listEvidence: ({ activityId }) => (find(activityId) ? company.images : []),
    listDocuments: ({ activityId }) => (find(activityId) ? company.documents : []),
    listHistory: ({ activityId }) => (find(activityId) ? company.history : []),
    registerOwnActivity: ({ images: _, checklist, ...input }) =>
      register({ ...input, ...listOf(checklist), ownerId: company.user?.id ?? 0, assigneeId: company.user?.id ?? 0 }),
    assignActivity: ({ images: _, checklist, requestId, ...input }) => {
      const requesterId = requestId === undefined ? null : findOpen(requestId).requesterId;
      const registered = register({ ...input, ...listOf(checklist), ownerId: company.user?.id ?? 0, requesterId });
      if (requestId !== undefined) decide(requestId, { state: 'accepted', activityId: registered.id, activityStatus: 'not_started' });
      return registered;
    },
    createRequest: ({ images: _, ...asked }) => {
      const id = company.requests.length + 1;
      company.requests.push(aRequest({ ...asked, id, requesterId: company.user?.id ?? 0, createdAt: now }));
      return { ...done, id };
    },
    listRequests: ({ view, limit }) => {
      const open = company.user && isPrivileged(company.user) ? company.requests.filter(({ state }) => state === 'open') : [];
      const all = view === 'toAnswer' ? open : company.requests.filter(({ requesterId }) => requesterId === company.user?.id).reverse();
      return { ...done, total: all.length, toAnswer: open.length, requests: all.slice(0, limit) };
    },
    readRequest: ({ id }) => {
      const match = company.requests.find((request) => request.id === id);
      if (!match) throw new Refusal(404, 'request.unknown', 'No se encontró la solicitud.');
      return match;
    },
    declineRequest: ({ id, reason }) => decide(id, { state: 'declined', reason }),
    withdrawRequest: ({ id }) => decide(id, { state: 'withdrawn' }),
    startActivity: ({ activityId }) => perform('start', activityId),
    completeActivity: ({ activityId, resolution }) => perform('complete', activityId, { resolution }),
    listTemplates: () => [],
    tickItems: ({ activityId, items }) => turn(activityId, items, now),
    untickItems: ({ activityId, items }) => turn(activityId, items, null),
    cancelActivity: ({ activityId }) => perform('cancel', activityId),
    pauseActivity: ({ activityId }) => perform('pause', activityId),
    resumeActivity: ({ activityId }) => perform('resume', activityId),
    validateActivity: ({ activityId, verdict }) => perform(verdict === 'Verified' ? 'approve' : 'reject', activityId),
    listAwaitingVerification: () =>
      company.activities
        .filter((activity) => activity.status === 'completed' && activity.ownerId === company.user?.id && !isOwnActivity(activity))
        .sort((a, b) => Number(a.closedAt) - Number(b.closedAt)),
    validateActivities: ({ activityIds }) => ({ ...done, results: activityIds.map(verified) }),
    extendDeadline: ({ activityId, extendedTo, reason }) =>
      perform('extend', activityId, { extendedTo, extensionReason: reason, daysLeft: daysBetween(today, extendedTo) }),
    requestExtension: ({ activityId, requestedTo, reason }) =>
      perform('requestExtension', activityId, { requestedTo, requestReason: reason, requestedById: company.user?.id ?? null }),
    declineExtension: ({ activityId }) => perform('declineExtension', activityId),
    withdrawExtensionRequest: ({ activityId }) => perform('withdrawExtensionRequest', activityId),
    addEvidence: () => done,
    addDocuments: () => done,
    commentActivity: ({ body }) => {
      const id = company.comments.length + 1;
      company.comments.push({ id, authorId: company.user?.id ?? 0, authorName: company.user?.name ?? '', body, writtenAt: now });
      return { ...done, id };
    },
    withdrawImage: ({ imageId }) => {
      company.images = company.images.filter(({ id }) => id !== imageId);
      company.documents = company.documents.filter(({ id }) => id !== imageId);
      return done;
    },
    cancelComment: ({ commentId }) => {
      company.comments = company.comments.filter(({ id }) => id !== commentId);
      return done;
    },
  };
}

const topics: Reply<Endpoints['listMyTopics']> = [
  { id: 1, name: 'Inventarios', description: 'Conteos, ajustes y conciliaciones de los almacenes.', department: 'OPERACIONES' },
  { id: 2, name: 'Capacitación', description: null, department: 'GENERAL' },
];
const candidates: Reply<Endpoints['listEligibleAssignees']> = [
  { id: 2, employeeNumber: '1002', firstName: 'José Ángel', lastName: 'Peña Villaseñor', position: 'ANALISTA', department: 'OPERACIONES' },
  { id: 3, employeeNumber: '1003', firstName: 'Ñusta', lastName: 'Zárate', position: 'AUXILIAR', department: 'OPERACIONES' },
];
