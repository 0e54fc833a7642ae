import { createHmac } from 'node:crypto';
import { type ChosenKind, isChosenKind } from '@bitacora/core/domain/notifications/preference';
import { isSame, keyFor } from '@bitacora/core/server';

/** What a link of a mail switches off: these kinds, by email, for one person. */
export interface Unsubscription {
  personId: number;
  kinds: ChosenKind[];
}

const MAC_BYTES = 16;
const macOf = (words: string, secret: string) =>
  createHmac('sha256', keyFor('unsubscribe', secret)).update(words).digest().subarray(0, MAC_BYTES);

/** The signed words of a link. They open nothing else and never expire, because mails are kept. */
export function unsubscribeToken({ personId, kinds }: Unsubscription, secret: string): string {
  const words = `${personId}.${[...kinds].sort().join('-')}`;
  return `${words}.${macOf(words, secret).toString('base64url')}`;
}

/** Null for words that nobody here signed. A kind that this release does not know is left out. */
export function readUnsubscribeToken(token: string, secrets: readonly string[]): Unsubscription | null {
  const [, words, personId, kinds = '', mac = ''] = /^((\d{1,9})\.([A-Za-z-]{1,400}))\.([\w-]{22})$/.exec(token) ?? [];
  if (!words || !secrets.some((secret) => isSame(macOf(words, secret), Buffer.from(mac, 'base64url')))) return null;
  return { personId: Number(personId), kinds: kinds.split('-').filter(isChosenKind) };
}
