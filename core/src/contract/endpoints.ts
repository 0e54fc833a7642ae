import type * as z from 'zod/mini';
import { activityEndpoints } from './activity-endpoints.ts';
import { announcementEndpoints } from './announcement-endpoints.ts';
import { botEndpoints } from './bot-endpoints.ts';
import { calendarEndpoints } from './calendar-endpoints.ts';
import { diagnosisEndpoints } from './diagnosis-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { holidayEndpoints } from './holiday-endpoints.ts';
import { importEndpoints } from './import-endpoints.ts';
import { officeEndpoints } from './office-endpoints.ts';
import { preferenceEndpoints } from './preference-endpoints.ts';
import { profileEndpoints } from './profile-endpoints.ts';
import { reportEndpoints } from './report-endpoints.ts';
import { savedViewEndpoints } from './saved-view-endpoints.ts';
import { searchEndpoints } from './search-endpoints.ts';
import { seriesEndpoints } from './series-endpoints.ts';
import { sessionEndpoints } from './session-endpoints.ts';
import { tokenEndpoints } from './token-endpoints.ts';
import { topicEndpoints } from './topic-endpoints.ts';
import { userEndpoints } from './user-endpoints.ts';
import { verificationEndpoints } from './verification-endpoints.ts';
import { workbookEndpoints } from './workbook-endpoints.ts';

/** The whole contract as data (specification, section 7): server, clients, API document and tests read it from here. */
export const endpoints = {
  ...sessionEndpoints,
  ...activityEndpoints,
  ...seriesEndpoints,
  ...verificationEndpoints,
  ...reportEndpoints,
  ...searchEndpoints,
  ...officeEndpoints,
  ...profileEndpoints,
  ...preferenceEndpoints,
  ...calendarEndpoints,
  ...savedViewEndpoints,
  ...userEndpoints,
  ...importEndpoints,
  ...workbookEndpoints,
  ...topicEndpoints,
  ...holidayEndpoints,
  ...announcementEndpoints,
  ...diagnosisEndpoints,
  ...tokenEndpoints,
  ...botEndpoints,
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

type Part<E, Key extends string> = E extends Record<Key, infer Schema extends z.ZodMiniType> ? z.output<Schema> : unknown;

/** What a call takes besides its images, in our words. */
export type Input<E extends Endpoint> = Part<E, 'params'> & Part<E, 'body'>;
export type Reply<E extends Endpoint> = z.output<E['reply']>;
