import * as z from 'zod/mini';
import { type Endpoint, post } from '../endpoint.ts';
import { ZIP_TYPE } from '../exchange.ts';

/** The reply of a call that answers an archive: bytes, which have no shape of ours. */
const archive = z.custom<Blob>();

/** What is stored, to take along (docs/product.md, 17). */
export const exportEndpoints = {
  exportOwnData: {
    ...post('/api/create_own_data_export', 'person'),
    effect: 'reads',
    needs: 'request',
    summary: 'Tus propios datos: un libro de Excel y tus imágenes, en un archivo ZIP',
    reply: archive,
    file: { name: 'Mis_datos_de_Bitacora.zip', mediaType: ZIP_TYPE },
  },
  exportCompany: {
    ...post('/api/create_company_export', 'exportCompany'),
    effect: 'reads',
    needs: 'request',
    credential: 'session',
    recentLogin: 'always',
    summary: 'Todo lo que tiene la empresa: un libro de Excel y las imágenes, en un archivo ZIP',
    reply: archive,
    file: { name: 'Bitacora_completa.zip', mediaType: ZIP_TYPE },
  },
} as const satisfies Record<string, Endpoint>;
