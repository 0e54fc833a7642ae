import * as z from 'zod/mini';
import { type Endpoint, needsCsrfToken, type SheetUpload, type Uploads } from '../contract/endpoint.ts';
import type { Input, Reply } from '../contract/endpoints.ts';
import type { peopleEndpoints } from '../contract/people-endpoints.ts';
import type { Problem } from '../contract/problems.ts';
import { findWordList, readDefinition, readFallback } from '../contract/wire.ts';
import { findSpec, invalidProblem, readOwnNames } from '../contract/wire-names.ts';
import { ApiError, type Transport, type WireRequest, type WireResponse } from './api-error.ts';

type WireObject = Record<string, unknown>;

const isObject = (value: unknown): value is WireObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Called with each decoded object and the wire object it came from. */
export type DecodedListener = (decoded: object, wire: object) => void;

function decodeUnion(options: readonly z.ZodMiniType[], strict: z.ZodMiniType, value: unknown, onDecoded?: DecodedListener): unknown {
  for (const option of options) {
    try {
      return decodeReply(option, value, onDecoded);
    } catch {}
  }
  return z.decode(strict, value as never);
}

/**
 * Decodes a reply of a server that may be older or newer than this client. A missing nullable is null, an unknown key is ignored, and an
 * unknown word of a closed list is 'other'. A field that `addedLater` marks may be missing too. Everything else must fit, and throws a
 * `$ZodError` where it does not.
 */
export function decodeReply(schema: z.ZodMiniType, value: unknown, onDecoded?: DecodedListener): unknown {
  if (value === undefined && readFallback(schema) !== undefined) return readFallback(schema);
  const spec = findSpec(schema);
  if (spec && isObject(value)) {
    const decoded = Object.fromEntries(
      Object.entries(spec).map(([ours, [wireName, field]]) => [ours, decodeReply(field, value[wireName], onDecoded)]),
    );
    onDecoded?.(decoded, value);
    return decoded;
  }
  const list = findWordList(schema);
  if (list && typeof value === 'string') return Object.hasOwn(list.words, value) ? list.words[value] : list.otherwise;
  const def = readDefinition(schema);
  if (def.type === 'nullable') return value === null || value === undefined ? null : decodeReply(def.innerType, value, onDecoded);
  if (def.type === 'optional') return value === null || value === undefined ? undefined : decodeReply(def.innerType, value, onDecoded);
  if (def.type === 'array' && Array.isArray(value)) return value.map((item) => decodeReply(def.element, item, onDecoded));
  if (def.type === 'enum' && typeof value === 'string') return Object.values(def.entries).includes(value) ? value : 'other';
  if (def.type === 'union') return decodeUnion(def.options, schema, value, onDecoded);
  return z.decode(schema, value as never);
}

export { ApiError, type Transport, type WireRequest, type WireResponse };

type Images<E> = E extends { uploads: { field: infer Field extends string } } ? { [Key in Field]?: readonly Blob[] } : unknown;
type SheetInput<E> = E extends { sheet: { field: infer Field extends string } } ? { [Key in Field]?: Blob } : unknown;
type Arguments<E extends Endpoint> = E extends { params: z.ZodMiniType } | { body: z.ZodMiniType }
  ? [input: Input<E> & Images<E> & SheetInput<E>]
  : E extends { query: z.ZodMiniType }
    ? [input?: Input<E>]
    : [];
/** A report answers one page when a page is asked for, else everything. Some calls answer a file when a file is asked for. */
type Call<E extends Endpoint> = E extends { file: { requestedBy: infer Mark extends string } }
  ? {
      (input: Input<E> & SheetInput<E> & { [Key in Mark]: true }): Promise<Blob>;
      (input: Omit<Input<E>, Mark> & SheetInput<E>): Promise<Reply<E>>;
    }
  : E extends { page: infer Page extends z.ZodMiniType }
    ? { (input: Input<E> & { page: number }): Promise<z.output<Page>>; (input: Input<E>): Promise<Reply<E>> }
    : (...input: Arguments<E>) => Promise<Reply<E>>;
export type EndpointClient<Endpoints extends Record<string, Endpoint>> = { [Name in keyof Endpoints]: Call<Endpoints[Name]> };
export type Client = EndpointClient<typeof peopleEndpoints>;

/** Multipart as the contract wants it: fields as text, images as `images[0]`, `images[1]`, …; one alone under the bare name. */
function imageForm(fields: Record<string, unknown>, { field, max }: Uploads, images: readonly Blob[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== null && value !== undefined) form.append(name, String(value));
  for (const [index, image] of images.entries())
    form.append(max === 1 ? field : `${field}[${index}]`, image, image instanceof File ? image.name : undefined);
  return form;
}

function formWithSheet(fields: Record<string, unknown>, { field }: SheetUpload, sheet: Blob | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value));
  if (sheet) form.append(field, sheet, sheet instanceof File ? sheet.name : undefined);
  return form;
}

/** Our words to the wire's. What no server would take is refused here with the server's own sentences. */
function encode(schema: z.ZodMiniType | undefined, input: Record<string, unknown>): Record<string, unknown> | undefined {
  if (!schema) return undefined;
  const result = z.safeEncode(schema, input);
  if (result.success) return result.data as Record<string, unknown>;
  throw problemFrom(schema, { status: 400, body: invalidProblem(result.error) });
}

function requestFor(endpoint: Endpoint, input: Record<string, unknown>): WireRequest {
  const params = encode(endpoint.params, input) ?? {};
  const bare = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = Object.entries(encode(endpoint.query, input) ?? {}).filter(([, value]) => value !== undefined);
  const path = query.length ? `${bare}?${new URLSearchParams(query as string[][])}` : bare;
  const body = encode(endpoint.body, input);
  const { method, uploads, sheet } = endpoint;
  const effect = needsCsrfToken(endpoint) ? 'writes' : 'reads';
  if (sheet) return { method, path, body: formWithSheet(body ?? {}, sheet, input[sheet.field] as Blob | undefined), effect };
  if (!uploads) return { method, path, body, effect };
  return { method, path, body: imageForm(body ?? {}, uploads, (input[uploads.field] as Blob[] | undefined) ?? []), effect };
}

function problemFrom(schema: z.ZodMiniType | undefined, { status, body, retryAfterSeconds }: WireResponse): ApiError {
  const problem = (typeof body === 'object' && body ? body : {}) as Partial<Problem>;
  const ours = schema ? readOwnNames(schema) : {};
  const fields = Object.fromEntries(Object.entries(problem.fields ?? {}).map(([name, sentence]) => [ours[name] ?? name, sentence]));
  return new ApiError(status, problem.error ?? '', problem.code ?? null, fields, problem.rows, retryAfterSeconds);
}

/** A typed client of some calls: our words in, our words out, `ApiError` for every no. */
export function createEndpointClient<Endpoints extends Record<string, Endpoint>>(
  endpoints: Endpoints,
  transport: Transport,
  onDecoded?: DecodedListener,
): EndpointClient<Endpoints> {
  const call = async (endpoint: Endpoint, input: Record<string, unknown>) => {
    const response = await transport(requestFor(endpoint, input));
    if (response.status < 200 || response.status > 299) throw problemFrom(endpoint.body, response);
    if (response.file) return response.file;
    const reply = input.page === undefined ? endpoint.reply : (endpoint.page ?? endpoint.reply);
    return decodeReply(reply, response.body, onDecoded);
  };
  return Object.fromEntries(
    Object.entries(endpoints).map(([name, endpoint]) => [name, (input: Record<string, unknown> = {}) => call(endpoint, input)]),
  ) as unknown as EndpointClient<Endpoints>;
}

const asItIs = z.custom<Record<string, unknown>>();

/**
 * One call with the names and values of the wire, in the fields and in the answer. `path` is the endpoint's with its parameters filled in.
 */
export function callOnWire(endpoint: Endpoint, path: string, fields: Record<string, unknown>, transport: Transport): Promise<unknown> {
  const { params: _, query: __, body: ___, page: ____, ...rest } = endpoint;
  const place = endpoint.method === 'GET' ? { query: asItIs } : { body: asItIs };
  const { call } = createEndpointClient({ call: { ...rest, ...place, path, reply: asItIs } as Endpoint }, transport);
  return (call as (input: object) => Promise<unknown>)(fields);
}
