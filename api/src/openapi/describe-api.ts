import { type EndpointName, endpoints } from '@bitacora/core/contract';
import { type Endpoint, needsCsrfToken } from '@bitacora/core/contract/endpoint';
import { toJsonSchema } from '@bitacora/core/contract/json-schema';
import type * as z from 'zod/mini';
import manifest from '../../../package.json' with { type: 'json' };
import { KEY_MAX } from '../calls/idempotency-key.ts';
import { callDescription, callTags, documentTags, introductionWith, listRefusals, sharedRefusals } from './call-facts.ts';
import examples from './examples.json' with { type: 'json' };
import { type Json, otherPaths, otherRefusal } from './other-operations.ts';

/** A recorded call of the demo company: its input and its answer. */
export interface CallExample {
  in?: string | number;
  query?: Record<string, string | number>;
  body?: Record<string, unknown>;
  reply?: unknown;
}

/** The recorded examples by the contract's name of the call. `api/test/api-examples` records them. */
export const callExamples = examples as Record<string, CallExample>;

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
          row: { type: 'integer' },
          column: { type: 'string' },
          value: { type: 'string' },
          error: { type: 'string' },
          sheet: { type: 'string' },
        },
      },
    },
    total: { type: 'integer', description: 'Cuántas celdas son.' },
    status: { const: 'inactivo', description: 'Solo al iniciar sesión con un usuario inactivo.' },
  },
};

/** Converts a schema by the wire side of its codecs. Schemas that the contract names are moved to `components` and referenced. */
function convertSchema(schema: z.ZodMiniType, components: Json): Json {
  const { $schema: _, $defs = {}, ...json } = toJsonSchema(schema) as Json & { $defs?: Json };
  const moved = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
  for (const [id, definition] of Object.entries($defs)) components[id] = moved(definition);
  return moved(json);
}

type Content = Record<string, { schema?: Json }>;
type RequestBody = { required: true; content: Content };

const content = (type: string, schema: Json) => ({ content: { [type]: { schema } } });

function withExample(forms: Content, example: unknown): Content {
  if (example === undefined) return forms;
  return Object.fromEntries(Object.entries(forms).map(([type, form]) => [type, form.schema ? { ...form, example } : form]));
}

function describeBody({ body, uploads, sheet }: Endpoint, components: Json): RequestBody | undefined {
  if (!body) return undefined;
  const schema = convertSchema(body, components);
  if (sheet) {
    const file = { type: 'string', format: 'binary', description: 'XLSX o XLS' };
    const form = { ...schema, properties: { ...(schema.properties as Json), [sheet.field]: file }, required: [sheet.field] };
    return { required: true, ...content('multipart/form-data', form) };
  }
  if (!uploads) return { required: true, ...content('application/json', schema) };
  const files = Object.fromEntries(
    Array.from({ length: uploads.max }, (_, n) => [
      uploads.max === 1 ? uploads.field : `${uploads.field}[${n}]`,
      { type: 'string', format: 'binary', description: uploads.field === 'documents' ? 'PDF' : 'PNG o JPEG' },
    ]),
  );
  const required = [...((schema.required as string[] | undefined) ?? []), ...Object.keys(files).slice(0, uploads.min)];
  const form = { ...schema, properties: { ...(schema.properties as Json), ...files }, required };
  const asJson: Content = uploads.min === 0 ? { 'application/json': { schema } } : {};
  return { required: true, content: { ...asJson, 'multipart/form-data': { schema: form } } };
}

function describeParameters(endpoint: Endpoint, components: Json, example: CallExample): Json[] {
  const { params, query, effect } = endpoint;
  const listProperties = (schema: Endpoint['params']) =>
    Object.entries(schema ? (convertSchema(schema, components).properties as Json) : {});
  const inPath = listProperties(params).map(([name, schema]) => ({ name, in: 'path', required: true, schema, example: example.in }));
  const inQuery = listProperties(query).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema,
    example: example.query?.[name],
  }));
  const headers = [
    ...(needsCsrfToken(endpoint) ? [{ $ref: '#/components/parameters/CsrfToken' }] : []),
    ...(effect === 'writes' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  return [...inPath, ...inQuery, ...headers];
}

function describeSecurity({ who, credential }: Endpoint): Json[] {
  if (who === 'anyone') return [];
  if (who === 'service') return [{ service: [] }];
  if (credential === 'token') return [{ token: [] }];
  return credential === 'session' ? [{ session: [] }] : [{ session: [] }, { token: [] }];
}

/** Describes the answer of a call: JSON, a file, or either of them where the request chooses. */
function describeAnswers({ reply, page, file }: Endpoint, components: Json): { content: Content } {
  const bytes: Content = file ? { [file.mediaType]: {} } : {};
  if (file && !file.requestedBy) return { content: bytes };
  const answers = convertSchema(reply, components);
  const json = content('application/json', page ? { anyOf: [answers, convertSchema(page, components)] } : answers);
  return { content: { ...json.content, ...bytes } };
}

/** Names an operation by its path, so that the name is stable for generated clients: `/api/get_activity/:id` is `getActivity`. */
const nameOperation = (path: string): string =>
  path
    .replace('/api/', '')
    .replace(/\/:\w+/g, '')
    .replace(/[_/-](\w)/g, (_, character: string) => character.toUpperCase());

function describeOperation(name: EndpointName, endpoint: Endpoint, components: Json): Json {
  const { who, summary } = endpoint;
  const example = callExamples[name] ?? {};
  const requestBody = describeBody(endpoint, components);
  return {
    operationId: nameOperation(endpoint.path),
    tags: callTags(name),
    summary,
    description: callDescription(endpoint),
    'x-audience': who,
    security: describeSecurity(endpoint),
    parameters: describeParameters(endpoint, components, example),
    ...(requestBody && { requestBody: { required: true, content: withExample(requestBody.content, example.body) } }),
    responses: {
      200: { description: 'Hecho', content: withExample(describeAnswers(endpoint, components).content, example.reply) },
      ...listRefusals(endpoint),
      default: otherRefusal,
    },
  };
}

export function describeApi(publicUrl: string, rateLimitFactor = 1): Json {
  const schemas: Json = { Problem: problemSchema };
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeOperation(name, endpoint, schemas) };
  }
  Object.assign(paths, otherPaths());

  return {
    openapi: '3.1.0',
    info: { title: 'Bitácora', version: manifest.version, description: introductionWith(rateLimitFactor) },
    servers: [{ url: publicUrl }],
    tags: documentTags,
    paths,
    components: {
      schemas,
      responses: sharedRefusals(problem),
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
          schema: { type: 'string', maxLength: KEY_MAX },
          description: 'La misma persona y llave reciben la misma respuesta, y el acto ocurre una vez.',
        },
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: publicUrl.startsWith('https:') ? '__Host-sid' : 'sid' },
        token: { type: 'http', scheme: 'bearer', description: 'Un token personal, de Mi perfil.' },
        service: { type: 'http', scheme: 'bearer', description: 'El token de servicio del bot (BOT_TOKEN).' },
      },
    },
  };
}
