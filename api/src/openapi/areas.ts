import { absenceEndpoints } from '@bitacora/core/contract/absence-endpoints';
import { accountEndpoints } from '@bitacora/core/contract/account-endpoints';
import { activityEndpoints } from '@bitacora/core/contract/activity-endpoints';
import { activityImportEndpoints } from '@bitacora/core/contract/activity-import-endpoints';
import { adminEndpoints } from '@bitacora/core/contract/admin-endpoints';
import { botEndpoints, chatEndpoints } from '@bitacora/core/contract/bot-endpoints';
import { deviceEndpoints, pushEndpoints } from '@bitacora/core/contract/device-endpoints';
import { exportEndpoints } from '@bitacora/core/contract/export-endpoints';
import { notificationEndpoints } from '@bitacora/core/contract/notification-endpoints';
import { reportEndpoints } from '@bitacora/core/contract/report-endpoints';
import { secondFactorEndpoints } from '@bitacora/core/contract/second-factor-endpoints';
import { sessionEndpoints } from '@bitacora/core/contract/session-endpoints';
import { templateEndpoints } from '@bitacora/core/contract/template-endpoints';
import { topicChannelEndpoints } from '@bitacora/core/contract/topic-channel-endpoints';
import { topicEndpoints } from '@bitacora/core/contract/topic-endpoints';
import { userEndpoints } from '@bitacora/core/contract/user-endpoints';
import { webhookEndpoints } from '@bitacora/core/contract/webhook-endpoints';
import { type Area, areaTexts } from '../messages/api-document.ts';

const { readPermissions, readOwnData, ...entrance } = sessionEndpoints;

/** The calls of each area. A call of the contract that stands in none does not compile (`tagsOf`). */
const callsByArea = {
  activities: activityEndpoints,
  reports: reportEndpoints,
  topics: { ...topicEndpoints, ...templateEndpoints },
  sheets: { ...activityImportEndpoints, ...exportEndpoints },
  people: { ...userEndpoints, ...absenceEndpoints },
  notifications: { ...notificationEndpoints, ...pushEndpoints },
  webhooks: webhookEndpoints,
  account: { readPermissions, readOwnData, ...accountEndpoints, ...secondFactorEndpoints },
  session: { ...entrance, ...deviceEndpoints },
  admin: adminEndpoints,
  chats: { ...botEndpoints, ...chatEndpoints, ...topicChannelEndpoints },
  live: {},
};

type PlacedCall = { [Each in Area]: keyof (typeof callsByArea)[Each] }[Area];

const areaByCall = new Map<string, Area>(
  Object.entries(callsByArea).flatMap(([area, calls]) => Object.keys(calls).map((name) => [name, area as Area])),
);

/** The tags of a call of the contract: one. */
export function tagsOf(name: PlacedCall): string[] {
  const area = areaByCall.get(name);
  return area ? [areaTexts[area].name] : [];
}

export const documentTags = Object.values(areaTexts).map(({ name, description }) => ({ name, description }));
