import * as z from 'zod/mini';
import { fallbackOf, wordListOf } from '../contract/wire.ts';
import { specOf } from '../contract/wire-names.ts';

type Def = { type: string; element: z.ZodMiniType; innerType: z.ZodMiniType; options: z.ZodMiniType[]; entries: Record<string, string> };
type WireObject = Record<string, unknown>;

const isObject = (value: unknown): value is WireObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Called with each decoded object and the wire object it came from. */
export type DecodedListener = (decoded: object, wire: object) => void;

function decodeUnion(options: readonly z.ZodMiniType[], strict: z.ZodMiniType, value: unknown, seen?: DecodedListener): unknown {
  for (const option of options) {
    try {
      return decodeReply(option, value, seen);
    } catch {}
  }
  return z.decode(strict, value as never);
}

/**
 * Decodes a reply of a server that may be older or newer than this client. A missing nullable is null, an unknown key is ignored, and an
 * unknown word of a closed list is 'other'. A field that `addedLater` marks may be missing too. Everything else must fit, and throws a
 * `$ZodError` where it does not.
 */
export function decodeReply(schema: z.ZodMiniType, value: unknown, seen?: DecodedListener): unknown {
  if (value === undefined && fallbackOf(schema) !== undefined) return fallbackOf(schema);
  const spec = specOf(schema);
  if (spec && isObject(value)) {
    const decoded = Object.fromEntries(
      Object.entries(spec).map(([ours, [wireName, field]]) => [ours, decodeReply(field, value[wireName], seen)]),
    );
    seen?.(decoded, value);
    return decoded;
  }
  const list = wordListOf(schema);
  if (list && typeof value === 'string') return Object.hasOwn(list.words, value) ? list.words[value] : list.otherwise;
  const def = schema._zod.def as unknown as Def;
  if (def.type === 'nullable') return value === null || value === undefined ? null : decodeReply(def.innerType, value, seen);
  if (def.type === 'optional') return value === null || value === undefined ? undefined : decodeReply(def.innerType, value, seen);
  if (def.type === 'array' && Array.isArray(value)) return value.map((item) => decodeReply(def.element, item, seen));
  if (def.type === 'enum' && typeof value === 'string') return Object.values(def.entries).includes(value) ? value : 'other';
  if (def.type === 'union') return decodeUnion(def.options, schema, value, seen);
  return z.decode(schema, value as never);
}
