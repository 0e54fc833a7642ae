import type * as z from 'zod/mini';
import { deviceEndpoints, pushEndpoints } from './account/device-endpoints.ts';
import { activityImportEndpoints } from './activities/activity-import-endpoints.ts';
import { templateEndpoints } from './activities/template-endpoints.ts';
import { exportEndpoints } from './admin/export-endpoints.ts';
import { webhookEndpoints } from './admin/webhook-endpoints.ts';
import { botEndpoints, chatEndpoints } from './chat/bot-endpoints.ts';
import { topicChannelEndpoints } from './chat/topic-channel-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { absenceEndpoints } from './people/absence-endpoints.ts';
import { peopleEndpoints } from './people-endpoints.ts';

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
