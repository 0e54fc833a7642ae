import { accountEndpoints } from './account/account-endpoints.ts';
import { secondFactorEndpoints } from './account/second-factor-endpoints.ts';
import { sessionEndpoints } from './account/session-endpoints.ts';
import { activityEndpoints } from './activities/activity-endpoints.ts';
import { adminEndpoints } from './admin/admin-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { notificationEndpoints } from './notifications/notification-endpoints.ts';
import { userEndpoints } from './people/user-endpoints.ts';
import { reportEndpoints } from './reports/report-endpoints.ts';
import { topicEndpoints } from './topics/topic-endpoints.ts';

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
