/** What this device keeps of people: acts to send, and replies to read without network. Pages and the service worker share it. */
const DATABASE = 'bitacora-device';
const stores = {
  queue: { keyPath: 'id', autoIncrement: true },
  replies: { keyPath: 'key' },
  person: {},
} as const;
type Store = keyof typeof stores;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => {
      for (const [name, options] of Object.entries(stores)) opening.result.createObjectStore(name, options);
    };
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => resolve(opening.result);
  });
}

/** One transaction. It is on the disk when the promise resolves, because a phone without battery must not lose a photo. */
export async function onStore<Result>(
  name: Store,
  mode: 'readonly' | 'readwrite',
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<Result> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(name, mode, { durability: 'strict' });
      const request = ask(transaction.objectStore(name));
      transaction.oncomplete = () => resolve(request.result as Result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** Removes the rows that `isOver` names. */
export async function removeWhere<Row extends { [Key in 'id' | 'key']?: IDBValidKey }>(
  name: 'queue' | 'replies',
  isOver: (row: Row) => boolean,
): Promise<void> {
  const rows: Row[] = await onStore(name, 'readonly', (store) => store.getAll());
  for (const row of rows.filter(isOver)) await onStore(name, 'readwrite', (store) => store.delete((row.id ?? row.key) as IDBValidKey));
}
