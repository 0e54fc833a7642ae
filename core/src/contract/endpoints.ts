import type * as z from 'zod/mini';
import { botEndpoints, chatEndpoints } from './chat/bot-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { peopleEndpoints } from './people-endpoints.ts';

/** The whole contract as data (docs/product.md, 1): server, bot, API document and tests read it from here. */
export const endpoints = {
  ...peopleEndpoints,
  ...botEndpoints,
  ...chatEndpoints,
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

type SchemaOutput<E, Key extends string> = E extends Record<Key, infer Schema extends z.ZodMiniType> ? z.output<Schema> : unknown;

export type Input<E extends Endpoint> = SchemaOutput<E, 'params'> & SchemaOutput<E, 'query'> & SchemaOutput<E, 'body'>;
export type Reply<E extends Endpoint> = z.output<E['reply']>;
