import { adminHistoryEndpoints } from './admin-history-endpoints.ts';
import { calendarEndpoints } from './calendar-endpoints.ts';
import { chatLinkEndpoints } from './chat-link-endpoints.ts';
import { dailyEndpoints } from './daily-endpoints.ts';
import { diagnosisEndpoints } from './diagnosis-endpoints.ts';
import { emailChangeEndpoints } from './email-change-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { importEndpoints } from './import-endpoints.ts';
import { notificationEndpoints } from './notification-endpoints.ts';
import { ownSessionEndpoints } from './own-session-endpoints.ts';
import { preferenceEndpoints } from './preference-endpoints.ts';
import { profileEndpoints } from './profile-endpoints.ts';
import { statusEndpoints } from './status-endpoints.ts';
import { tokenEndpoints } from './token-endpoints.ts';
import { topicEndpoints } from './topic-endpoints.ts';
import { userEndpoints } from './user-endpoints.ts';

/** The calls of people at the web and the terminal: all that a browser loads of the contract. */
export const peopleEndpoints = {
  ...dailyEndpoints,
  ...profileEndpoints,
  ...ownSessionEndpoints,
  ...preferenceEndpoints,
  ...calendarEndpoints,
  ...userEndpoints,
  ...emailChangeEndpoints,
  ...importEndpoints,
  ...topicEndpoints,
  ...notificationEndpoints,
  ...diagnosisEndpoints,
  ...statusEndpoints,
  ...adminHistoryEndpoints,
  ...tokenEndpoints,
  ...chatLinkEndpoints,
} as const satisfies Record<string, Endpoint>;
