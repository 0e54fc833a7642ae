import { absenceEndpoints } from '@bitacora/core/contract/absence-endpoints';
import { activityImportEndpoints } from '@bitacora/core/contract/activity-import-endpoints';
import { deviceEndpoints, pushEndpoints } from '@bitacora/core/contract/device-endpoints';
import { exportEndpoints } from '@bitacora/core/contract/export-endpoints';
import { templateEndpoints } from '@bitacora/core/contract/template-endpoints';
import { topicChannelEndpoints } from '@bitacora/core/contract/topic-channel-endpoints';
import { webhookEndpoints } from '@bitacora/core/contract/webhook-endpoints';

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
