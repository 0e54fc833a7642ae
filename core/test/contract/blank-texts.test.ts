import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '../../src/contract/endpoints.ts';
import { fieldErrors, findSpec } from '../../src/contract/wire-names.ts';

/** Nothing of these texts is seen, or only a dotted circle under an accent. */
const unseen = [
  ...['\u00a0', '\u1680', '\u2003', '\u2028', '\u3000', '\t\n'],
  ...['\u00ad', '\u034f', '\u061c', '\u115f', '\u1160', '\u17b4', '\u180b', '\u180e', '\u200b', '\u200c', '\u200d', '\u200e'],
  ...['\u202e', '\u2060', '\u2064', '\u2065', '\u2066', '\u206f', '\u2800', '\u3164', '\ufe0f', '\ufeff', '\uffa0', '\ufff9', '\ufffc'],
  ...['\u{1bca0}', '\u{1d159}', '\u{1d173}', '\u{13441}', '\u{e0001}', '\u{e0061}', '\u{e0100}', '\u0301', '\u20e3', '\u093f'],
  ' \u200b\u2800 \u3164\u00ad\n',
];
const kept = ['👩🏽‍🔧', '1️⃣', 'مرحبا', 'می‌خواهم', 'क्‍ष', 'n\u0303', '\u0301a', '⠁', 'ㅤa', '.', '0', '🏴\u{e0067}\u{e0062}\u{e007f}'];

type Field = [field: string, schema: z.ZodMiniType];
/** The fields of an object, also of one that a further codec reads. */
const findFields = (schema: z.ZodMiniType | undefined) =>
  (schema && (findSpec(schema) ?? findSpec((schema._zod.def as unknown as { in: z.ZodMiniType }).in))) ?? {};
/** Every field of every body, with those of the objects inside it. */
const listFields = (call: string, schema: z.ZodMiniType | undefined): Field[] =>
  Object.values(findFields(schema)).flatMap(([name, inside]) => [
    [`${call} ${name}`, inside] as Field,
    ...listFields(`${call} ${name}`, inside),
  ]);
const fields = Object.entries(endpoints).flatMap(([call, endpoint]) => listFields(call, (endpoint as { body?: z.ZodMiniType }).body));

const read = (schema: z.ZodMiniType, value: unknown) => {
  const result = z.safeDecode(schema, value as never);
  return result.success ? { data: result.data } : { errors: fieldErrors(result.error) };
};

it('every call of the contract is walked', () => expect(fields.length).toBeGreaterThan(100));

describe('a text of which nothing is seen is what blanks are', () => {
  const takesBlanks = fields.filter(([, schema]) => read(schema, ' '.repeat(8)).data === ' '.repeat(8)).map(([field]) => field);
  it('except where a text is taken as typed', () => {
    for (const field of takesBlanks) expect(field).toMatch(/ (\w*password|\w*code|token|version|repeatable|time_lapse)$/i);
  });

  it.each(fields.filter(([field]) => !takesBlanks.includes(field)))('%s', (_, schema) => {
    for (const text of unseen) {
      expect(read(schema, text), JSON.stringify(text)).toEqual(read(schema, ' '.repeat(text.length)));
      expect(read(schema, [text]), JSON.stringify([text])).toEqual(read(schema, [' ']));
    }
  });
});

it.each(kept)('%s is seen and kept', (text) => {
  const { description } = findFields(endpoints.registerOwnActivity.body);
  expect(read(description?.[1] as z.ZodMiniType, ` ${text} `)).toEqual({ data: text });
});
