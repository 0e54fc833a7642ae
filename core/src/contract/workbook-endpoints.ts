import type { Endpoint } from './endpoint.ts';
import { workbookReport } from './report.ts';
import { WORKBOOK_TYPE, workbook } from './workbook.ts';

/** Reports as workbooks (specification, section 7; decisions, section 4). */
export const workbookEndpoints = {
  createReportActivitiesF: {
    method: 'POST',
    path: '/api/create_report_activities_f',
    who: 'readGlobalReports',
    effect: 'reads',
    summary: 'Las actividades de un reporte, filtradas como en pantalla, en un libro de Excel',
    body: workbookReport,
    reply: workbook,
    file: { name: 'Reporte_Actividades.xlsx', mediaType: WORKBOOK_TYPE },
  },
} as const satisfies Record<string, Endpoint>;
