import type * as z from 'zod/mini';
import { absenceEndpoints } from './absence-endpoints.ts';
import { activityImportEndpoints } from './activity-import-endpoints.ts';
import { botEndpoints, chatEndpoints } from './bot-endpoints.ts';
import { deviceEndpoints, pushEndpoints } from './device-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { exportEndpoints } from './export-endpoints.ts';
import { peopleEndpoints } from './people-endpoints.ts';
import { templateEndpoints } from './template-endpoints.ts';
import { topicChannelEndpoints } from './topic-channel-endpoints.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';

/** Every call of the contract but those of a bot. */
export const peopleCalls = {
  ...peopleEndpoints,
  ...absenceEndpoints,
  ...deviceEndpoints,
  ...activityImportEndpoints,
  ...templateEndpoints,
  ...topicChannelEndpoints,
  ...exportEndpoints,
  ...pushEndpoints,
  ...webhookEndpoints,
} as const satisfies Record<string, Endpoint>;

/** The whole contract as data (docs/product.md, 1): server, bot, API document and tests read it from here. */
export const endpoints = {
  ...peopleCalls,
  ...botEndpoints,
  ...chatEndpoints,
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

type SchemaOutput<E, Key extends string> = E extends Record<Key, infer Schema extends z.ZodMiniType> ? z.output<Schema> : unknown;

/** What a call takes besides its images, in our words. */
export type Input<E extends Endpoint> = SchemaOutput<E, 'params'> & SchemaOutput<E, 'query'> & SchemaOutput<E, 'body'>;
export type Reply<E extends Endpoint> = z.output<E['reply']>;
