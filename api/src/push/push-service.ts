import { request } from 'node:https';
import type { PushMessage } from '@bitacora/core/domain/notifications/push';
import type { PushAddress } from '@bitacora/core/server';
import webPush from 'web-push';
import { demandPublicHost, lookupPublic } from './public-addresses.ts';
import type { PushKeys } from './push-keys.ts';

/** The whole conversation with a push service. */
const PUSH_MS = 10_000;
/** For so long the service keeps a message for a phone that is off; a later one says it better. */
const KEPT_S = 24 * 3_600;

/** `gone`: the browser or its person ended the subscription. */
export type PushOutcome = { is: 'accepted' | 'gone' } | { is: 'failed'; detail: string };

/** How a push service is reached. Tests name a double of one on this machine. */
export interface PushRoute {
  demandHost(hostname: string): void;
  lookup?: typeof lookupPublic;
  /** Certificate authorities besides those of Node. */
  ca?: string;
}
const publicRoute: PushRoute = { demandHost: demandPublicHost, lookup: lookupPublic };

export interface PushSender {
  keys: PushKeys;
  /** Who answers for these messages: an address with https or mailto. */
  subject: string;
  route?: PushRoute;
}

/** Encrypts a message for one browser and gives it to the browser's push service. It follows no redirect. */
export async function sendPush(
  address: PushAddress,
  message: PushMessage,
  { keys, subject, route = publicRoute }: PushSender,
): Promise<PushOutcome> {
  try {
    const { endpoint, publicKey: p256dh, authSecret: auth } = address;
    const { method, headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      vapidDetails: { subject, ...keys },
      TTL: KEPT_S,
      urgency: 'normal',
    });
    const url = new URL(endpoint);
    if (url.protocol !== 'https:') throw new Error('not https');
    route.demandHost(url.hostname);
    const status = await new Promise<number>((resolve, reject) => {
      const { lookup, ca } = route;
      const signal = AbortSignal.timeout(PUSH_MS);
      const options = { method, headers, signal, agent: false as const, ...(lookup && { lookup }), ...(ca && { ca }) };
      const sending = request(url, options, (response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      });
      sending.on('error', reject);
      sending.end(body);
    });
    if (status >= 200 && status < 300) return { is: 'accepted' };
    return status === 404 || status === 410 ? { is: 'gone' } : { is: 'failed', detail: `the push service answered ${status}` };
  } catch (error) {
    return { is: 'failed', detail: error instanceof Error ? error.message.slice(0, 300) : 'unknown' };
  }
}
