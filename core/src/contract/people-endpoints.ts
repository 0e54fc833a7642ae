import { accountEndpoints } from './account-endpoints.ts';
import { dailyEndpoints } from './daily-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { notificationEndpoints } from './notification-endpoints.ts';
import { userEndpoints } from './user-endpoints.ts';

/** The calls of people at the web and the terminal: all that a browser loads of the contract. */
export const peopleEndpoints = {
  ...dailyEndpoints,
  ...accountEndpoints,
  ...notificationEndpoints,
  ...userEndpoints,
} as const satisfies Record<string, Endpoint>;
