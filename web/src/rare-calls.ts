import { deviceEndpoints, pushEndpoints } from '@bitacora/core/contract/account/device-endpoints';
import { activityImportEndpoints } from '@bitacora/core/contract/activities/activity-import-endpoints';
import { templateEndpoints } from '@bitacora/core/contract/activities/template-endpoints';
import { exportEndpoints } from '@bitacora/core/contract/admin/export-endpoints';
import { webhookEndpoints } from '@bitacora/core/contract/admin/webhook-endpoints';
import { topicChannelEndpoints } from '@bitacora/core/contract/chat/topic-channel-endpoints';
import { absenceEndpoints } from '@bitacora/core/contract/people/absence-endpoints';

/** The calls that few screens need, by what they are about. In one file, because each more one makes every screen heavier. */
export const rareCalls = {
  absences: absenceEndpoints,
  activityImports: activityImportEndpoints,
  devices: deviceEndpoints,
  templates: templateEndpoints,
  exports: exportEndpoints,
  pushes: pushEndpoints,
  topicChannels: topicChannelEndpoints,
  webhooks: webhookEndpoints,
} as const;
