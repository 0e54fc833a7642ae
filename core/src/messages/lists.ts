import { pluralize } from './phrases.ts';

/** Before a number beyond which there may be more. */
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
  /** Beside the first date where the extension has no column of its own. */
  extendedTo: (day: string) => `ext. ${day}`,

  pending: (count: number, hasMore = false) => moreThan(hasMore) + pluralize(count, 'pendiente', 'pendientes'),
  late: (count: number) => `${count.toLocaleString('es-MX')} con retraso`,
  activities: (count: number, hasMore = false) => moreThan(hasMore) + pluralize(count, 'actividad', 'actividades'),
  finished: (count: number, hasMore = false) => moreThan(hasMore) + pluralize(count, 'finalizada', 'finalizadas'),
  withoutImported: (text: string) => `${text}, sin las importadas`,
  canceled: (count: number) => pluralize(count, 'cancelada', 'canceladas'),
  assigned: (count: number, hasMore = false) => moreThan(hasMore) + pluralize(count, 'asignada', 'asignadas'),
  toVerify: (count: number) => `${count.toLocaleString('es-MX')} por verificar`,
  nothingPending: 'Nada pendiente',
  nothingFinished: 'Nada finalizado aún',
  nothingAssigned: 'Nada asignado en estas fechas',

  emptyPending: 'No tienes actividades pendientes.',
  emptyPendingStep: 'Registrar nueva actividad',
  emptyHistory: 'Aquí verás lo que termines o canceles.',
  emptyHistoryStep: 'Consultar pendientes',
  emptyAssignedStep: 'Asignar Actividad',
  noMatch: (query: string) => `Ninguna actividad coincide con «${query}».`,

  range: 'Rango de fechas',
  rangeFrom: 'Fecha de inicio',
  rangeTo: 'Fecha de fin',
  rangeApply: 'Consultar',
  rangeReset: 'Rango predeterminado',
  rangeBackwards: 'La fecha de fin no puede ser anterior a la de inicio.',
} as const;

/** What any table says about itself. */
export const table = {
  tools: 'Filtros y vistas',
  fit: 'Ajustar a la pantalla',
  rowsPerPage: 'Filas por página',
  total: (total: number, hasMore = false) => moreThan(hasMore) + total.toLocaleString('es-MX'),
  shown: (from: number, to: number, total: number, hasMore?: boolean) =>
    `${table.total(from)}–${table.total(to)} de ${table.total(total, hasMore)}`,
  first: 'Primera página',
  previous: 'Página anterior',
  next: 'Página siguiente',
  last: 'Última página',
  page: (page: number) => `Página ${page}`,
  pages: 'Páginas',
  notApplicable: 'N/A',
} as const;
