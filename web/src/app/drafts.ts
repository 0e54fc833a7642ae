import type { Act } from '@bitacora/core/domain/activities/lifecycle';
import { isBlank } from '@bitacora/core/domain/text';
import { createDatabase } from './indexed-db.ts';
import { tryStorage } from './storage.ts';

/** What a person typed or chose and did not send. Fields are in local storage, files in IndexedDB; both stay on this device. Without browser storage there are no drafts. */
const PREFIX = 'draft.';
/** The person who logged out last, in whose name no tab keeps anything until they are back. */
const CLOSED = 'drafts-closed';
const DAYS_KEPT = 30;
const MAX_AGE_MS = DAYS_KEPT * 24 * 60 * 60_000;

/** Names the person and the form. */
export type DraftKey = `${number}.${string}`;

interface StoredDraft {
  savedAt: number;
  fields: unknown;
}

const draftOwner = (key: DraftKey) => key.slice(0, key.indexOf('.'));
const isClosed = (key: DraftKey) => localStorage.getItem(CLOSED) === draftOwner(key);

const readDraft = (key: DraftKey) => JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null') as StoredDraft | null;
const draftKeys = (start = '') =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX + start))
    .map((key) => key.slice(PREFIX.length) as DraftKey);

export const keptFields = <Fields>(key: DraftKey): Fields | null => tryStorage(() => readDraft(key)?.fields as Fields) ?? null;

export function keepFields(key: DraftKey, fields: unknown): void {
  tryStorage(() => {
    if (!isClosed(key)) localStorage.setItem(PREFIX + key, JSON.stringify({ savedAt: Date.now(), fields } satisfies StoredDraft));
  });
}

export function forgetDraft(key: DraftKey): void {
  tryStorage(() => localStorage.removeItem(PREFIX + key));
  void keepFiles(key, []);
}

export const hasDrafts = (userId: number): boolean => (tryStorage(() => draftKeys(`${userId}.`)) ?? []).length > 0;

/** Deletes the drafts of that person at their logout. No other tab of theirs keeps anything afterwards. */
export function closeDrafts(userId: number): void {
  tryStorage(() => localStorage.setItem(CLOSED, String(userId)));
  for (const key of tryStorage(() => draftKeys(`${userId}.`)) ?? []) forgetDraft(key);
}

/** Lets that person keep drafts again when their pages open, and deletes everybody's old drafts. */
export async function openDrafts(userId: number): Promise<void> {
  tryStorage(() => {
    if (localStorage.getItem(CLOSED) === String(userId)) localStorage.removeItem(CLOSED);
    for (const key of draftKeys()) if (!(Date.now() - (readDraft(key)?.savedAt ?? 0) < MAX_AGE_MS)) forgetDraft(key);
  });
  const keptKeys = tryStorage(() => draftKeys());
  if (!keptKeys || !canKeepFiles()) return;
  const withFiles = await onStore<DraftKey[]>('files', 'readonly', (store) => store.getAllKeys()).catch(() => []);
  for (const key of withFiles) if (!keptKeys.includes(key)) forgetDraft(key);
}

/** Private windows of some browsers have no IndexedDB. */
const canKeepFiles = (): boolean => typeof indexedDB !== 'undefined';

const onStore = createDatabase('bitacora-drafts', { files: {} });

/** Keeps what was chosen; the draft ends with its last file. */
export function keepChosen(key: DraftKey, files: readonly File[]): void {
  if (files.length > 0) keepFields(key, null);
  else forgetDraft(key);
  void keepFiles(key, files);
}

/** Returns false when this browser keeps no files, or has no room. */
export async function keepFiles(key: DraftKey, files: readonly File[]): Promise<boolean> {
  if (!canKeepFiles()) return files.length === 0;
  if (files.length > 0 && tryStorage(() => isClosed(key)) !== false) return false;
  return onStore<unknown>('files', 'readwrite', (store) => (files.length > 0 ? store.put([...files], key) : store.delete(key))).then(
    () => true,
    () => false,
  );
}

export async function keptFiles(key: DraftKey): Promise<readonly File[]> {
  if (!canKeepFiles()) return [];
  return onStore<File[] | undefined>('files', 'readonly', (store) => store.get(key)).then(
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
const unsentPrefix = (userId: number, folio: number) => `${UNSENT}${userId}.${folio}.`;

export const unsentText = (userId: number, folio: number, act: Act): string =>
  tryStorage(() => sessionStorage.getItem(unsentPrefix(userId, folio) + act)) ?? '';

const sessionKeys = (prefix: string) => tryStorage(() => Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))) ?? [];
const unsentKeys = (userId: number) => sessionKeys(`${UNSENT}${userId}.`);

/** Every draft about an activity. */
export function unsentAbout(userId: number, folio: number): UnsentDraft[] {
  const prefix = unsentPrefix(userId, folio);
  return sessionKeys(prefix).map((key) => ({ act: key.slice(prefix.length) as Act, text: sessionStorage.getItem(key) ?? '' }));
}

/** Saved at every key until the text is sent or discarded. An empty text is not saved, and nothing is without browser storage. */
export function keepUnsent(userId: number, folio: number, { act, text }: UnsentDraft): void {
  const key = unsentPrefix(userId, folio) + act;
  tryStorage(() => {
    if (isBlank(text)) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  });
}

export const hasUnsent = (userId: number): boolean => unsentKeys(userId).length > 0;

/** Deletes the unsent texts of that person at their logout. */
export function forgetUnsent(userId: number): void {
  for (const key of unsentKeys(userId)) sessionStorage.removeItem(key);
}
