import type { Timeliness, UrgencyMark } from '@bitacora/core/domain/activities/deadline';
import { table } from '@bitacora/core/messages/activities/lists';
import { deliveredText } from '@bitacora/core/messages/dates';
import { pluralize, writtenNumber } from '@bitacora/core/messages/phrases';

/** Holds the help and the sentences of `bitacora search`. */
export const terminalSearch = {
  summary: 'busca actividades, personas y temas',
  details: `Encuentra las actividades que tienen todas las palabras, en cualquier orden, en folio, actividad, tema, responsable,
quien la creó, resolución o comentarios.`,
  words: 'lo que se busca, entre comillas si son varias palabras; #123 es un folio',
  none: (text: string) => `Nada coincide con «${text}».`,
  person: (name: string, position: string, department: string) => `Persona: ${name}, ${position}, ${department}`,
  topic: (name: string, department: string) => `Tema: ${name}, ${department}`,
} as const;

/** Holds the help and the sentences of the report commands. */
export const terminalReports = {
  pending: 'lo pendiente de toda la empresa',
  finished: 'lo finalizado en un rango de fechas',
  assigned: 'lo que asignaste a otros',
  punctuality: 'qué se entregó a tiempo de lo que debía entregarse',
  punctualityDetails: `Cuenta las actividades por su fecha de entrega; sin fechas, del último mes. Las personas van por nombre.
Con --json sale el reporte entero: totales, todos los grupos y cuánto tardan los veredictos.
Con --rows salen las actividades de una cifra: --rows late --department VENTAS. De un mes o de una semana, con --from y --to.`,
  rows: 'las actividades de una cifra, por fecha de entrega, en lugar de las cifras',
  pagesOfRows: '--sort, --page y --page-size necesitan --rows.',
  by: 'agrupa así; sin esto, por departamento',
  scope: 'de toda la empresa, o lo que asignaste a otros',
  deadlineFrom: 'fecha de entrega desde este día (AAAA-MM-DD, 5 nov, ayer, -7d…)',
  deadlineTo: 'fecha de entrega hasta este día (AAAA-MM-DD, 5 nov, ayer, -7d…)',
  punctualitySum: (from: string, to: string, due: number, share: number) =>
    `Del ${from} al ${to}: ${pluralize(due, 'actividad debía', 'actividades debían')} entregarse, ${share} % a tiempo.`,
  verdicts: (count: number, rejectedShare: number, p50: string, p90: string) =>
    `Veredictos: ${writtenNumber(count)}, ${rejectedShare} % rechazos; la mitad en ${p50} o menos, 9 de cada 10 en ${p90} o menos.`,
  details: `Los filtros son los de la web: los valores de uno son alternativas y todos se aplican a la vez; se repiten para dar varios valores.
Con --output REPORTE.xlsx se guarda el libro de Excel con todas las filas. Con --all y --json o --csv salen todas, en el orden del reporte.`,
  from: 'desde este día (AAAA-MM-DD, 5 nov, ayer, -7d…)',
  to: 'hasta este día (AAAA-MM-DD, 5 nov, ayer, -7d…)',
  filter: (group: string) => `filtra por ${group}`,
  /** Several of them are alternatives. */
  urgency: {
    late: 'solo las que van con retraso',
    today: 'solo las que vencen hoy',
    week: 'solo las que vencen hoy o en los siete días siguientes',
    notStarted: 'solo las no iniciadas',
    rejected: 'solo las rechazadas que no se han vuelto a completar',
    extensionRequested: 'solo las que piden prórroga',
    idle: 'solo las que nadie ha movido en una semana',
  } satisfies Record<UrgencyMark, string>,
  load: {
    summary: 'cuánto trabajo tiene cada persona',
    details: `Por nombre: actividades abiertas, con retraso, las que vencen hoy o en los siete días siguientes y las finalizadas en este mes.
Cada cifra abre sus filas con --assignee: las abiertas con report pending, también con --late o --due-soon;
las finalizadas con report finished y --from desde el día 1. Lo que asignaste: report assigned con los mismos filtros, o --owner contigo.`,
    open: 'Abiertas',
    late: 'Con retraso',
    week: 'Vencen en 7 días',
    done: 'Finalizadas este mes',
    none: 'Nadie tiene trabajo abierto ni finalizado este mes.',
  },
  search: 'busca en las actividades; el folio también',
  sort: (columns: string) => `ordena por esta columna; con :desc, de mayor a menor (${columns})`,
  page: 'número de página',
  pageSize: (max: number) => `filas por página, hasta ${max}`,
  all: 'todas las filas, sin páginas',

  wrongDay: (typed: string) => `«${typed}» no es una fecha.`,
  dayExample: 'Escríbela como 2026-11-20, 20/11/2026, 20 nov, viernes, mañana o +3d.',
  wrongNumber: (typed: string, max: number, min: number) => `«${typed}» no es un número entre ${min} y ${writtenNumber(max)}.`,
  wrongSort: (typed: string) => `«${typed}» no es una columna. Columnas:`,
  oneForm: 'Un archivo .xlsx es un libro de Excel: quita --json y --csv, o cambia el nombre del archivo.',
  allNeedsForm: 'Con --all elige --json, --csv o --output REPORTE.xlsx.',
  allOrWatch: 'Elige --all o --watch: --watch lee una página cada vez.',
  allOrPages: 'Todas las filas salen en el orden del reporte: quita --sort, --page y --page-size.',
  counted: (count: number) => `${writtenNumber(count)} actividades…`,
  visibleOfMany: (page: number, total: number) => `Página ${writtenNumber(page)}, más de ${writtenNumber(total)} actividades.`,
  visibleOf: (page: number, pages: number, total: number) =>
    `Página ${writtenNumber(page)} de ${writtenNumber(pages)}, ${pluralize(total, 'actividad', 'actividades')}.`,
} as const;

/** The report screens use these; titles, columns and figures come from the messages of core. */
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
  rangeHint: '20/11/2026, 20 nov, ayer o -7d; vacío para el rango usual',
  usualRange: 'rango usual',
  between: (from: string, to: string) => `Del ${from} al ${to}`,
  sortTitle: 'Ordenar por',
  ascending: 'de menor a mayor',
  descending: 'de mayor a menor',
  filtersInUse: (count: number) => pluralize(count, 'filtro', 'filtros'),
  anything: 'todos',
  exportTitle: 'Exportar a Excel',
  exportName: (day: string) => `Reporte_Actividades_${day}.xlsx`,
  exporting: (count: number) => `Generando el reporte de ${pluralize(count, 'actividad', 'actividades')}…`,
  exported: (file: string) => `Reporte guardado en ${file}.`,
  activity: (folio: number) => `Actividad ${folio}`,
  marked: (count: number) => pluralize(count, 'marcada', 'marcadas'),
  batch: (others: number) => `Asignada junto con ${others === 1 ? 'otra' : `otras ${writtenNumber(others)}`}.`,
  images: (count: number) => (count === 0 ? 'Sin evidencias' : `${pluralize(count, 'imagen', 'imágenes')}, se ven en la web`),
  documents: (count: number) => (count === 0 ? 'Sin documentos' : `${pluralize(count, 'documento', 'documentos')}, se descargan en la web`),
  /** The heading and the mark of a deadline that may be an extension. */
  markedDeadline: 'Entrega +ext',
  extendedMark: ' +',
  partFailed: (why: string) => `No se pudo leer esta parte. ${why}`.trim(),
  left: (timeliness: Timeliness, days: number) => {
    if (timeliness === 'closed') return table.notApplicable;
    if (timeliness === 'delivered') return deliveredText;
    return timeliness === 'late' ? `! ${writtenNumber(-days)} de retraso` : writtenNumber(days);
  },
} as const;
