import { type FilterGroup, SORTED_MAX } from '../domain/reports/report.ts';
import { pluralize } from './phrases.ts';

const withImported = (count: number) => (count > 0 ? `, ${pluralize(count, 'importada', 'importadas')}` : '');

/** The reports over many people's work, their cards and the 'Filtros' dialog (docs/product.md, 9). */
export const reports = {
  finishedSection: 'HISTORIAL DE ACTIVIDADES',

  noMatch: 'Ninguna actividad coincide con lo que buscas.',
  showAll: 'Ver todas',
  days: (count: number) => pluralize(count, 'día', 'días'),

  filters: 'Filtros',
  filtersInForce: (count: number) => `Filtros, ${pluralize(count, 'en uso', 'en uso')}`,
  /** Of a search the newest hits are sorted; of a report all open work and the newest of the rest. Its pages end at `SORTED_MAX`. */
  sortedInPart: ({ hasMore = false }: { hasMore?: boolean | undefined }) =>
    hasMore
      ? 'Son demasiadas actividades: solo se revisan y ordenan las más recientes. Acota la búsqueda, los filtros o las fechas para verlas todas.'
      : `Son demasiadas actividades: de las ya cerradas solo se ordenan las más recientes, y en este orden solo se muestran las primeras ${SORTED_MAX.toLocaleString('es-MX')}. Acota los filtros o las fechas para verlas todas.`,
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
