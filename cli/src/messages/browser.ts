import type { Timeliness } from '@bitacora/core/domain/activity/deadline';
import { deliveredText } from '@bitacora/core/messages/dates';
import { table } from '@bitacora/core/messages/lists';

const number = (count: number) => count.toLocaleString('es-MX');

/** The report screens; titles, columns and figures come from the messages of core. */
export const terminalBrowser = {
  keys: {
    filters: 'filtros',
    sort: 'ordenar',
    range: 'fechas',
    export: 'exportar',
    clear: 'ver todas',
    pages: 'páginas',
  },
  range: 'Rango de fechas',
  rangeFrom: 'Desde',
  rangeTo: 'Hasta',
  rangeHint: 'AAAA-MM-DD; vacío para el rango usual',
  rangeWrong: 'Escribe una fecha válida con la forma AAAA-MM-DD.',
  usualRange: 'rango usual',
  between: (from: string, to: string) => `Del ${from} al ${to}`,
  sortTitle: 'Ordenar por',
  ascending: 'de menor a mayor',
  descending: 'de mayor a menor',
  sortedBy: (column: string, isDescending: boolean) => `${column} ${isDescending ? '↓' : '↑'}`,
  filtersInUse: (count: number) => `${number(count)} ${count === 1 ? 'filtro' : 'filtros'}`,
  anything: 'todos',
  exportTitle: 'Exportar a Excel',
  exportName: (day: string) => `Reporte_Actividades_${day}.xlsx`,
  exporting: (count: number) => `Generando el reporte de ${number(count)} ${count === 1 ? 'actividad' : 'actividades'}…`,
  exported: (file: string) => `Reporte guardado en ${file}.`,
  activity: (folio: number) => `Actividad ${folio}`,
  batch: (others: number) => `Asignada junto con ${others === 1 ? 'otra' : `otras ${number(others)}`}.`,
  images: (count: number) => (count === 0 ? 'Sin evidencias' : `${number(count)} ${count === 1 ? 'imagen' : 'imágenes'}, se ven en la web`),
  partFailed: (why: string) => `No se pudo leer esta parte. ${why}`.trim(),
  left: (timeliness: Timeliness, days: number) => {
    if (timeliness === 'closed') return table.notApplicable;
    if (timeliness === 'delivered') return deliveredText;
    return timeliness === 'late' ? `! ${number(-days)} de retraso` : number(days);
  },
} as const;
