import type { Transport, WireRequest, WireResponse } from '@bitacora/core/client';
import { type EndpointName, type Endpoints, endpoints, type Input, type Reply } from '@bitacora/core/contract';
import * as z from 'zod/mini';

/** What a handler throws to say no, in the shape the wire carries. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, code: string, error: string, fields?: Record<string, string>) {
    super(error);
    this.status = status;
    this.body = { success: false, error, code, ...(fields ? { fields } : {}) };
  }
}

type UploadedImages<Name extends EndpointName> = Endpoints[Name] extends { uploads: unknown } ? { images: File[] } : unknown;
type Answer<Name extends EndpointName> =
  | Reply<Endpoints[Name]>
  | (Endpoints[Name] extends { file: unknown } ? Blob : never)
  | (Endpoints[Name] extends { page: infer Page extends z.ZodMiniType } ? z.output<Page> : never);
export type Handlers = {
  [Name in EndpointName]?: (input: Input<Endpoints[Name]> & UploadedImages<Name>) => Answer<Name> | Promise<Answer<Name>>;
};

/** Bodies that are answered as they are, because a server of another release encodes them. */
export type Replies = { [Name in EndpointName]?: unknown };

const overTheWire = (value: unknown) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

function fieldsOf(body: unknown): { fields: Record<string, unknown>; images: File[] } {
  if (!(body instanceof FormData)) return { fields: overTheWire(body) ?? {}, images: [] };
  const entries = [...body.entries()];
  return {
    fields: Object.fromEntries(entries.filter(([, value]) => typeof value === 'string')),
    images: entries.flatMap(([, value]) => (typeof value === 'string' ? [] : [value])),
  };
}

function inputOf(name: EndpointName, request: WireRequest): Record<string, unknown> {
  const { path, params, query, body } = endpoints[name] as {
    path: string;
    params?: z.ZodMiniType;
    query?: z.ZodMiniType;
    body?: z.ZodMiniType;
  };
  const placeholders = path.split('/');
  const [plainPath = '', queryText = ''] = request.path.split('?');
  const given = plainPath.split('/');
  const fromPath = Object.fromEntries(placeholders.flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), given[at]]] : [])));
  const { fields, images } = fieldsOf(request.body);
  return {
    ...(params ? (z.decode(params, fromPath as never) as object) : {}),
    ...(query ? (z.decode(query, Object.fromEntries(new URLSearchParams(queryText)) as never) as object) : {}),
    ...(body ? (z.decode(body, fields as never) as object) : {}),
    images,
  };
}

const matches = (pattern: string, path: string) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path);

/** Speaks the wire on both sides through the contract, so that a screen's test fails when the wire changes. `asked` names every call. */
export function fakeTransport(
  handlers: Handlers,
  replies: Replies = {},
): Transport & { calls: EndpointName[]; askedInBackground: EndpointName[] } {
  const calls: EndpointName[] = [];
  const askedInBackground: EndpointName[] = [];
  const transport = async (request: WireRequest): Promise<WireResponse> => {
    const name = (Object.keys(endpoints) as EndpointName[]).find(
      (candidate) =>
        endpoints[candidate].method === request.method && matches(endpoints[candidate].path, request.path.split('?')[0] as string),
    );
    if (!name) throw new Error(`no such call: ${request.method} ${request.path}`);
    calls.push(name);
    if (request.isBackground) askedInBackground.push(name);
    if (name in replies) return { status: 200, body: replies[name] };
    const handler = handlers[name] as ((input: unknown) => unknown) | undefined;
    if (!handler) throw new Error(`nobody answers ${name} in this test`);
    try {
      const input = inputOf(name, request);
      const answer = await handler(input);
      if (answer instanceof Blob) return { status: 200, body: undefined, file: answer };
      const { reply, page } = endpoints[name] as { reply: z.ZodMiniType; page?: z.ZodMiniType };
      return { status: 200, body: overTheWire(z.encode((input.page !== undefined && page) || reply, answer as never)) };
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: error.body };
      throw error;
    }
  };
  return Object.assign(transport, { calls, askedInBackground });
}
