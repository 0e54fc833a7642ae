import type { BucketAddress } from './bucket-address.ts';
import { MARKER } from './folder-claims.ts';
import type { ImageStore } from './image-store.ts';
import { s3Objects } from './s3-objects.ts';
import { s3Quarantine } from './s3-quarantine.ts';

/** The same layout as under DATA_DIR: `images/<two letters>/<name>` and `images-orphaned/<day>/<name>`, under the address's prefix. */
export function s3Store(address: BucketAddress, patience?: { tryMs: number; allMs: number }): ImageStore {
  const objects = s3Objects(address, patience);
  const top = address.prefix && `${address.prefix}/`;
  const images = `${top}images/`;
  const placeOf = (name: string) => `${images}${name.slice(0, 2)}/${name}`;

  return {
    kind: 's3',
    folder: `s3://${address.bucket}/${top}images`,
    put: (name, bytes) => objects.put(placeOf(name), bytes),
    open: (name) => objects.get(placeOf(name)),
    remove: (name) => objects.remove(placeOf(name)),
    freeBytes: async () => null,

    async *listOlderThan(ageMs) {
      for await (const { key, storedAt } of objects.list(images)) {
        const [, name] = key.slice(images.length).split('/');
        if (name && Date.now() - storedAt.getTime() > ageMs) yield name;
      }
    },

    claims: {
      async all() {
        const claims: string[] = [];
        for await (const { key } of objects.list(`${images}${MARKER}`)) claims.push(key.slice(images.length + MARKER.length));
        return claims;
      },
      add: (database) => objects.put(`${images}${MARKER}${database}`, Buffer.alloc(0)),
    },

    aside: s3Quarantine(objects, `${top}images-orphaned/`, placeOf),
  };
}
