import type { BucketAddress } from './bucket-address.ts';
import { type ImageStore, MARKER } from './image-store.ts';
import { dayOf, type Quarantine } from './quarantine.ts';
import { type Objects, s3Objects } from './s3-objects.ts';

/** As in a folder: `<day>/<name>`. */
function s3Quarantine(objects: Objects, prefix: string, placeOf: (name: string) => string): Quarantine {
  async function* kept(): AsyncIterable<{ key: string; day: string; name: string }> {
    for await (const { key } of objects.list(prefix)) {
      const [day = '', name = ''] = key.slice(prefix.length).split('/');
      yield { key, day, name };
    }
  }

  return {
    add: (name, now) => objects.move(placeOf(name), `${prefix}${dayOf(now)}/${name}`),

    async names() {
      const names: string[] = [];
      for await (const { name } of kept()) names.push(name);
      return names;
    },

    async putBack(target) {
      for await (const { key, name } of kept()) if (name === target) await objects.move(key, placeOf(name));
    },

    async forgetBefore(instant) {
      let forgotten = 0;
      for await (const { key, day } of kept()) {
        if (day >= dayOf(instant)) continue;
        await objects.remove(key);
        forgotten += 1;
      }
      return forgotten;
    },
  };
}

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
