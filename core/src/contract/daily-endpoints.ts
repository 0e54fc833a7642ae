import { activityEndpoints } from './activity-endpoints.ts';
import { adminEndpoints } from './admin-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { reportEndpoints } from './report-endpoints.ts';
import { sessionEndpoints } from './session-endpoints.ts';
import { topicEndpoints } from './topic-endpoints.ts';

/** The calls of Home, the lists, the reports and the consult pages: of `peopleEndpoints`, those a browser needs every day. */
export const dailyEndpoints = {
  ...sessionEndpoints,
  ...activityEndpoints,
  ...reportEndpoints,
  ...topicEndpoints,
  ...adminEndpoints,
} as const satisfies Record<string, Endpoint>;
