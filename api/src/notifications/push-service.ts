import { request } from 'node:https';
import type { PushMessage } from '@bitacora/core/domain/notifications/delivery';
import { type Core, type PushAddress, repositoriesOn, type StoredPushKeys, sealingFor } from '@bitacora/core/server';
import type { RequestDetails } from 'web-push';
import { demandPublicHost, lookupPublic } from '../http/public-addresses.ts';

export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

const SEPARATOR = '.';
const keyBox = (secret: string) => sealingFor('push-keys', [secret]);
const readSeals = ({ sealedPrivateKey }: StoredPushKeys) =>
  sealedPrivateKey.split(SEPARATOR).map((sealed) => Buffer.from(sealed, 'base64url'));

/**
 * Returns the VAPID keys of this installation, and makes them when they are first needed. The private key is sealed once with every valid
 * SESSION_SECRET, because during a change of the secret some processes know only the earlier one. Where no secret opens it, new keys are
 * made and the subscriptions end, because push services bind them to the key.
 */
export async function openPushKeys({ db, zone, secrets }: Pick<Core, 'db' | 'zone' | 'secrets'>): Promise<PushKeys> {
  const boxes = secrets.map(keyBox);
  const openKeys = (stored: StoredPushKeys | undefined) => {
    const seals = stored ? readSeals(stored) : [];
    const texts = boxes.map((box) => seals.map((sealed) => box.open(sealed)?.text));
    const privateKey = texts.flat().find((text) => text !== undefined);
    if (!stored || !privateKey) return null;
    const [ofNewest = []] = texts;
    // After the change the earlier secret opens nothing any more.
    const isLeftOver = secrets.length === 1 && seals.length > 1 && ofNewest[0] !== undefined;
    const isSealed = ofNewest.some((text) => text !== undefined) && !isLeftOver;
    return { keys: { publicKey: stored.publicKey, privateKey }, isSealed };
  };
  const current = openKeys(await repositoriesOn(db, zone).installation.pushKeys());
  if (current?.isSealed) return current.keys;
  return db.transaction(async (trx) => {
    const { installation, pushSubscriptions } = repositoriesOn(trx, zone);
    const stored = await installation.holdPushKeys();
    const latest = openKeys(stored);
    if (latest?.isSealed) return latest.keys;
    if (stored && !latest) await pushSubscriptions.clear();
    const keys = latest?.keys ?? (await import('web-push')).default.generateVAPIDKeys();
    const seals = boxes.map((box) => box.seal(keys.privateKey).toString('base64url'));
    await installation.keepPushKeys({ publicKey: keys.publicKey, sealedPrivateKey: seals.join(SEPARATOR) });
    return keys;
  });
}

/** Seals the private key with the later secret alone, in the caller's transaction, so that the subscriptions stay. */
export async function resealPushKeys({ db, zone }: Pick<Core, 'db' | 'zone'>, earlier: string, later: string): Promise<void> {
  const { installation } = repositoriesOn(db, zone);
  const stored = await installation.holdPushKeys();
  const texts = stored ? readSeals(stored).map((sealed) => keyBox(earlier).open(sealed)?.text) : [];
  const privateKey = texts.find((text) => text !== undefined);
  if (!stored || !privateKey) return;
  await installation.keepPushKeys({ publicKey: stored.publicKey, sealedPrivateKey: keyBox(later).seal(privateKey).toString('base64url') });
}

const PUSH_MS = 5_000;
/** A service that did not answer in time gets nothing for this long, because it would hold back the messages of others. */
const REST_MS = 30_000;
/** Seconds that the service keeps a message for a phone that is off. */
const KEPT_S = 24 * 3_600;

/** `gone`: the browser or its person ended the subscription. `refused`: the same message is refused again. */
export type PushOutcome = { is: 'accepted' } | { is: 'gone' } | { is: 'refused'; detail: string } | { is: 'failed'; detail: string };

const ENDED: readonly number[] = [404, 410];
/** With these statuses the service asks for a later try. */
const LATER: readonly number[] = [408, 425, 429];

/** Maps the origin of a service to the time until which it gets nothing, on the clock of `performance`. */
const restsUntil = new Map<string, number>();

/** The settings by which a push service is reached. Tests use a fake service on this machine. */
export interface PushRoute {
  demandHost(hostname: string): void;
  lookup?: typeof lookupPublic;
  /** Certificate authorities besides those of Node. */
  ca?: string;
  patienceMs?: number;
}
const publicRoute: PushRoute = { demandHost: demandPublicHost, lookup: lookupPublic };

export interface PushSender {
  keys: PushKeys;
  /** The contact for these messages: an address with https or mailto. */
  subject: string;
  route?: PushRoute;
}

/** Returns the status of the answer. A service that gives none in time rests. */
async function ask(url: URL, { headers, body }: RequestDetails, route: PushRoute): Promise<number> {
  const { lookup, ca, patienceMs = PUSH_MS } = route;
  if ((restsUntil.get(url.origin) ?? 0) > performance.now()) throw new Error('the push service did not answer lately');
  restsUntil.delete(url.origin);
  const signal = AbortSignal.timeout(patienceMs);
  const options = { method: 'POST', headers, signal, agent: false as const, ...(lookup && { lookup }), ...(ca && { ca }) };
  try {
    return await new Promise<number>((resolve, reject) => {
      const sending = request(url, options, (response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      });
      sending.on('error', reject);
      sending.end(body);
    });
  } catch (error) {
    if (signal.aborted) restsUntil.set(url.origin, performance.now() + REST_MS);
    throw error;
  }
}

/** Encrypts a message for one browser and gives it to the browser's push service. It follows no redirect. */
export async function sendPush(
  address: PushAddress,
  message: PushMessage,
  { keys, subject, route = publicRoute }: PushSender,
): Promise<PushOutcome> {
  try {
    // The library is loaded only where somebody is notified by push.
    const { default: webPush } = await import('web-push');
    const { endpoint, publicKey: p256dh, authSecret: auth } = address;
    const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      vapidDetails: { subject, ...keys },
      TTL: KEPT_S,
      urgency: 'normal',
    });
    const url = new URL(endpoint);
    if (url.protocol !== 'https:') throw new Error('not https');
    route.demandHost(url.hostname);
    const status = await ask(url, details, route);
    if (status >= 200 && status < 300) return { is: 'accepted' };
    if (ENDED.includes(status)) return { is: 'gone' };
    const isFinal = status >= 400 && status < 500 && !LATER.includes(status);
    return { is: isFinal ? ('refused' as const) : ('failed' as const), detail: `the push service answered ${status}` };
  } catch (error) {
    return { is: 'failed', detail: error instanceof Error ? error.message.slice(0, 300) : 'unknown' };
  }
}
