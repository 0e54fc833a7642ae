import type { Endpoint } from './endpoint.ts';
import { workbookReport } from './report.ts';
import { WORKBOOK_TYPE, workbook } from './workbook.ts';

/** Reports as workbooks (docs/product.md, 1; docs/product.md, 4). */
export const workbookEndpoints = {
  exportReport: {
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
