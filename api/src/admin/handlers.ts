import type { adminEndpoints } from '@bitacora/core/contract/admin/admin-endpoints';
import type { exportEndpoints } from '@bitacora/core/contract/admin/export-endpoints';
import type { webhookEndpoints } from '@bitacora/core/contract/admin/webhook-endpoints';
import { invalidOnWire } from '@bitacora/core/domain/refusal';
import { webhookTexts } from '@bitacora/core/messages/admin/webhooks';
import { listAdminHistory, readAdminHistory } from '@bitacora/core/use-cases/admin/admin-history';
import { listHolidays, removeHoliday, saveHoliday } from '@bitacora/core/use-cases/admin/holidays';
import {
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  removeWebhook,
  resendWebhookDeliveries,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@bitacora/core/use-cases/admin/webhooks';
import { type Handlers, withReply } from '../calls/handlers.ts';
import type { WorkbookDownloads } from '../calls/workbook-downloads.ts';
import type { Slot } from '../http/concurrency-limit.ts';
import { adminHistoryWorkbook } from './admin-history-workbook.ts';
import { type DataDependencies, dataHandlers } from './data-handlers.ts';
import { isPrivateUrl } from './send-webhook.ts';
import { type DiagnosisDependencies, diagnosisHandler, type StatusDependencies, statusHandler } from './status-handlers.ts';

type AdministrationCall = keyof typeof adminEndpoints | keyof typeof exportEndpoints | keyof typeof webhookEndpoints;

interface AdministrationDependencies extends DataDependencies, StatusDependencies, DiagnosisDependencies {
  download: WorkbookDownloads;
  /** Hosts of the company's own network that may receive webhooks. */
  webhookHosts?: readonly string[];
}

export function adminHandlers(dependencies: AdministrationDependencies): Handlers<AdministrationCall> {
  const { core, download, webhookHosts: allowedHosts = [] } = dependencies;
  /** Refuses an address in a private network. A name that resolves to such an address is refused only at delivery. */
  const demandAllowed = (url: string | undefined) => {
    if (url !== undefined && isPrivateUrl(url, { allowedHosts })) throw invalidOnWire('url', webhookTexts.privateUrl);
  };
  return {
    ...statusHandler(dependencies),
    ...diagnosisHandler(dependencies),

    listHolidays,
    saveHoliday,
    removeHoliday,

    listAdminHistory,
    exportAdminHistory: (query, { by, ctx }) =>
      download(by, { report: 'adminHistory', query }, async () => {
        const { result } = await core.perform({ ...by, useCase: readAdminHistory, input: query, effect: 'reads' });
        return adminHistoryWorkbook((ctx.state.slot as Slot).inOwnSlots(result), core.zone);
      }),

    ...dataHandlers(dependencies),

    listWebhooks,
    async createWebhook(context) {
      demandAllowed(context.input.url);
      return createWebhook(context);
    },
    async updateWebhook(context) {
      demandAllowed(context.input.url);
      return updateWebhook(context);
    },
    rotateWebhookSecret,
    removeWebhook,
    testWebhook,
    listWebhookDeliveries: withReply(listWebhookDeliveries, ({ rows, total }) => ({
      total,
      rows: rows.map(({ messageId, ...delivery }) => ({ ...delivery, messageId: `msg_${messageId}` })),
    })),
    resendWebhookDeliveries,
  };
}
