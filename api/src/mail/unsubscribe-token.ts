import { createHmac } from 'node:crypto';
import { type ChosenKind, isChosenKind } from '@bitacora/core/domain/notifications/preference';
import { isSame } from '@bitacora/core/server';

/** What a link of a mail switches off: these kinds, by email, for one person. */
export interface Unsubscription {
  personId: number;
  kinds: ChosenKind[];
}

const MAC_BYTES = 16;
const macOf = (words: string, key: string) => createHmac('sha256', key).update(words).digest().subarray(0, MAC_BYTES);

/** The signed words of a link. They open nothing else and never expire, because mails are kept. */
export function unsubscribeToken({ personId, kinds }: Unsubscription, key: string): string {
  const words = `${personId}.${[...kinds].sort().join('-')}`;
  return `${words}.${macOf(words, key).toString('base64url')}`;
}

/** Null for words that nobody here signed. A kind that this release does not know is left out. */
export function readUnsubscribeToken(token: string, key: string): Unsubscription | null {
  const [, words, personId, kinds = '', mac = ''] = /^((\d{1,9})\.([A-Za-z-]{1,400}))\.([\w-]{22})$/.exec(token) ?? [];
  if (!words || !isSame(macOf(words, key), Buffer.from(mac, 'base64url'))) return null;
  return { personId: Number(personId), kinds: kinds.split('-').filter(isChosenKind) };
}
