import * as z from 'zod/mini';
import { validation } from '../messages/validation.ts';

type Spec = Record<string, readonly [wireName: string, schema: z.ZodMiniType]>;
/** What may be undefined may be left out. */
type Omissible<S extends Spec> = { [Key in keyof S]: undefined extends z.output<S[Key][1]> ? Key : never }[keyof S];
type Inside<S extends Spec> = { [Key in Exclude<keyof S, Omissible<S>>]: z.output<S[Key][1]> } & {
  [Key in Omissible<S>]?: z.output<S[Key][1]>;
};
type Derived<S extends Spec> = Record<string, readonly [schema: z.ZodMiniType, from: (inside: Inside<S>) => unknown]>;

/** Wire name by our name of each body, so that a client can tell a failure in its own words. */
const wireNames = new WeakMap<z.ZodMiniType, Record<string, string>>();

/** Our name of each wire name of a schema made here; empty for any other. */
export const ownNamesOf = (schema: z.ZodMiniType): Record<string, string> =>
  Object.fromEntries(Object.entries(wireNames.get(schema) ?? {}).map(([ours, wire]) => [wire, ours]));

/**
 * An object whose keys are ours inside and others on the wire: `{ activityId: ['activity_id', id] }`.
 * `derived` are wire keys that only repeat what the others say: written, never read. Unknown keys are dropped (docs/product.md, 1.9).
 */
export function renamed<const S extends Spec>(spec: S, derived: Derived<S> = {}) {
  const entries = Object.entries(spec);
  const repeats = Object.entries(derived);
  const shape = {
    ...Object.fromEntries(entries.map(([, [wireName, schema]]) => [wireName, schema])),
    ...Object.fromEntries(repeats.map(([wireName, [schema]]) => [wireName, schema])),
  };
  const wire = z.object(shape, { error: validation.unknown });
  const codec = z.codec(wire, z.custom<Inside<S>>(), {
    decode: (received) => Object.fromEntries(entries.map(([ours, [wireName]]) => [ours, received[wireName]])) as Inside<S>,
    encode: (inside) => {
      const told: Record<string, unknown> = {};
      for (const [ours, [wireName]] of entries) told[wireName] = (inside as Record<string, unknown>)[ours];
      for (const [wireName, [, from]] of repeats) told[wireName] = from(inside);
      return told;
    },
  });
  wireNames.set(codec, Object.fromEntries(entries.map(([ours, [wireName]]) => [ours, wireName])));
  return codec;
}

/** For a codec written by hand: the names `ownNamesOf` tells. */
export function named<Schema extends z.ZodMiniType>(schema: Schema, names: Record<string, string>): Schema {
  wireNames.set(schema, names);
  return schema;
}
