import { endpoints } from '@bitacora/core/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describeApi } from '../src/openapi/describe-api.ts';

interface Content {
  schema?: Schema;
  examples?: Record<string, { value: unknown }>;
}
export interface Operation {
  operationId: string;
  tags: string[];
  security: Record<string, unknown>[];
  parameters: Record<string, unknown>[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  /** Without `content` where it refers to `components`. */
  responses: Record<string, { content?: Record<string, Content> }>;
}
export type Schema = { [keyword: string]: unknown; properties?: Record<string, Schema>; required?: string[] };
export interface ApiDocument {
  info: { description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Operation['responses'] };
}

/** What `/api/openapi.json` says. */
export const apiDocument = describeApi('http://bitacora.demo.mx') as unknown as ApiDocument;

const nameByRoute = new Map(
  Object.entries(endpoints).map(([name, { method, path }]) => [`${method} ${path.replace(/:(\w+)/g, '{$1}')}`, name]),
);

/** Every operation of the document, by the contract's name of the call; those outside the contract by their operation id. */
export const operationsByName = new Map<string, Operation>(
  Object.entries(apiDocument.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(
      ([verb, operation]) => [nameByRoute.get(`${verb.toUpperCase()} ${path}`) ?? operation.operationId, operation] as const,
    ),
  ),
);

const ROOT = 'https://bitacora.invalid/openapi.json';
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(closed(apiDocument) as object, ROOT);

/** The same with no room for a key that is not named: what the document does not tell must not be answered. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const inside = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part)]));
  return inside.type === 'object' && inside.properties ? { additionalProperties: false, ...inside } : inside;
}

const patterns = Object.keys(apiDocument.paths).map((template) => ({
  template,
  shape: new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The operation at an address, if the document knows one. */
function operationAt(method: string, path: string): { template: string; verb: string; operation: Operation } | undefined {
  const verb = (method === 'HEAD' ? 'GET' : method).toLowerCase();
  const template = patterns.find(({ shape }) => shape.test(path))?.template;
  const operation = template === undefined ? undefined : apiDocument.paths[template]?.[verb];
  return template !== undefined && operation ? { template, verb, operation } : undefined;
}

const validators = new Map<string, ValidateFunction>();
/** Checks what a place in the document speaks of. */
export function validatorAt(pointer: string): ValidateFunction {
  const validator = validators.get(pointer) ?? ajv.compile({ $ref: `${ROOT}#${pointer}` });
  validators.set(pointer, validator);
  return validator;
}

const part = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

export interface DocumentedAnswer {
  status: number;
  type: string | null;
  body: unknown;
}

/** Fails unless an answer of the API is one that `/api/openapi.json` announces, to the last key. */
export function demandDocumented(method: string, url: string, { status, type, body }: DocumentedAnswer): void {
  const path = url.split('?')[0] ?? '';
  if (!/^\/api(\/|$)/.test(path) || /^\/api\/openapi\./.test(path) || method === 'HEAD' || status === 304) return;
  const match = operationAt(method, path);
  const callName = `${method} ${path} → ${status}`;
  if (status === 200 && !match) throw new Error(`${callName}: the API document knows no such call.`);

  const key = status === 200 ? '200' : 'default';
  const types = status === 200 && match ? Object.keys(match.operation.responses[key]?.content ?? {}) : ['application/json'];
  const bare = type?.split(';')[0] ?? '';
  if (!types.includes(bare)) throw new Error(`${callName}: ${type} where the API document says ${types.join(' or ')}.`);
  if (bare !== 'application/json') return;

  const pointer =
    status === 200 && match
      ? `/paths/${part(match.template)}/${match.verb}/responses/200/content/${part(bare)}/schema`
      : '/components/schemas/Problem';
  const validate = validatorAt(pointer);
  if (!validate(body))
    throw new Error(`${callName} is not as the API document says: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`);
}
