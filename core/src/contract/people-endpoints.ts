import { accountEndpoints } from './account/account-endpoints.ts';
import { deviceEndpoints } from './account/device-endpoints.ts';
import { secondFactorEndpoints } from './account/second-factor-endpoints.ts';
import { sessionEndpoints } from './account/session-endpoints.ts';
import { activityEndpoints } from './activities/activity-endpoints.ts';
import { activityImportEndpoints } from './activities/activity-import-endpoints.ts';
import { templateEndpoints } from './activities/template-endpoints.ts';
import { workRequestEndpoints } from './activities/work-request-endpoints.ts';
import { adminEndpoints } from './admin/admin-endpoints.ts';
import { exportEndpoints } from './admin/export-endpoints.ts';
import { webhookEndpoints } from './admin/webhook-endpoints.ts';
import { chatLinkEndpoints } from './chat/chat-link-endpoints.ts';
import { topicChannelEndpoints } from './chat/topic-channel-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { notificationEndpoints } from './notifications/notification-endpoints.ts';
import { pushEndpoints } from './notifications/push-endpoints.ts';
import { absenceEndpoints } from './people/absence-endpoints.ts';
import { userEndpoints } from './people/user-endpoints.ts';
import { reportEndpoints } from './reports/report-endpoints.ts';
import { standUpEndpoints } from './reports/stand-up-endpoints.ts';
import { topicEndpoints } from './topics/topic-endpoints.ts';

/** The calls of people at the web and the terminal: every call of the contract but those of a bot. */
export const peopleEndpoints = {
  ...sessionEndpoints,
  ...activityEndpoints,
  ...reportEndpoints,
  ...standUpEndpoints,
  ...topicEndpoints,
  ...adminEndpoints,
  ...accountEndpoints,
  ...chatLinkEndpoints,
  ...secondFactorEndpoints,
  ...notificationEndpoints,
  ...userEndpoints,
  ...absenceEndpoints,
  ...deviceEndpoints,
  ...activityImportEndpoints,
  ...templateEndpoints,
  ...workRequestEndpoints,
  ...topicChannelEndpoints,
  ...exportEndpoints,
  ...pushEndpoints,
  ...webhookEndpoints,
} as const satisfies Record<string, Endpoint>;
