import { onTestFinished, vi } from 'vitest';

/** As much of IndexedDB as drafts use: one store, read and written in transactions of one request. */
export function fakeIndexedDb(): Map<string, unknown> {
  const entries = new Map<string, unknown>();
  const answerWith = (result: unknown) => {
    const request = { result, onsuccess: null as null | (() => void) };
    queueMicrotask(() => request.onsuccess?.());
    return request;
  };
  const store = {
    put: (value: unknown, key: string) => answerWith(entries.set(key, value) && key),
    get: (key: string) => answerWith(entries.get(key)),
    getAllKeys: () => answerWith([...entries.keys()]),
    delete: (key: string) => answerWith(entries.delete(key)),
  };
  const transaction = () => {
    const transaction = { objectStore: () => store, oncomplete: null as null | (() => void) };
    queueMicrotask(() => queueMicrotask(() => transaction.oncomplete?.()));
    return transaction;
  };
  vi.stubGlobal('indexedDB', { open: () => answerWith({ transaction, close: () => {} }) });
  onTestFinished(() => void vi.unstubAllGlobals());
  return entries;
}
