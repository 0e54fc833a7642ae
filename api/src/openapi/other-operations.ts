import { STREAMS_PER_PERSON } from '../live/hub.ts';
import { areaTexts } from '../messages/api-document.ts';

export type Json = Record<string, unknown>;

/** The response for refusals with a status that the call does not list. */
export const otherRefusal: Json = {
  description: 'No: la frase dice por qué',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

const tags = [areaTexts.live.name];
const byImage: Json = { name: 'id', schema: { type: 'string', format: 'uuid' } };
const imageOperation = (summary: string, name: string, parameter = byImage, types = ['image/jpeg', 'image/png']): Json => ({
  operationId: name,
  summary,
  tags,
  'x-audience': 'person',
  security: [{ session: [] }, { token: [] }],
  parameters: [{ ...parameter, in: 'path', required: true }],
  responses: {
    200: { description: 'Los bytes', content: Object.fromEntries(types.map((type) => [type, {}])) },
    default: otherRefusal,
  },
});

const calendarOperation: Json = {
  operationId: 'calendar',
  summary:
    'Mis fechas de entrega y lo que espera mi verificación, para un programa de calendario; el token es el de mi dirección de calendario',
  tags,
  'x-audience': 'anyone',
  security: [],
  parameters: [{ name: 'token', in: 'path', required: true, schema: { type: 'string' } }],
  responses: {
    200: { description: 'El calendario (RFC 5545)', content: { 'text/calendar': {} } },
    default: otherRefusal,
  },
};

const liveOperation: Json = {
  operationId: 'live',
  summary: 'Los cambios de lo que puedo ver, en cuanto ocurren (Server-Sent Events)',
  description:
    'El evento `activity` trae `{"id": 123}`, el folio que cambió; `notifications`, que hay avisos nuevos o leídos; `refresh`, que pudo cambiar cualquiera. Ninguno dice qué cambió: se vuelve a ' +
    `leer. Al reconectar, lo mostrado se da por viejo. Hasta ${STREAMS_PER_PERSON} conexiones por persona; la más antigua de más se cierra.`,
  tags,
  'x-audience': 'person',
  security: [{ session: [] }, { token: [] }],
  parameters: [],
  responses: {
    200: { description: 'Los eventos, hasta que una de las dos partes cuelgue', content: { 'text/event-stream': {} } },
    default: otherRefusal,
  },
};

/** Describes an address that sends a browser to the company's identity provider or takes it back. Both answers are redirects. */
const companyLoginOperation = (operationId: string, summary: string, ...names: string[]): Json => ({
  operationId,
  summary,
  tags: [areaTexts.session.name],
  'x-audience': 'anyone',
  security: [],
  parameters: names.map((name) => ({ name, in: 'query', required: false, schema: { type: 'string' } })),
  responses: {
    302: {
      description: 'A donde sigue el navegador: el proveedor, la página pedida, o la de entrada con el motivo en `company_login`',
      content: {},
    },
    default: otherRefusal,
  },
});

/** Describes, by path, the addresses that answer no JSON and are not in the contract. */
export function otherPaths(): Json {
  const byNumber = { name: 'num', schema: { type: 'string' }, description: 'Número de empleado' };
  const bySignature = { name: 'token', schema: { type: 'string' }, description: 'De get_signed_evidence; basta para quien lo tenga' };
  const signed = imageOperation('Una imagen de evidencia por su dirección firmada', 'signedImage', bySignature);
  const summaries = { begin: 'Entra con la cuenta de la empresa (OpenID Connect)', finish: 'Regreso del proveedor de identidad' };
  return {
    '/api/images/{id}': { get: imageOperation('Una imagen de evidencia', 'image') },
    '/api/images/{id}/thumbnail': { get: imageOperation('Su miniatura', 'imageThumbnail') },
    '/api/documents/{id}': { get: imageOperation('Un documento, como descarga', 'document', byImage, ['application/pdf']) },
    '/api/documents/{id}/thumbnail': { get: imageOperation('Su primera página', 'documentThumbnail', byImage, ['image/jpeg']) },
    '/api/profile_image/{num}': { get: imageOperation('La foto de una persona', 'profileImage', byNumber) },
    '/api/signed_images/{token}': { get: { ...signed, 'x-audience': 'anyone', security: [] } },
    '/api/calendar/{token}.ics': { get: calendarOperation },
    '/api/live': { get: liveOperation },
    '/api/oidc/login': { get: companyLoginOperation('companyLogin', summaries.begin, 'next') },
    '/api/oidc/callback': { get: companyLoginOperation('companyLoginCallback', summaries.finish, 'code', 'state', 'iss', 'error') },
  };
}
