import { dayOf, type Quarantine } from './quarantine.ts';
import type { Objects } from './s3-objects.ts';

/** As in a folder: `<day>/<name>`. */
export function s3Quarantine(objects: Objects, prefix: string, placeOf: (name: string) => string): Quarantine {
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

    async putBack(wanted) {
      for await (const { key, name } of kept()) if (name === wanted) await objects.move(key, placeOf(name));
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
