import type { CalendarDate } from '../../domain/calendar.ts';
import type { Punctuality, PunctualityReport, PunctualityRow } from '../../domain/reports/punctuality.ts';
import { pluralize } from '../phrases.ts';

export const punctualityGroups = ['department', 'topic', 'person', 'month', 'week'] as const;
export type PunctualityGroup = (typeof punctualityGroups)[number];

/** The figures of punctuality, alike in workbook, terminal and mail (docs/product.md, 4). */
export const punctualityTexts = {
  title: 'Puntualidad',
  group: 'Grupo',
  name: 'Nombre',
  total: 'Total',
  groups: { department: 'Departamento', topic: 'Tema', person: 'Responsable', month: 'Mes', week: 'Semana' } satisfies Record<
    PunctualityGroup,
    string
  >,
  due: 'Debían entregarse',
  outcomes: {
    onTime: 'A tiempo',
    onTimeExtended: 'A tiempo con extensión',
    late: 'Tarde',
    undelivered: 'Sin entregar',
  } satisfies Record<Punctuality, string>,
  share: 'Puntualidad',
  percent: (percent: number) => `${percent} %`,

  from: 'Fecha de entrega, desde',
  to: 'Fecha de entrega, hasta',
  verification: 'Verificación',
  value: 'Valor',
  verdicts: 'Veredictos',
  rejected: 'Rechazos',
  rejectedShare: 'Rechazos, del total',
  p50: 'Minutos hasta el veredicto, mediana',
  p90: 'Minutos hasta el veredicto, percentil 90',
  noRows: 'No hay actividades así en estas fechas.',
  imported: 'Importadas ya terminadas, que no cuentan',
  notCounted: (imported: number) =>
    `${pluralize(imported, 'importada ya terminada no cuenta', 'importadas ya terminadas no cuentan')} en la puntualidad.`,
  none: 'Nada debía entregarse en estas fechas.',
  tooSlow: 'Estas cifras tardaron demasiado: genera el reporte otra vez, o con menos días.',
} as const;

/** '2 días 3 h', '3 h 20 min', '10 min'. */
export function writtenMinutes(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60), minutes % 60];
  if (days > 0) return `${pluralize(days, 'día', 'días')}${hours > 0 ? ` ${hours} h` : ''}`;
  return hours > 0 ? `${hours} h${rest > 0 ? ` ${rest} min` : ''}` : `${rest} min`;
}

/** One line of a table: a group, or null for all that was due. */
export interface PunctualityLine extends PunctualityRow {
  group: PunctualityGroup | null;
  /** A month is named `2026-11`, a week by its Monday. */
  name: string;
}

export function linesBy(group: PunctualityGroup, report: PunctualityReport): PunctualityLine[] {
  const { departments, topics, people, months, weeks } = report;
  const linesOfGroup: Record<PunctualityGroup, readonly (readonly [name: string, figures: PunctualityRow])[]> = {
    department: departments.map((one) => [one.department, one]),
    topic: topics.map((one) => [one.topic, one]),
    person: people.map((one) => [one.name, one]),
    month: months.map((one) => [(one.monthStart satisfies CalendarDate).slice(0, 7), one]),
    week: weeks.map((one) => [one.weekStart, one]),
  };
  return linesOfGroup[group].map(([name, { due, onTime, onTimeExtended, late, undelivered, share }]) => ({
    group,
    name,
    due,
    onTime,
    onTimeExtended,
    late,
    undelivered,
    share,
  }));
}

/** Returns a line for everything that was due, then one for every group. */
export const punctualityLines = (report: PunctualityReport): PunctualityLine[] => [
  { group: null, name: punctualityTexts.total, ...report.total },
  ...punctualityGroups.flatMap((group) => linesBy(group, report)),
];
