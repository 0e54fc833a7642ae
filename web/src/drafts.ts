import { DRAFT_FILES, DRAFT_PREFIX } from './activities/acts/unsent.ts';

/** What a person typed in a form and did not send. Fields are in local storage, pictures in IndexedDB; both stay on this device. */
const STORE = 'files';

export type DraftKey = `${number}.${string}`;

export function keptFields<Fields>(key: DraftKey): Fields | null {
  try {
    return JSON.parse(localStorage.getItem(DRAFT_PREFIX + key) ?? 'null') as Fields | null;
  } catch {
    return null;
  }
}

export function keepFields(key: DraftKey, fields: unknown): void {
  try {
    localStorage.setItem(DRAFT_PREFIX + key, JSON.stringify(fields));
  } catch {
    // Without browser storage there are no drafts.
  }
}

/** Private windows of some browsers have no IndexedDB. */
const canKeepFiles = (): boolean => typeof indexedDB !== 'undefined';

function onStore<Result>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<Result> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DRAFT_FILES, 1);
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
  const isKept = await onStore<unknown>('readwrite', (store) => (files.length > 0 ? store.put([...files], key) : store.delete(key))).then(
    () => true,
    () => false,
  );
  return isKept;
}

export async function keptFiles(key: DraftKey): Promise<readonly File[]> {
  if (!canKeepFiles()) return [];
  return onStore<File[] | undefined>('readonly', (store) => store.get(key)).then(
    (files) => files ?? [],
    () => [],
  );
}

export function forgetDraft(key: DraftKey): void {
  try {
    localStorage.removeItem(DRAFT_PREFIX + key);
  } catch {
    // Nothing was kept.
  }
  void keepFiles(key, []);
}
