type Ask = (store: IDBObjectStore) => IDBRequest;

/**
 * Returns a function that runs one transaction on a store of this database. It is on the disk when the promise resolves, because a phone
 * without battery must not lose a photo.
 */
export function createDatabase<Store extends string>(name: string, stores: Readonly<Record<Store, IDBObjectStoreParameters>>) {
  const open = (): Promise<IDBDatabase> =>
    new Promise((resolve, reject) => {
      const opening = indexedDB.open(name, 1);
      opening.onupgradeneeded = () => {
        for (const [store, options] of Object.entries(stores)) opening.result.createObjectStore(store, options as IDBObjectStoreParameters);
      };
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => resolve(opening.result);
    });
  return async <Result>(store: Store, mode: 'readonly' | 'readwrite', ask: Ask): Promise<Result> => {
    const database = await open();
    try {
      return await new Promise((resolve, reject) => {
        const transaction = database.transaction(store, mode, { durability: 'strict' });
        const request = ask(transaction.objectStore(store));
        transaction.oncomplete = () => resolve(request.result as Result);
        transaction.onabort = () => reject(transaction.error);
      });
    } finally {
      database.close();
    }
  };
}
