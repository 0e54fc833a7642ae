import * as z from 'zod/mini';
import { type DateRange, isBackwards } from '../domain/calendar.ts';
import { invalidInput, validation } from '../messages/validation.ts';
import type { Problem } from './problems.ts';

type Spec = Record<string, readonly [wireName: string, schema: z.ZodMiniType]>;
/** A field that may be undefined may be left out. */
type Omissible<S extends Spec> = { [Key in keyof S]: undefined extends z.output<S[Key][1]> ? Key : never }[keyof S];
type Inside<S extends Spec> = { [Key in Exclude<keyof S, Omissible<S>>]: z.output<S[Key][1]> } & {
  [Key in Omissible<S>]?: z.output<S[Key][1]>;
};
type DerivedFields<S extends Spec> = Record<string, readonly [schema: z.ZodMiniType, from: (inside: Inside<S>) => unknown]>;

/** The description of each schema made here, which a client decodes replies by (client/client.ts). */
const specs = new WeakMap<z.ZodMiniType, Spec>();
export const findSpec = (schema: z.ZodMiniType): Spec | undefined => specs.get(schema);

/** Wire name by our name of each body, because a client reports a refused field under our name. */
const wireNames = new WeakMap<z.ZodMiniType, Record<string, string>>();

/** Returns the wire name of each of our names of a schema made here; empty for any other. */
export const readWireNames = (schema: z.ZodMiniType | undefined): Readonly<Record<string, string>> =>
  (schema && wireNames.get(schema)) ?? {};

/** Returns our name of each wire name of a schema made here; empty for any other. */
export const readOwnNames = (schema: z.ZodMiniType): Record<string, string> =>
  Object.fromEntries(Object.entries(wireNames.get(schema) ?? {}).map(([ours, wire]) => [wire, ours]));

/**
 * Makes an object whose keys are ours inside and others on the wire: `{ activityId: ['activity_id', id] }`. `derived` are wire keys that
 * repeat the others: encoded, never decoded. `checks` see the wire's keys. Unknown keys are dropped (docs/product.md, 1.9).
 */
export function renamed<const S extends Spec>(
  spec: S,
  derived: DerivedFields<S> = {},
  ...checks: z.core.$ZodCheck<Record<string, unknown>>[]
) {
  const entries = Object.entries(spec);
  const repeats = Object.entries(derived);
  const shape = {
    ...Object.fromEntries(entries.map(([, [wireName, schema]]) => [wireName, schema])),
    ...Object.fromEntries(repeats.map(([wireName, [schema]]) => [wireName, schema])),
  };
  const wire = z.object(shape, { error: validation.unknown }).check(...checks);
  const codec = z.codec(wire, z.custom<Inside<S>>(), {
    decode: (received) => Object.fromEntries(entries.map(([ours, [wireName]]) => [ours, received[wireName]])) as Inside<S>,
    encode: (inside) => {
      const encoded: Record<string, unknown> = {};
      for (const [ours, [wireName]] of entries) encoded[wireName] = (inside as Record<string, unknown>)[ours];
      for (const [wireName, [, from]] of repeats) encoded[wireName] = from(inside);
      return encoded;
    },
  });
  specs.set(codec, spec);
  wireNames.set(codec, Object.fromEntries(entries.map(([ours, [wireName]]) => [ours, wireName])));
  return codec;
}

/** Like `renamed`, for days of which the second must not lie before the first, because an empty answer would pass for 'nothing happened'. */
export function renamedRange<const S extends Spec>(spec: S) {
  const [[start] = [''], [end] = ['']] = [spec.from ?? spec.fromOn, spec.to ?? spec.toOn];
  const isForward = (input: Record<string, unknown>) => !isBackwards({ from: input[start], to: input[end] } as Partial<DateRange>);
  return renamed(spec, {}, z.refine(isForward, { path: [end], error: validation.rangeBackwards }));
}

/** Registers the names that `readOwnNames` returns for a codec written by hand. */
export function withNames<Schema extends z.ZodMiniType>(schema: Schema, names: Record<string, string>): Schema {
  wireNames.set(schema, names);
  return schema;
}

/** Returns Spanish sentences by field from what a schema found wrong, the first one of each; '' is the input as a whole. */
export function fieldErrors(error: z.core.$ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message, code } of error.issues) {
    const field = path.map(String).join('.');
    fields[field] ??= code === 'custom' || message !== 'Invalid input' ? message : validation.unknown;
  }
  return fields;
}

/**
 * Makes the problem as the wire carries it, for clients that refuse without asking the server, because a browser then loads no other
 * refusal's sentence.
 */
export function invalidProblem(error: z.core.$ZodError): Problem {
  const fields = fieldErrors(error);
  return { success: false, error: invalidInput(fields), code: 'input.invalid', fields };
}
