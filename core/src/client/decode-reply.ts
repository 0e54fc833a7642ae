import * as z from 'zod/mini';
import { fallbackOf, wordListOf } from '../contract/wire.ts';
import { specOf } from '../contract/wire-names.ts';

type Def = { type: string; element: z.ZodMiniType; innerType: z.ZodMiniType; options: z.ZodMiniType[]; entries: Record<string, string> };
type WireObject = Record<string, unknown>;

const isObject = (value: unknown): value is WireObject => typeof value === 'object' && value !== null && !Array.isArray(value);

function decodeUnion(options: readonly z.ZodMiniType[], strict: z.ZodMiniType, value: unknown): unknown {
  for (const option of options) {
    try {
      return decodeReply(option, value);
    } catch {}
  }
  return z.decode(strict, value as never);
}

/**
 * Decodes a reply of a server that may be older or newer than this client. A missing nullable is null, an unknown key is ignored, and an
 * unknown word of a closed list is 'other'. A field that `addedLater` marks may be missing too. Everything else must fit, and throws a
 * `$ZodError` where it does not.
 */
export function decodeReply(schema: z.ZodMiniType, value: unknown): unknown {
  if (value === undefined && fallbackOf(schema) !== undefined) return fallbackOf(schema);
  const spec = specOf(schema);
  if (spec && isObject(value))
    return Object.fromEntries(Object.entries(spec).map(([ours, [wireName, field]]) => [ours, decodeReply(field, value[wireName])]));
  const list = wordListOf(schema);
  if (list && typeof value === 'string') return Object.hasOwn(list.words, value) ? list.words[value] : list.otherwise;
  const def = schema._zod.def as unknown as Def;
  if (def.type === 'nullable') return value === null || value === undefined ? null : decodeReply(def.innerType, value);
  if (def.type === 'optional') return value === null || value === undefined ? undefined : decodeReply(def.innerType, value);
  if (def.type === 'array' && Array.isArray(value)) return value.map((item) => decodeReply(def.element, item));
  if (def.type === 'enum' && typeof value === 'string') return Object.values(def.entries).includes(value) ? value : 'other';
  if (def.type === 'union') return decodeUnion(def.options, schema, value);
  return z.decode(schema, value as never);
}
