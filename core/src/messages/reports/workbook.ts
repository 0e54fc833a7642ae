import type { Dating, FilterGroup, Scope } from '../../domain/reports/report.ts';
import { reports } from '../activities/lists.ts';

/** The report as a workbook (docs/product.md, 9; docs/product.md, 4). */
export const workbookTexts = {
  generate: 'Generar reporte',
  cut: '… (recortado)',
  generating: 'Generando el reporte…',
  generated: 'Reporte generado.',
  failed: 'No se pudo generar el reporte.',

  rowsSheet: 'Actividades',

  criteriaSheet: 'Criterios',
  criterion: 'Criterio',
  value: 'Valor',
  report: 'Reporte',
  scopes: {
    company: 'Actividades de toda la empresa',
    assignedByMe: 'Actividades que asigné a otros',
    mine: 'Mis actividades',
    substituted: 'Actividades que suplo',
  } satisfies Record<Scope, string>,
  generatedBy: 'Generado por',
  generatedAt: 'Generado el',
  asOf: 'Con los datos hasta',
  from: 'Desde',
  to: 'Hasta',
  dated: { createdAt: 'Fecha de registro', endedAt: 'Fecha de finalización', deadline: 'Fecha de entrega' } satisfies Record<
    Dating,
    string
  >,
  datedBy: 'Las fechas se refieren a',
  statuses: 'Estados del reporte',
  filters: reports.groups satisfies Record<FilterGroup, string>,
  search: 'Búsqueda',
  anything: 'Sin restricción',
  rows: 'Actividades en este reporte',
  total: reports.total,
  pending: reports.pendingCard,
  finished: reports.finishedCard,
  compliance: reports.compliance,
} as const;
