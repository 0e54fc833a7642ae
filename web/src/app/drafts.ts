import type { Act } from '@bitacora/core/domain/activities/lifecycle';
import { onStorage } from './storage.ts';

/** What a person typed or chose and did not send. Fields are in local storage, images in IndexedDB; both stay on this device. Without browser storage there are no drafts. */
const PREFIX = 'draft.';
const DATABASE = 'bitacora-drafts';
const STORE = 'files';
/** The person who logged out last, in whose name no tab keeps anything until they are back. */
const CLOSED = 'drafts-closed';
const DAYS_KEPT = 30;
const MAX_AGE_MS = DAYS_KEPT * 24 * 60 * 60_000;

/** Person and form. */
export type DraftKey = `${number}.${string}`;

interface StoredDraft {
  savedAt: number;
  fields: unknown;
}

const ownerOf = (key: DraftKey) => key.slice(0, key.indexOf('.'));
const isClosed = (key: DraftKey) => localStorage.getItem(CLOSED) === ownerOf(key);

const storedDraft = (key: DraftKey) => JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null') as StoredDraft | null;
const keysKept = (start = '') =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX + start))
    .map((key) => key.slice(PREFIX.length) as DraftKey);

export const keptFields = <Fields>(key: DraftKey): Fields | null => onStorage(() => storedDraft(key)?.fields as Fields) ?? null;

export function keepFields(key: DraftKey, fields: unknown): void {
  onStorage(() => {
    if (!isClosed(key)) localStorage.setItem(PREFIX + key, JSON.stringify({ savedAt: Date.now(), fields } satisfies StoredDraft));
  });
}

export function forgetDraft(key: DraftKey): void {
  onStorage(() => localStorage.removeItem(PREFIX + key));
  void keepFiles(key, []);
}

export const hasDrafts = (userId: number): boolean => (onStorage(() => keysKept(`${userId}.`)) ?? []).length > 0;

/** At the logout of that person; no other tab of theirs keeps anything afterwards. */
export function forgetDraftsOf(userId: number): void {
  onStorage(() => localStorage.setItem(CLOSED, String(userId)));
  for (const key of onStorage(() => keysKept(`${userId}.`)) ?? []) forgetDraft(key);
}

/** When that person's pages open: they may keep drafts again, and everybody's old ones are deleted. */
export async function openDrafts(userId: number): Promise<void> {
  onStorage(() => {
    if (localStorage.getItem(CLOSED) === String(userId)) localStorage.removeItem(CLOSED);
    for (const key of keysKept()) if (!(Date.now() - (storedDraft(key)?.savedAt ?? 0) < MAX_AGE_MS)) forgetDraft(key);
  });
  const keptKeys = onStorage(() => keysKept());
  if (!keptKeys || !canKeepFiles()) return;
  const withFiles = await onStore<DraftKey[]>('readonly', (store) => store.getAllKeys()).catch(() => []);
  for (const key of withFiles) if (!keptKeys.includes(key)) forgetDraft(key);
}

/** Private windows of some browsers have no IndexedDB. */
const canKeepFiles = (): boolean => typeof indexedDB !== 'undefined';

function onStore<Result>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<Result> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(STORE, mode);
      const request = ask(transaction.objectStore(STORE));
      transaction.oncomplete = () => {
        opening.result.close();
        resolve(request.result as Result);
      };
      transaction.onabort = () => {
        opening.result.close();
        reject(transaction.error);
      };
    };
  });
}

/** False where this browser keeps none, or has no room. */
export async function keepFiles(key: DraftKey, files: readonly File[]): Promise<boolean> {
  if (!canKeepFiles()) return files.length === 0;
  if (files.length > 0 && onStorage(() => isClosed(key)) !== false) return false;
  return onStore<unknown>('readwrite', (store) => (files.length > 0 ? store.put([...files], key) : store.delete(key))).then(
    () => true,
    () => false,
  );
}

export async function keptFiles(key: DraftKey): Promise<readonly File[]> {
  if (!canKeepFiles()) return [];
  return onStore<File[] | undefined>('readonly', (store) => store.get(key)).then(
    (files) => files ?? [],
    () => [],
  );
}

/** A draft about an activity that was not sent, for example because the session ended. */
export interface UnsentDraft {
  act: Act;
  text: string;
}

/** One draft for each tab, person, activity and act. */
const UNSENT = 'unsent.';
const unsentPrefixOf = (userId: number, folio: number) => `${UNSENT}${userId}.${folio}.`;

export const unsentText = (userId: number, folio: number, act: Act): string =>
  onStorage(() => sessionStorage.getItem(unsentPrefixOf(userId, folio) + act)) ?? '';

const keysUnder = (prefix: string) => onStorage(() => Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))) ?? [];
const unsentKeysOf = (userId: number) => keysUnder(`${UNSENT}${userId}.`);

/** Every draft about an activity. */
export function unsentAbout(userId: number, folio: number): UnsentDraft[] {
  const prefix = unsentPrefixOf(userId, folio);
  return keysUnder(prefix).map((key) => ({ act: key.slice(prefix.length) as Act, text: sessionStorage.getItem(key) ?? '' }));
}

/** Saved at every key until the text is sent or discarded. An empty text is not saved, and nothing is without browser storage. */
export function keepUnsent(userId: number, folio: number, { act, text }: UnsentDraft): void {
  const key = unsentPrefixOf(userId, folio) + act;
  onStorage(() => {
    if (text.trim() === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  });
}

export const hasUnsent = (userId: number): boolean => unsentKeysOf(userId).length > 0;

/** At the logout of that person. */
export function forgetUnsentOf(userId: number): void {
  for (const key of unsentKeysOf(userId)) sessionStorage.removeItem(key);
}
