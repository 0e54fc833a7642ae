import { onTestFinished, vi } from 'vitest';

/** As much of IndexedDB as drafts use: one store, read and written in transactions of one request. */
export function fakeIndexedDb(): Map<string, unknown> {
  const kept = new Map<string, unknown>();
  const answered = (result: unknown) => {
    const request = { result, onsuccess: null as null | (() => void) };
    queueMicrotask(() => request.onsuccess?.());
    return request;
  };
  const store = {
    put: (value: unknown, key: string) => answered(kept.set(key, value) && key),
    get: (key: string) => answered(kept.get(key)),
    getAllKeys: () => answered([...kept.keys()]),
    delete: (key: string) => answered(kept.delete(key)),
  };
  const transaction = () => {
    const made = { objectStore: () => store, oncomplete: null as null | (() => void) };
    queueMicrotask(() => queueMicrotask(() => made.oncomplete?.()));
    return made;
  };
  vi.stubGlobal('indexedDB', { open: () => answered({ transaction, close: () => {} }) });
  onTestFinished(() => void vi.unstubAllGlobals());
  return kept;
}
