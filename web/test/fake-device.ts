import { onTestFinished, vi } from 'vitest';

type Row = Record<string, unknown>;
interface FakeRequest {
  result: unknown;
  onsuccess: null | (() => void);
}

/** As much of IndexedDB as the device's store uses. It answers at the next turn, and a transaction ends one turn later. */
export function fakeDevice(): Record<'queue' | 'replies' | 'person', Map<unknown, unknown>> {
  const stores = { queue: new Map<unknown, unknown>(), replies: new Map<unknown, unknown>(), person: new Map<unknown, unknown>() };
  const answerWith = (result: unknown): FakeRequest => {
    const request: FakeRequest = { result, onsuccess: null };
    queueMicrotask(() => request.onsuccess?.());
    return request;
  };
  let lastId = 0;
  const storeOf = (name: string) => {
    // What the page keeps in other databases is none of the device's store.
    const rows = (stores as Record<string, Map<unknown, unknown>>)[name] ?? new Map<unknown, unknown>();
    const put = (row: Row, key: unknown = row.id ?? row.key) => answerWith(rows.set(key, row) && key);
    return {
      add: (row: Row) => {
        lastId += 1;
        return put({ ...row, id: lastId });
      },
      put,
      get: (key: unknown) => answerWith(rows.get(key)),
      getAll: () => answerWith([...rows.values()]),
      getAllKeys: () => answerWith([...rows.keys()]),
      count: () => answerWith(rows.size),
      delete: (key: unknown) => answerWith(rows.delete(key)),
    };
  };
  const transaction = () => {
    const transaction = { objectStore: storeOf, oncomplete: null as null | (() => void) };
    setTimeout(() => transaction.oncomplete?.());
    return transaction;
  };
  vi.stubGlobal('indexedDB', { open: () => answerWith({ transaction, close: () => {} }) });
  onTestFinished(() => void vi.unstubAllGlobals());
  return stores;
}
