import { accountEndpoints } from './account-endpoints.ts';
import { activityEndpoints } from './activity-endpoints.ts';
import { adminEndpoints } from './admin-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { notificationEndpoints } from './notification-endpoints.ts';
import { reportEndpoints } from './report-endpoints.ts';
import { secondFactorEndpoints } from './second-factor-endpoints.ts';
import { sessionEndpoints } from './session-endpoints.ts';
import { topicEndpoints } from './topic-endpoints.ts';
import { userEndpoints } from './user-endpoints.ts';

/** The calls of people at the web and the terminal: all that a browser loads of the contract. */
export const peopleEndpoints = {
  ...sessionEndpoints,
  ...activityEndpoints,
  ...reportEndpoints,
  ...topicEndpoints,
  ...adminEndpoints,
  ...accountEndpoints,
  ...secondFactorEndpoints,
  ...notificationEndpoints,
  ...userEndpoints,
} as const satisfies Record<string, Endpoint>;
