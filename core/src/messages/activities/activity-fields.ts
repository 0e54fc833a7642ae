import type { Activity, ReadPriority, ReadStatus, ReportField, Status } from '../../domain/activities/activity.ts';
import { daysLeftOrZero, daysTaken } from '../../domain/activities/deadline.ts';
import { localDay } from '../../domain/calendar.ts';
import { assigneeName, ownerName } from '../../domain/people/person.ts';
import { ownOrders } from '../../domain/reports/list-address.ts';
import { listSort, type Sort, type SortColumn, usualDating, usualSort, usualStatuses } from '../../domain/reports/report.ts';
import { priorityLabels, statusWords } from './labels.ts';
import { lists } from './lists.ts';

// What people see of an activity, and where: a new field is a row here and a word in the lists below (docs/follow-a-change.md).

type ListedColumn =
  | Exclude<Extract<keyof Activity, ReportField>, 'status' | 'priority'>
  | 'verifiedAt'
  | 'canceledAt'
  | 'rejectedAt'
  | 'requestedTo';
export interface ListedActivity extends Pick<Activity, ListedColumn> {
  status: ReadStatus;
  priority: ReadPriority;
  topic: string;
  department: string;
  ownerFirstName: string;
  ownerLastName: string;
  assigneeFirstName: string;
  assigneeLastName: string;
  daysLeft: number;
  isImported: boolean;
}
type FieldValue = string | number | null;

interface Widths {
  /** Width in the workbook, in characters. */
  sheet: number;
  /** Width in the full screen of the terminal, in characters; the least of a column that grows. */
  terminal: number;
  /** Width in pixels; without one the column takes what the others leave. */
  web?: number;
  /** Width in pixels where the table has little room, so that the work keeps a third of it. */
  dense?: number;
}
export interface FieldColumn {
  label: string;
  /** The heading where the whole one does not fit. */
  short?: string;
  kind: 'folio' | 'text' | 'longText' | 'day' | 'number' | 'word';
  width: Widths;
  /** It gets the room that is left. */
  grows?: true;
  /** The terminal leaves out columns from the highest rank to the lowest; without a rank a column stays. */
  rank?: number;
  /** Returns the value as spreadsheets sort it. Days are those of the zone. */
  of: (activity: ListedActivity, zone: string) => FieldValue;
}

const text = { sheet: 26, terminal: 16, web: 108, dense: 84 };
const day = { sheet: 13, terminal: 9, web: 66, dense: 59 };
const endedAt = ({ verifiedAt, canceledAt }: ListedActivity) => verifiedAt ?? canceledAt;

export const activityFields: Record<ReportField, FieldColumn> = {
  id: { label: 'Folio', kind: 'folio', width: { sheet: 9, terminal: 7, web: 52, dense: 38 }, of: ({ id }) => id },
  owner: { label: 'Creado por', kind: 'text', width: text, rank: 5, of: (activity) => ownerName(activity) },
  createdAt: {
    label: 'Fecha de registro',
    short: 'Registro',
    kind: 'day',
    width: { ...day, dense: 54 },
    rank: 6,
    of: ({ createdAt }, zone) => localDay(zone, createdAt),
  },
  topic: {
    label: 'Tema',
    kind: 'text',
    width: { sheet: 28, terminal: 12, web: 160, dense: 150 },
    grows: true,
    rank: 4,
    of: ({ topic }) => topic,
  },
  department: {
    label: 'Departamento',
    kind: 'text',
    width: { sheet: 18, terminal: 12, web: 100 },
    rank: 7,
    of: ({ department }) => department,
  },
  description: {
    label: 'Actividad',
    kind: 'longText',
    width: { sheet: 60, terminal: 18 },
    grows: true,
    of: ({ description }) => description,
  },
  assignee: { label: 'Responsable', kind: 'text', width: text, rank: 3, of: (activity) => assigneeName(activity) },
  dueOn: { label: 'Fecha de entrega', short: 'Entrega', kind: 'day', width: day, rank: 2, of: ({ dueOn }) => dueOn },
  extendedTo: {
    label: 'Extensión de fecha',
    short: 'Extensión',
    kind: 'day',
    width: day,
    rank: 8,
    of: ({ extendedTo }) => extendedTo,
  },
  daysLeft: {
    label: 'Días restantes / retraso',
    short: 'Días restantes',
    kind: 'number',
    width: { sheet: 12, terminal: 15, web: 72, dense: 68 },
    rank: 1,
    of: ({ status, daysLeft }) => daysLeftOrZero(status, daysLeft),
  },
  priority: {
    label: 'Prioridad',
    kind: 'word',
    width: { sheet: 11, terminal: 9, web: 74 },
    rank: 5,
    of: ({ priority }) => priorityLabels[priority],
  },
  status: {
    label: 'Estado',
    kind: 'word',
    width: { sheet: 26, terminal: 27, web: 104, dense: 91 },
    rank: 1,
    of: statusWords,
  },
  daysTaken: {
    label: 'Dias requeridos',
    short: 'Duración',
    kind: 'number',
    width: { sheet: 12, terminal: 9, web: 72, dense: 62 },
    rank: 4,
    of: (activity, zone) => daysTaken(activity.createdAt, endedAt(activity), zone),
  },
  endedAt: {
    label: 'Fecha de finalizacion',
    short: 'Finalizó',
    kind: 'day',
    width: { ...day, web: 84, dense: 80 },
    rank: 1,
    of(activity, zone) {
      const end = endedAt(activity);
      return end && localDay(zone, end);
    },
  },
};

const directions: Record<FieldColumn['kind'], readonly [ascending: string, descending: string]> = {
  folio: ['del menor al mayor', 'del mayor al menor'],
  number: ['del menor al mayor', 'del mayor al menor'],
  text: ['de la A a la Z', 'de la Z a la A'],
  longText: ['de la A a la Z', 'de la Z a la A'],
  day: ['primero lo más antiguo', 'primero lo más reciente'],
  word: ['del primero al último', 'del último al primero'],
};
const orderLabels: Record<Exclude<SortColumn, ReportField | 'urgency'>, string> = { deadline: 'fecha límite', closed: 'fecha de cierre' };

/** Says the order of a list in one sentence. One's own list by urgency begins with rejected work. */
export function orderSentence({ column, isDescending }: Sort, isOwn = false): string {
  if (column === 'urgency') {
    if (isDescending) return lists.leastUrgentFirst;
    return isOwn ? lists.rejectedFirst : lists.latestFirst;
  }
  const { label, kind } =
    column in orderLabels
      ? { label: orderLabels[column as keyof typeof orderLabels], kind: 'day' as const }
      : activityFields[column as ReportField];
  return `Por ${label.toLowerCase()}, ${directions[kind][isDescending ? 1 : 0]}`;
}

/** The columns between the folio and the outcome of the work. */
const work = ['topic', 'department', 'description', 'assignee', 'dueOn', 'extendedTo'] as const satisfies ReportField[];

/** A report over many people's work (docs/product.md, 9), for the web and for the terminal. */
export interface ActivityReport {
  title: string;
  call: 'listAllActivities' | 'listAssignedByMe';
  /** The statuses of its activities, unless the person filters by others. */
  statuses: readonly Status[];
  isAssigned?: true;
  /** An end of the range that the person leaves open is the usual one of the finished report. */
  isFinished?: true;
  fields: readonly ReportField[];
  sort: Sort;
  count(total: number): string;
  empty: string;
}

export const activityReports: Record<'pending' | 'finished' | 'assigned', ActivityReport> = {
  pending: {
    title: 'REPORTE DE ACTIVIDADES TOTALES PENDIENTES DE REALIZAR',
    call: 'listAllActivities',
    statuses: usualStatuses.company,
    fields: ['id', 'owner', 'createdAt', ...work, 'daysLeft', 'priority', 'status'],
    sort: usualSort(usualStatuses.company),
    count: lists.pending,
    empty: 'Nadie tiene actividades pendientes.',
  },
  finished: {
    title: 'REPORTE DE ACTIVIDADES FINALIZADAS',
    call: 'listAllActivities',
    statuses: ['verified'],
    isFinished: true,
    fields: ['id', 'owner', 'createdAt', ...work, 'daysTaken', 'endedAt'],
    sort: usualSort(['verified']),
    count: lists.finished,
    empty: 'Nada se finalizó en estas fechas.',
  },
  assigned: {
    title: 'REPORTE DE ACTIVIDADES ASIGNADAS',
    call: 'listAssignedByMe',
    statuses: usualStatuses.assignedByMe,
    isAssigned: true,
    fields: ['id', 'createdAt', ...work.filter((field) => field !== 'department'), 'daysLeft', 'priority', 'status'],
    sort: listSort({ scope: 'assignedByMe', statuses: usualStatuses.assignedByMe }),
    count: lists.assigned,
    empty: 'No asignaste actividades en estas fechas.',
  },
};
export type ReportName = keyof typeof activityReports;

/** The columns of the activities behind a figure, which are of every status. */
export const figureFields: readonly ReportField[] = ['id', 'owner', ...work, 'daysLeft', 'priority', 'status'];

/** Returns the columns of the workbook: time taken for finished work, days left for the rest, then what the screen shows by colour. */
export function workbookFields(statuses: readonly Status[]): ReportField[] {
  const own: ReportField[] = usualDating(statuses) === 'endedAt' ? ['daysTaken', 'endedAt'] : ['daysLeft'];
  return ['id', 'owner', 'createdAt', ...work, ...own, 'priority', 'status'];
}

/** A list of one's own work in the web (docs/product.md, 9). `closed` is the day the work was delivered or canceled. */
export interface OwnList {
  fields: readonly (ReportField | 'closed')[];
  /** Headings that differ from those of reports. */
  headings: Partial<Record<ReportField | 'closed', string>>;
  /** Urgency is the order in which the server sends it. */
  sort: Sort;
}

export const ownLists = {
  home: {
    fields: ['id', 'createdAt', 'topic', 'description', 'dueOn', 'extendedTo', 'daysLeft', 'priority', 'status'],
    headings: {},
    sort: ownOrders.home,
  },
  pending: {
    fields: ['id', 'createdAt', 'topic', 'description', 'dueOn', 'extendedTo', 'daysLeft', 'status'],
    headings: {
      id: 'ID',
      createdAt: 'Fecha Registro',
      dueOn: 'Fecha Entrega',
      extendedTo: 'Extensión de Fecha',
      daysLeft: 'Días Restantes',
    },
    sort: ownOrders.pending,
  },
  /** Shows the work of people that the reader substitutes. */
  substituted: {
    fields: ['id', 'assignee', 'owner', 'topic', 'description', 'dueOn', 'daysLeft', 'status'],
    headings: {},
    sort: { column: 'daysLeft', isDescending: false },
  },
  history: {
    fields: ['id', 'createdAt', 'topic', 'description', 'dueOn', 'extendedTo', 'closed', 'status'],
    headings: {
      id: 'ID',
      createdAt: 'Fecha registro',
      dueOn: 'Fecha limite',
      extendedTo: 'Extensión de fecha limite',
    },
    sort: ownOrders.history,
  },
} as const satisfies Record<string, OwnList>;

/** The labels of facts that no report shows, and of fields that consult pages name otherwise. */
const factLabels = {
  daysLeft: 'Días restantes',
  owner: 'Creado por',
  requester: 'Solicitada por',
  repeatable: 'Repetible',
  frequency: 'Frecuencia',
  totalDays: 'Días totales',
  resolution: 'Resolución final',
  extensionReason: 'Motivo de la extensión',
  startedAt: 'Inicio de trabajo',
  closedAt: 'Fecha de cierre',
  verifiedAt: 'Fecha de finalización',
  canceledAt: 'Fecha de cancelación',
} as const;
export type OtherFact = Exclude<keyof typeof factLabels, ReportField>;
export type Fact = ReportField | OtherFact;
export const factLabel = (fact: Fact): string =>
  fact in factLabels ? factLabels[fact as OtherFact] : activityFields[fact as ReportField].label;

type ConsultSource = Pick<Activity, 'resolution'> & { status: ReadStatus };
interface ConsultFacts {
  main: Fact[];
  dates: Fact[];
}

const people = ['topic', 'department', 'owner', 'requester', 'assignee'] as const satisfies Fact[];
const dates = ['createdAt', 'startedAt', 'dueOn', 'closedAt', 'extendedTo'] as const satisfies Fact[];

/** The facts of each consult page (docs/product.md, 9), in their order. The terminal leaves out those that are missing. */
export const consultFacts: Record<'inProcess' | 'assigned' | 'finished' | 'terminal', (activity: ConsultSource) => ConsultFacts> = {
  inProcess: ({ resolution }) => ({
    main: [
      'description',
      'topic',
      'owner',
      'requester',
      'priority',
      'daysLeft',
      'repeatable',
      'frequency',
      ...(resolution ? ['resolution' as const] : []),
    ],
    dates: ['dueOn', 'startedAt', 'extendedTo', 'extensionReason'],
  }),
  assigned: ({ resolution }) => ({
    main: ['description', ...(resolution ? ['resolution' as const] : []), ...people, 'priority', 'daysLeft', 'repeatable', 'frequency'],
    dates: [...dates, 'verifiedAt', 'extensionReason'],
  }),
  finished: ({ status }) => ({
    main: ['description', 'resolution', ...people, 'priority', 'totalDays', 'repeatable', 'frequency'],
    dates: [...dates, status === 'canceled' ? 'canceledAt' : 'verifiedAt', 'extensionReason'],
  }),
  terminal: () => ({
    main: ['status', 'description', ...people, 'priority', 'repeatable', 'daysLeft', 'totalDays'],
    dates: ['createdAt', 'dueOn', 'extendedTo', 'extensionReason', 'startedAt', 'closedAt', 'verifiedAt', 'canceledAt', 'resolution'],
  }),
};

/** The facts on the card of an activity in a chat; those that are missing are left out. */
export const cardFacts = [
  'dueOn',
  'extendedTo',
  'status',
  'topic',
  'priority',
  'owner',
  'assignee',
  'resolution',
] as const satisfies Fact[];
