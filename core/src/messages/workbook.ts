import type { FilterGroup, Scope } from '../domain/reports/report.ts';
import { columnTitles } from './lists.ts';
import { reports } from './reports.ts';

/** The report as a workbook (docs/product.md, 9; docs/product.md, 4). */
export const workbookTexts = {
  generate: 'Generar reporte',
  generating: 'Generando el reporte…',
  generated: 'Reporte generado.',
  failed: 'No se pudo generar el reporte.',

  rowsSheet: 'Actividades',
  columns: {
    folio: columnTitles.folio,
    owner: reports.owner,
    registeredOn: reports.registeredOn,
    topic: columnTitles.topic,
    department: reports.department,
    description: columnTitles.description,
    assignee: columnTitles.assignee,
    dueOn: columnTitles.dueOnReport,
    extendedTo: columnTitles.extendedToReport,
    daysLeft: columnTitles.daysLeftReport,
    daysTaken: reports.daysTaken,
    endedOn: reports.verifiedOn,
    priority: columnTitles.priority,
    status: columnTitles.status,
  },

  criteriaSheet: 'Criterios',
  criterion: 'Criterio',
  value: 'Valor',
  report: 'Reporte',
  scopes: {
    company: 'Actividades de toda la empresa',
    assignedByMe: 'Actividades que asigné a otros',
    mine: 'Mis actividades',
  } satisfies Record<Scope, string>,
  generatedBy: 'Generado por',
  generatedAt: 'Generado el',
  asOf: 'Con los datos hasta',
  from: 'Desde',
  to: 'Hasta',
  dated: { createdAt: 'Fecha de registro', endedAt: 'Fecha de finalización' },
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
