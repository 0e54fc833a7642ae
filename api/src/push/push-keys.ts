import { type Core, repositoriesOn, sealingFor } from '@bitacora/core/server';
import webPush from 'web-push';
import type { Special } from '../handlers.ts';

export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * The VAPID keys of this installation, made when they are first needed. SESSION_SECRET seals the private one. Where no secret opens it any
 * more, new ones are made, and the subscriptions end, because push services bind them to the key.
 */
export function openPushKeys({ db, zone, secrets }: Pick<Core, 'db' | 'zone' | 'secrets'>): Promise<PushKeys> {
  const sealing = sealingFor('push-keys', secrets);
  return db.transaction(async (trx) => {
    const { installation, pushSubscriptions } = repositoriesOn(trx, zone);
    const stored = await installation.holdPushKeys();
    const privateKey = stored && sealing.open(Buffer.from(stored.sealedPrivateKey, 'base64url'));
    const earlier = stored && privateKey && { publicKey: stored.publicKey, privateKey: privateKey.text };
    if (earlier && privateKey.isCurrent) return earlier;
    if (stored && !earlier) await pushSubscriptions.clear();
    const keys = earlier ?? webPush.generateVAPIDKeys();
    await installation.keepPushKeys({
      publicKey: keys.publicKey,
      sealedPrivateKey: sealing.seal(keys.privateKey).toString('base64url'),
    });
    return keys;
  });
}

/** What a browser needs before it subscribes. */
export const pushHandler = (core: Core): Special<'readPush'> => ({
  async readPush(_, { actor }) {
    const { publicKey } = await openPushKeys(core);
    return { key: publicKey, devices: await repositoriesOn(core.db, core.zone).pushSubscriptions.countOf(actor.id) };
  },
});
