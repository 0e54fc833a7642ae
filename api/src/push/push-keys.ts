import { type Core, repositoriesOn, type StoredPushKeys, sealingFor } from '@bitacora/core/server';
import type { Special } from '../handlers.ts';

export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

const SEPARATOR = '.';
const boxOf = (secret: string) => sealingFor('push-keys', [secret]);
const sealsOf = ({ sealedPrivateKey }: StoredPushKeys) =>
  sealedPrivateKey.split(SEPARATOR).map((sealed) => Buffer.from(sealed, 'base64url'));

/**
 * The VAPID keys of this installation, made when they are first needed. Every valid SESSION_SECRET seals the private one by itself, because
 * processes may know the earlier one alone while the secret is changed. Where no secret opens it, new ones are made, and the subscriptions
 * end, because push services bind them to the key.
 */
export async function openPushKeys({ db, zone, secrets }: Pick<Core, 'db' | 'zone' | 'secrets'>): Promise<PushKeys> {
  const boxes = secrets.map(boxOf);
  const openKeys = (stored: StoredPushKeys | undefined) => {
    const seals = stored ? sealsOf(stored) : [];
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
  const texts = stored ? sealsOf(stored).map((sealed) => boxOf(earlier).open(sealed)?.text) : [];
  const privateKey = texts.find((text) => text !== undefined);
  if (!stored || !privateKey) return;
  await installation.keepPushKeys({ publicKey: stored.publicKey, sealedPrivateKey: boxOf(later).seal(privateKey).toString('base64url') });
}

/** What a browser needs before it subscribes. */
export const pushHandler = (core: Core): Special<'readPush'> => ({
  async readPush(_, { actor }) {
    const { publicKey } = await openPushKeys(core);
    return { key: publicKey, devices: await repositoriesOn(core.db, core.zone).pushSubscriptions.countOf(actor.id) };
  },
});
