import { endpoints } from '@bitacora/core/contract';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { jsonSchemaOf } from '@bitacora/core/contract/json-schema';
import type * as z from 'zod/mini';
import manifest from '../../../package.json' with { type: 'json' };

type Json = Record<string, unknown>;

const problem = { $ref: '#/components/schemas/Problem' };
const problemSchema: Json = {
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { const: false },
    error: { type: 'string', description: 'Una frase en español, lista para mostrarse.' },
    code: { type: 'string', description: 'Qué regla dijo que no.' },
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: 'Una frase por cada campo mal llenado.' },
    rows: {
      type: 'array',
      description: 'Solo de un libro con filas mal llenadas: cada celda que lo está.',
      items: {
        type: 'object',
        required: ['row', 'column', 'value', 'error'],
        properties: {
          ...{ row: { type: 'integer' }, column: { type: 'string' }, value: { type: 'string' }, error: { type: 'string' } },
          sheet: { type: 'string' },
        },
      },
    },
    total: { type: 'integer', description: 'Cuántas celdas son.' },
    status: { const: 'inactivo', description: 'Solo al iniciar sesión con un usuario inactivo.' },
  },
};

/** Codecs by their wire side; what the contract names goes to `components` and is referred to. */
function schemaOf(schema: z.ZodMiniType, components: Json): Json {
  const { $schema: _, $defs = {}, ...json } = jsonSchemaOf(schema) as Json & { $defs?: Json };
  const moved = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
  for (const [id, definition] of Object.entries($defs)) components[id] = moved(definition);
  return moved(json);
}

const content = (type: string, schema: Json) => ({ content: { [type]: { schema } } });

function bodyOf({ body, uploads, sheet }: Endpoint, components: Json): Json | undefined {
  if (!body) return undefined;
  const schema = schemaOf(body, components);
  if (sheet) {
    const file = { type: 'string', format: 'binary', description: 'XLSX o XLS' };
    const form = { ...schema, properties: { ...(schema.properties as Json), [sheet.field]: file }, required: [sheet.field] };
    return { required: true, ...content('multipart/form-data', form) };
  }
  if (!uploads) return { required: true, ...content('application/json', schema) };
  const images = Object.fromEntries(
    Array.from({ length: uploads.max }, (_, n) => [
      uploads.max === 1 ? uploads.field : `${uploads.field}[${n}]`,
      { type: 'string', format: 'binary', description: 'PNG o JPEG' },
    ]),
  );
  const required = [...((schema.required as string[] | undefined) ?? []), ...Object.keys(images).slice(0, uploads.min)];
  const form = { ...schema, properties: { ...(schema.properties as Json), ...images }, required };
  const asJson = uploads.min === 0 ? { 'application/json': { schema } } : {};
  return { required: true, content: { 'multipart/form-data': { schema: form }, ...asJson } };
}

function parametersOf({ params, query, effect }: Endpoint, components: Json): Json[] {
  const propertiesOf = (schema: Endpoint['params']) => Object.entries(schema ? (schemaOf(schema, components).properties as Json) : {});
  const inPath = propertiesOf(params).map(([name, schema]) => ({ name, in: 'path', required: true, schema }));
  const inQuery = propertiesOf(query).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
  if (effect === 'reads') return [...inPath, ...inQuery];
  return [...inPath, { $ref: '#/components/parameters/CsrfToken' }, { $ref: '#/components/parameters/IdempotencyKey' }];
}

function securityOf({ who, credential }: Endpoint): Json[] {
  if (who === 'anyone') return [];
  if (who === 'service') return [{ service: [] }];
  if (credential === 'token') return [{ token: [] }];
  return credential === 'session' ? [{ session: [] }] : [{ session: [] }, { token: [] }];
}

/** What a call answers: a shape, a file, or one of them by what was asked. */
function answersOf({ reply, page, file }: Endpoint, components: Json): Json {
  const bytes = file ? { [file.mediaType]: {} } : {};
  if (file && !file.askedBy) return { content: bytes };
  const answers = schemaOf(reply, components);
  const json = content('application/json', page ? { anyOf: [answers, schemaOf(page, components)] } : answers);
  return { content: { ...json.content, ...bytes } };
}

/** Stable for generated clients, because it comes from the path: `/api/get_activity/:id` is `getActivity`. */
const operationIdOf = (path: string): string =>
  path
    .replace('/api/', '')
    .replace(/\/:\w+/g, '')
    .replace(/[_/-](\w)/g, (_, letter: string) => letter.toUpperCase());

function operationOf(endpoint: Endpoint, components: Json): Json {
  const { who, summary } = endpoint;
  return {
    operationId: operationIdOf(endpoint.path),
    summary,
    'x-audience': who,
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint, components),
    ...(endpoint.body ? { requestBody: bodyOf(endpoint, components) } : {}),
    responses: {
      200: { description: 'Hecho', ...answersOf(endpoint, components) },
      default: { description: 'No: la frase dice por qué', ...content('application/json', problem) },
    },
  };
}

const byImage: Json = { name: 'id', schema: { type: 'string', format: 'uuid' } };
const imageOperation = (summary: string, name: string, parameter = byImage): Json => ({
  operationId: name,
  summary,
  'x-audience': 'person',
  security: [{ session: [] }, { token: [] }],
  parameters: [{ ...parameter, in: 'path', required: true }],
  responses: {
    200: { description: 'Los bytes', content: { 'image/jpeg': {}, 'image/png': {} } },
    default: { description: 'No: la frase dice por qué', ...content('application/json', problem) },
  },
});

const calendarOperation: Json = {
  operationId: 'calendar',
  summary:
    'Mis fechas de entrega y lo que espera mi verificación, para un programa de calendario; el token es el de mi dirección de calendario',
  'x-audience': 'anyone',
  security: [],
  parameters: [{ name: 'token', in: 'path', required: true, schema: { type: 'string' } }],
  responses: {
    200: { description: 'El calendario (RFC 5545)', content: { 'text/calendar': {} } },
    default: { description: 'No: la frase dice por qué', ...content('application/json', problem) },
  },
};

const liveOperation: Json = {
  operationId: 'live',
  summary: 'Los cambios de lo que puedo ver, en cuanto ocurren (Server-Sent Events)',
  description:
    'El evento `activity` trae `{"id": 123}`, el folio que cambió; `notifications`, que hay avisos nuevos o leídos; `refresh`, que pudo cambiar cualquiera. Ninguno dice qué cambió: se vuelve a ' +
    'leer. Al reconectar, lo mostrado se da por viejo. Hasta 6 conexiones por persona; la más antigua de más se cierra.',
  'x-audience': 'person',
  security: [{ session: [] }, { token: [] }],
  parameters: [],
  responses: {
    200: { description: 'Los eventos, hasta que una de las dos partes cuelgue', content: { 'text/event-stream': {} } },
    default: { description: 'No: la frase dice por qué', ...content('application/json', problem) },
  },
};

/** A browser's way to the company's identity provider or back from it; both answers are redirects. */
const companyLoginOperation = (operationId: string, summary: string, ...names: string[]): Json => ({
  operationId,
  summary,
  'x-audience': 'anyone',
  security: [],
  parameters: names.map((name) => ({ name, in: 'query', required: false, schema: { type: 'string' } })),
  responses: {
    302: {
      description: 'A donde sigue el navegador: el proveedor, la página pedida, o la de entrada con el motivo en `company_login`',
      content: {},
    },
    default: { description: 'No: la frase dice por qué', ...content('application/json', problem) },
  },
});

/** The API as an OpenAPI 3.1 document, all of it from the contract (operations, addresses for machines). */
export function describeApi(publicUrl: string): Json {
  const schemas: Json = { Problem: problemSchema };
  const paths: Record<string, Json> = {};
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, schemas) };
  }
  paths['/api/images/{id}'] = { get: imageOperation('Una imagen de evidencia', 'image') };
  paths['/api/images/{id}/thumbnail'] = { get: imageOperation('Su miniatura', 'imageThumbnail') };
  const byNumber = { name: 'num', schema: { type: 'string' }, description: 'Número de empleado' };
  paths['/api/profile_image/{num}'] = { get: imageOperation('La foto de una persona', 'profileImage', byNumber) };
  const bySignature = { name: 'token', schema: { type: 'string' }, description: 'De get_signed_evidence; basta para quien lo tenga' };
  const signed = imageOperation('Una imagen de evidencia por su dirección firmada', 'signedImage', bySignature);
  paths['/api/signed_images/{token}'] = { get: { ...signed, 'x-audience': 'anyone', security: [] } };
  paths['/api/calendar/{token}.ics'] = { get: calendarOperation };
  paths['/api/live'] = { get: liveOperation };
  const summaries = { begin: 'Entra con la cuenta de la empresa (OpenID Connect)', finish: 'Regreso del proveedor de identidad' };
  paths['/api/oidc/login'] = { get: companyLoginOperation('companyLogin', summaries.begin, 'next') };
  paths['/api/oidc/callback'] = { get: companyLoginOperation('companyLoginCallback', summaries.finish, 'code', 'state', 'iss', 'error') };

  return {
    openapi: '3.1.0',
    info: {
      title: 'Bitácora',
      version: manifest.version,
      description:
        'Con sesión: pide `GET /api/csrf-token`, entra con `POST /api/login`, pide otro token y envíalo en `X-CSRF-Token` en toda llamada que escribe. ' +
        'Con un token personal: `Authorization: Bearer …`, sin cookie ni `X-CSRF-Token`. Las fechas son `AAAA-MM-DD` del calendario de la empresa; los instantes, ISO 8601 en UTC.',
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas,
      parameters: {
        CsrfToken: {
          name: 'X-CSRF-Token',
          in: 'header',
          required: false,
          schema: { type: 'string' },
          description: 'Obligatorio con cookie; sobra con un token personal.',
        },
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', maxLength: 200 },
          description: 'La misma persona y llave reciben la misma respuesta durante 24 horas, y el acto ocurre una vez.',
        },
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: publicUrl.startsWith('https:') ? '__Host-sid' : 'sid' },
        token: { type: 'http', scheme: 'bearer' },
        service: { type: 'http', scheme: 'bearer', description: 'El token de servicio del bot (BOT_TOKEN).' },
      },
    },
  };
}
