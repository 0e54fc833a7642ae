import * as z from 'zod/mini';
import { ask, type Endpoint } from '../endpoint.ts';
import { ZIP_TYPE } from '../exchange.ts';

/** The reply of a call that answers an archive: bytes, which have no shape of ours. */
const archive = z.custom<Blob>();

export const exportEndpoints = {
  exportOwnData: ask('/api/create_own_data_export', 'person', 'Tus propios datos: un libro de Excel y tus imágenes, en un archivo ZIP', {
    needs: 'request',
    reply: archive,
    file: { name: 'Mis_datos_de_Bitacora.zip', mediaType: ZIP_TYPE },
  }),
  exportCompany: ask(
    '/api/create_company_export',
    'exportCompany',
    'Todo lo que tiene la empresa: un libro de Excel y las imágenes, en un archivo ZIP',
    {
      needs: 'request',
      credential: 'session',
      recentLogin: 'always',
      reply: archive,
      file: { name: 'Bitacora_completa.zip', mediaType: ZIP_TYPE },
    },
  ),
} as const satisfies Record<string, Endpoint>;
