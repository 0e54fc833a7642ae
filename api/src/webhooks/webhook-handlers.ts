import { invalidOnWire } from '@bitacora/core/domain/refusal';
import { webhookTexts } from '@bitacora/core/messages/webhooks';
import type { Core } from '@bitacora/core/server';
import { createWebhook, updateWebhook } from '@bitacora/core/use-cases/webhooks/webhooks';
import type { Special } from '../handlers.ts';
import { isPrivateUrl } from './send-webhook.ts';

/** Calls that name an address: which hosts are allowed is a setting of this server. A name that leads inside is found out when it is used. */
export function webhookHandlers(core: Core, allowedHosts: readonly string[]): Special<'createWebhook' | 'updateWebhook'> {
  const demandAllowed = (url: string) => {
    if (isPrivateUrl(url, { allowedHosts })) throw invalidOnWire('url', webhookTexts.privateUrl);
  };
  return {
    async createWebhook(input, { by, once }) {
      demandAllowed(input.url);
      return (await core.perform({ useCase: createWebhook, ...by, input, effect: 'writes', once })).result;
    },

    async updateWebhook(input, { by, once }) {
      if (input.url !== undefined) demandAllowed(input.url);
      return (await core.perform({ useCase: updateWebhook, ...by, input, effect: 'writes', once })).result;
    },
  };
}
