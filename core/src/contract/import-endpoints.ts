import { importTexts } from '../messages/import.ts';
import type { Endpoint } from './endpoint.ts';
import { importReply, importRequest } from './import.ts';
import { WORKBOOK_TYPE, workbook } from './workbook.ts';

const SHEET_MAX_BYTES = 2_000_000;

/** People out of a workbook (docs/product.md, 10; docs/product.md, 5). */
export const importEndpoints = {
  importUsers: {
    method: 'POST',
    path: '/api/upload_users_bulk',
    who: 'manageUsers',
    effect: 'writes',
    credential: 'session',
    summary: 'Registra a las personas de un libro de Excel; con dry_run solo lo revisa, con annotated lo devuelve con sus errores',
    body: importRequest,
    sheet: { field: 'file', maxBytes: SHEET_MAX_BYTES, missing: importTexts.fileMissing },
    reply: importReply,
    file: { name: 'Usuarios_con_errores.xlsx', mediaType: WORKBOOK_TYPE, askedBy: 'isAnnotated' },
  },
  downloadImportTemplate: {
    method: 'GET',
    path: '/api/users_template',
    who: 'manageUsers',
    effect: 'reads',
    summary: 'La plantilla para cargar usuarios',
    reply: workbook,
    file: { name: 'Plantilla_Usuarios.xlsx', mediaType: WORKBOOK_TYPE },
  },
} as const satisfies Record<string, Endpoint>;
