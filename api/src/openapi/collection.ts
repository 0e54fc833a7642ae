import { collectionTexts } from '../messages/api-document.ts';
import type { Json } from './other-operations.ts';

interface Parameter {
  name?: string;
  in?: 'path' | 'query';
  example?: string | number;
  $ref?: string;
}
interface CollectedOperation {
  summary: string;
  description?: string;
  tags: string[];
  security: Json[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, { format?: string }> }; example?: Json }> };
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
}
interface CollectedDocument {
  info: { title: string; version: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, CollectedOperation>>;
}

/** One call as both kinds of collection write it. */
interface CollectedCall extends CollectedOperation {
  method: string;
  path: string;
  isWrite: boolean;
  form: 'none' | 'json' | 'multipart';
  body: Json;
  /** Names of the parts that are files. */
  files: string[];
}

const IDEMPOTENCY_KEY = '#/components/parameters/IdempotencyKey';

function collected(path: string, method: string, operation: CollectedOperation): CollectedCall {
  const { 'application/json': json, 'multipart/form-data': multipart } = operation.requestBody?.content ?? {};
  const properties = Object.entries(multipart?.schema.properties ?? {});
  const isWrite = operation.parameters.some(({ $ref }) => $ref === IDEMPOTENCY_KEY);
  const form = json ? 'json' : multipart ? 'multipart' : 'none';
  const files = json ? [] : properties.filter(([, { format }]) => format === 'binary').map(([name]) => name);
  return { ...operation, method: method.toUpperCase(), path, isWrite, form, body: (json ?? multipart)?.example ?? {}, files };
}

/** What a personal token calls, in the order of the document. A stream of events has no end, so that no collection runs it. */
function callsOf({ paths }: CollectedDocument): CollectedCall[] {
  return Object.entries(paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => collected(path, method, operation)))
    .filter(({ security, responses }) => security.some((way) => 'token' in way) && !responses[200]?.content?.['text/event-stream']);
}

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
const inPlace = ({ parameters }: CollectedCall, place: Parameter['in']) =>
  parameters.filter((parameter) => parameter.in === place).map(({ name = '', example }) => ({ name, example }));
const queryOf = (call: CollectedCall) => inPlace(call, 'query').filter(({ example }) => example !== undefined);

function postmanBody({ form, body, files }: CollectedCall): Json | undefined {
  if (form === 'none') return undefined;
  if (form === 'json') return { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } };
  const fields = Object.entries(body).map(([key, value]) => ({ key, type: 'text', value: asText(value) }));
  // The first one is needed; people switch on the others.
  const parts = files.map((key, at) => ({ key, type: 'file', src: [], disabled: at > 0 }));
  return { mode: 'formdata', formdata: [...fields, ...parts] };
}

function postmanItem(call: CollectedCall): Json {
  const { method, path, summary, description, isWrite, form } = call;
  const header = [
    ...(form === 'json' ? [{ key: 'Content-Type', value: 'application/json' }] : []),
    ...(isWrite ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
  ];
  const query = queryOf(call).map(({ name, example }) => ({ key: name, value: String(example) }));
  const variable = inPlace(call, 'path').map(({ name, example = '' }) => ({ key: name, value: String(example) }));
  const address = path.replace(/\{(\w+)\}/g, ':$1');
  const search = query.length > 0 ? `?${query.map(({ key, value }) => `${key}=${value}`).join('&')}` : '';
  const url = { raw: `{{baseUrl}}${address}${search}`, host: ['{{baseUrl}}'], path: address.slice(1).split('/'), query, variable };
  const body = postmanBody(call);
  const request = { method, header, url, description: description ?? '', ...(body && { body }) };
  const reply = call.responses[200]?.content?.['application/json']?.example;
  const example = {
    name: collectionTexts.answer,
    originalRequest: request,
    code: 200,
    status: 'OK',
    body: JSON.stringify(reply, null, 2),
  };
  const type = [{ key: 'Content-Type', value: 'application/json' }];
  return { name: summary, request, response: reply === undefined ? [] : [{ ...example, _postman_previewlanguage: 'json', header: type }] };
}

/** The calls of a token as a collection of Postman 2.1, which Bruno, Insomnia and Hoppscotch read too. */
export function postmanCollection(openApi: Json): Json {
  const document = openApi as unknown as CollectedDocument;
  const calls = callsOf(document);
  const folders = document.tags.map(({ name, description }) => ({
    name,
    description,
    item: calls.filter(({ tags }) => tags.includes(name)).map(postmanItem),
  }));
  return {
    info: {
      name: `${document.info.title} ${document.info.version}`,
      description: collectionTexts.lead,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: document.servers[0]?.url },
      { key: 'token', value: '' },
    ],
    item: folders.filter(({ item }) => item.length > 0),
  };
}

const BOUNDARY = 'bitacora';

function httpBody({ form, body, files }: CollectedCall): string[] {
  if (form === 'none') return [];
  if (form === 'json') return ['Content-Type: application/json', '', JSON.stringify(body, null, 2)];
  const field = ([name, value]: [string, unknown]) => [
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name="${name}"`,
    '',
    asText(value),
  ];
  const [file = ''] = files;
  const part = [`--${BOUNDARY}`, `Content-Disposition: form-data; name="${file}"; filename="${collectionTexts.file}"`, ''];
  const parts = [...Object.entries(body).flatMap(field), ...part, `< ./${collectionTexts.file}`, `--${BOUNDARY}--`];
  return [`Content-Type: multipart/form-data; boundary=${BOUNDARY}`, '', ...parts];
}

function httpRequest(call: CollectedCall): string {
  const byName = new Map(inPlace(call, 'path').map(({ name, example }) => [name, example]));
  const address = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(byName.get(name) ?? name)));
  const search = new URLSearchParams(queryOf(call).map(({ name, example }) => [name, String(example)])).toString();
  const lines = [
    `### ${call.summary}`,
    `${call.method} {{baseUrl}}${address}${search && `?${search}`}`,
    'Authorization: Bearer {{token}}',
    ...(call.isWrite ? ['Idempotency-Key: {{$guid}}'] : []),
    ...httpBody(call),
  ];
  return `${lines.join('\n')}\n`;
}

/** The same as a text of the HTTP clients of editors: VS Code (REST Client), JetBrains, Visual Studio. */
export function httpFile(openApi: Json): string {
  const document = openApi as unknown as CollectedDocument;
  const head = `# ${document.info.title} ${document.info.version}. ${collectionTexts.lead}\n\n@baseUrl = ${document.servers[0]?.url}\n@token =\n`;
  return [head, ...callsOf(document).map(httpRequest)].join('\n');
}
