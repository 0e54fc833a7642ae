import type { SearchPlace } from '../../domain/activities/search.ts';
import type { FilterGroup } from '../../domain/reports/report.ts';
import { pluralize } from '../phrases.ts';

/** Stands before a number beyond which there may be more. */
const moreThan = (hasMore: boolean) => (hasMore ? 'más de ' : '');

/** Titles, columns and figures of the activity lists (docs/product.md, 9). */
export const lists = {
  pendingTitle: 'REGISTRO DE MIS ACTIVIDADES PENDIENTES',
  historyTitle: 'HISTORIAL DE MIS ACTIVIDADES FINALIZADAS',
  search: 'Buscar actividad',
  clearSearch: 'Borrar búsqueda',
  consult: (folio: number) => `Consultar actividad ${folio}`,
  consultColumn: 'Consultar',
  closedOn: 'Fecha finalizacion',
  daysColumn: 'Días',
  orders: 'Otros órdenes',

  /** The orders by urgency. */
  latestFirst: 'Primero lo más atrasado',
  rejectedFirst: 'Rechazadas, luego por fecha',
  leastUrgentFirst: 'Al último lo más atrasado',

  pending: (count: number, hasMore = false) => moreThan(hasMore) + pluralize(count, 'pendiente', 'pendientes'),
  late: (count: number) => `${count.toLocaleString('es-MX')} con retraso`,
  activities: (count: number, hasMore = false) => moreThan(hasMore) + pluralize(count, 'actividad', 'actividades'),
  daysLate: (days: number) => pluralize(days, 'día tarde', 'días tarde'),
  finished: (count: number, hasMore = false) => moreThan(hasMore) + pluralize(count, 'finalizada', 'finalizadas'),
  withoutImported: (text: string) => `${text}, sin las importadas`,
  canceled: (count: number) => pluralize(count, 'cancelada', 'canceladas'),
  assigned: (count: number, hasMore = false) => moreThan(hasMore) + pluralize(count, 'asignada', 'asignadas'),
  toVerify: (count: number) => `${count.toLocaleString('es-MX')} por verificar`,
  nothingPending: 'Nada pendiente',
  nothingFinished: 'Nada finalizado aún',
  nothingAssigned: 'Nada asignado',

  emptyPending: 'No tienes actividades pendientes.',
  emptyPendingStep: 'Registrar nueva actividad',
  emptyHistory: 'Aquí verás lo que termines o canceles.',
  emptyHistoryStep: 'Consultar pendientes',
  emptyAssignedStep: 'Asignar Actividad',
  didYouMean: (search: string) => `¿Buscabas «${search}»?`,
  noMatch: (query: string) => `Ninguna actividad coincide con «${query}».`,

  range: 'Rango de fechas',
  rangesLabel: 'Fechas',
  ranges: { thisMonth: 'Este mes', lastMonth: 'Mes pasado', thisQuarter: 'Este trimestre', thisYear: 'Este año' },
  rangeFrom: 'Fecha de inicio',
  rangeTo: 'Fecha de fin',
  rangeApply: 'Consultar',
  rangeReset: 'Rango predeterminado',
} as const;

export const table = {
  tools: 'Filtros y vistas',
  columns: 'Columnas',
  filterBy: (label: string) => `Filtrar por ${label.toLowerCase()}`,
  every: (label: string) => `${label}: todos`,
  fit: 'Ajustar a la pantalla',
  rowsPerPage: 'Filas por página',
  total: (total: number, hasMore = false) => moreThan(hasMore) + total.toLocaleString('es-MX'),
  visibleOf: (from: number, to: number, total: number, hasMore?: boolean) =>
    `${table.total(from)}–${table.total(to)} de ${table.total(total, hasMore)}`,
  first: 'Primera página',
  previous: 'Página anterior',
  next: 'Página siguiente',
  last: 'Última página',
  page: (page: number) => `Página ${page}`,
  pages: 'Páginas',
  notApplicable: 'N/A',
} as const;

const withImported = (count: number) => (count > 0 ? `, ${pluralize(count, 'importada', 'importadas')}` : '');

/** The reports over many people's work, their cards and the 'Filtros' dialog (docs/product.md, 9). */
export const reports = {
  finishedSection: 'HISTORIAL DE ACTIVIDADES',

  noMatch: 'Ninguna actividad coincide con lo que buscas.',
  showAll: 'Ver todas',
  days: (count: number) => pluralize(count, 'día', 'días'),

  filters: 'Filtros',
  filtersInForce: (count: number) => `Filtros, ${pluralize(count, 'en uso', 'en uso')}`,
  /** A search says it when it has more hits than are counted. */
  tooManyHits:
    'Son demasiadas actividades: solo se revisan y ordenan las más recientes. Acota la búsqueda, los filtros o las fechas para verlas todas.',
  clearFilters: 'Limpiar Filtros',
  showMany: 'Ver actividades',
  showFound: (count: number) => (count === 0 ? 'Ninguna actividad' : `Ver ${pluralize(count, 'actividad', 'actividades')}`),
  groups: {
    topics: 'Tema',
    departments: 'Departamento',
    statuses: 'Estado',
    priorities: 'Prioridad',
    owners: 'Dueño',
    assignees: 'Responsable',
    urgencies: 'Urgencia',
  } satisfies Record<FilterGroup, string>,
  chosen: (count: number) => pluralize(count, 'elegida', 'elegidas'),
  searchGroup: (group: string) => `Buscar en ${group}`,
  noOption: 'Ninguna opción coincide.',
  noOptions: 'Nada que elegir aquí.',
  unknownPerson: (id: number) => `Persona ${id}`,

  figures: 'Cifras',
  figuresOf: (from: string, to: string, isRestricted: boolean) => `Del ${from} al ${to}${isRestricted ? ', con estos filtros' : ''}`,
  total: 'Totales',
  totalHint: 'pendientes y finalizadas',
  pendingCard: 'Pendientes',
  pendingHint: 'aún sin verificar',
  finishedCard: 'Finalizadas',
  finishedHint: (imported: number) => `ya verificadas${withImported(imported)}`,
  compliance: 'Cumplimiento',
  complianceOf: (finished: number, total: number, imported = 0) =>
    `${finished.toLocaleString('es-MX')} de ${total.toLocaleString('es-MX')} registradas en estas fechas, ya verificadas${withImported(imported)}`,
  pendingRows: (count: number) => `Ver ${pluralize(count, 'pendiente', 'pendientes')}`,
  finishedRows: (count: number) => `Ver ${pluralize(count, 'finalizada', 'finalizadas')}`,
} as const;

export const searchPlaceLabels: Record<SearchPlace | 'other', string> = {
  folio: 'Folio',
  description: 'Actividad',
  topic: 'Tema',
  owner: 'Creado por',
  responsible: 'Responsable',
  resolution: 'Resolución',
  comment: 'Comentario',
  other: 'Otro',
};
