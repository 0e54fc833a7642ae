import * as z from 'zod/mini';
import { type CalendarDate, isCalendarDate } from '../domain/calendar.ts';
import { isMailAddress } from '../domain/mail-address.ts';
import { isPlainText, plainName, trimText } from '../domain/text.ts';
import { validation } from '../messages/validation.ts';

const VERSION_MAX = 40;

/** The parts of a schema. Zod keeps them for those who write libraries; `client.test.ts` fails with another version. */
export interface SchemaDefinition {
  type: string;
  element: z.ZodMiniType;
  innerType: z.ZodMiniType;
  options: z.ZodMiniType[];
  entries: Record<string, string>;
}
export const readDefinition = (schema: z.ZodMiniType) => schema._zod.def as unknown as SchemaDefinition;

/** Measures texts and lists only, because Zod reads `length` of any value, even of `{ "length": { "toString": "x" } }`. */
function measureSafely<Check extends z.core.$ZodCheck>(check: Check): Check {
  check._zod.def.when = ({ value }) => typeof value === 'string' || Array.isArray(value);
  return check;
}
type CheckOptions = { error: string; abort?: boolean };
export const atLeast = (min: number, options: CheckOptions) => measureSafely(z.minLength(min, options));
export const atMost = (max: number, options: CheckOptions) => measureSafely(z.maxLength(max, options));

const plain = z.refine<string>(isPlainText, { error: validation.oddCharacters });

export const listError = ({ input }: { input?: unknown }): string =>
  input === undefined || input === null ? validation.required : validation.notList;

/** Names a wrong shape before wrong contents: a missing value, a list or object, another type. */
export const typeError =
  (otherwise: string) =>
  ({ input }: { input?: unknown }): string => {
    if (input === undefined || input === null || input === '') return validation.required;
    return typeof input === 'object' ? validation.notOneValue : otherwise;
  };

/** A list of one to `max` items. */
export const filledList = <Inside>(item: z.ZodMiniType<Inside, unknown>, max: number) =>
  z
    .array(item, { error: listError })
    .check(atLeast(1, { error: validation.required }), atMost(max, { error: validation.tooManyValues(max) }));

/** One of these words, the same on the wire and inside. */
export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, { error: typeError(validation.notAnOption(words.join(', '))) });

const string = (error: (issue: { input?: unknown }) => string = typeError(validation.notText)) => z.string({ error });

/** Text of which something is seen, trimmed, `max` UTF-16 units at most. */
export const requiredText = (max: number, blank: string = validation.required) =>
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? blank : typeError(validation.notText)({ input })) })
    .check(z.overwrite(trimText), atLeast(1, { error: blank }), atMost(max, { error: validation.tooLong(max) }), plain);

/** The name of a person, a post, a topic or a thing: a required text without line breaks and invisible characters. */
export const requiredName = (max: number) =>
  z
    .string({ error: typeError(validation.notText) })
    .check(z.overwrite(plainName), atLeast(1, { error: validation.required }), atMost(max, { error: validation.tooLong(max) }), plain);

const possibleText = (max: number, clean: (text: string) => string) =>
  z.optional(z.nullable(string().check(z.overwrite(clean), atMost(max, { error: validation.tooLong(max) }), plain)));

/** Absent, null and blank all become null. */
export const optionalText = (max: number, clean = trimText) =>
  z.codec(possibleText(max, clean), z.nullable(z.string()), { decode: (text) => text || null, encode: (text) => text });
export const optionalName = (max: number) => optionalText(max, plainName);

/** A text of an edit: absent leaves what is stored; null and blank remove it. */
export const editedText = (max: number, clean = trimText) =>
  z.codec(possibleText(max, clean), z.custom<string | null | undefined>(), {
    decode: (text) => (text === undefined ? undefined : text || null),
    encode: (text) => text,
  });
export const editedName = (max: number) => editedText(max, plainName);

/** Absent and null are the same. */
export const maybe = <Inside>(schema: z.ZodMiniType<Inside, unknown>) =>
  z.codec(z.optional(z.nullable(schema)), z.custom<Inside | undefined>(), {
    decode: (value) => value ?? undefined,
    encode: (value) => value,
  });

export const commaList = <const Word extends string>(words: readonly Word[]) =>
  z.codec(string(), z.custom<readonly Word[]>(), {
    decode: (text, { issues }) => {
      const list = text.split(',').map((word) => word.trim());
      if (list.every((word): word is Word => (words as readonly string[]).includes(word))) return list;
      issues.push({ code: 'custom', input: text, message: validation.notAnOption(words.join(', ')) });
      return z.NEVER;
    },
    encode: (list) => list.join(),
  });

/** The version that an edit was made on; absent, null and empty demand nothing. */
export const seenVersion = z.codec(
  z.optional(z.nullable(string().check(atMost(VERSION_MAX, { error: validation.tooLong(VERSION_MAX) }), plain))),
  z.custom<string | undefined>(),
  { decode: (version) => version || undefined, encode: (version) => version },
);

/** A text taken as typed: passwords and tokens are neither trimmed nor cut. */
export const exactText = (max: number, missing: string) =>
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? missing : typeError(validation.notText)({ input })) })
    .check(atLeast(1, { error: missing }), atMost(max, { error: validation.tooLong(max) }));

/** The pattern stays simple, and bounded, so that no long text slows it down. */
const emailShape = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\]+$/;

/** An address by which somebody is found; accounts of before 1.3.0 may have one that no mail server takes. */
export const knownEmail = (missing: string = validation.emailRequired, wrong: string = validation.emailInvalid) =>
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? missing : typeError(wrong)({ input })) })
    .check(
      z.overwrite(trimText),
      atLeast(1, { error: missing, abort: true }),
      atMost(254, { error: wrong, abort: true }),
      z.regex(emailShape, { error: wrong, abort: true }),
      z.refine<string>(isPlainText, { error: wrong, abort: true }),
    );
/** An address that is stored. */
export const email = (missing: string = validation.emailRequired, wrong: string = validation.emailInvalid) =>
  knownEmail(missing, wrong).check(z.refine<string>(isMailAddress, { error: wrong }));

/** A whole number, which forms and paths carry as digits. */
const integer = (least: number, most: number, error: string, tooLarge = error) =>
  z.codec(z.union([z.number(), z.string()], { error: typeError(error) }), z.int({ error }).check(z.minimum(least, { error })), {
    decode: (value, { issues }) => {
      const number = typeof value === 'number' ? value : /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
      if (Number.isInteger(number) && number >= least && number <= most) return number;
      issues.push({ code: 'custom', input: value, message: value === '' ? validation.required : number > most ? tooLarge : error });
      return z.NEVER;
    },
    encode: (number) => number,
  });
/** Folios and ids. */
export const id = integer(1, 2_147_483_647, validation.notNumber);
export const wholeNumber = (least: number, most: number) => integer(least, most, validation.notWholeNumber(`de ${least} a ${most}`));

export const day = z.codec(string(), z.custom<CalendarDate>(), {
  decode: (text, { issues }) => {
    if (isCalendarDate(text)) return text;
    issues.push({ code: 'custom', input: text, message: text === '' ? validation.required : validation.notDate });
    return z.NEVER;
  },
  encode: (date) => date as string,
});

/** An instant: ISO 8601 in UTC on the wire, a Date inside. */
export const instant = z.codec(z.iso.datetime(), z.date(), { decode: (text) => new Date(text), encode: (date) => date.toISOString() });

interface WordList {
  words: Readonly<Record<string, string | boolean>>;
  otherwise: string | boolean;
}
const wordLists = new WeakMap<z.ZodMiniType, WordList>();
/** Returns our value by wire word of a schema that `wireWord` made, and the value of a word that a newer server added. */
export const findWordList = (schema: z.ZodMiniType): WordList | undefined => wordLists.get(schema);

const fallbacks = new WeakMap<z.ZodMiniType, unknown>();
/** Returns the value that a client reads where the server is older than the field; undefined where the field has always been there. */
export const readFallback = (schema: z.ZodMiniType): unknown => fallbacks.get(schema);

/** A field of a reply that cannot be null and that earlier releases do not send. `schema` must be made for this field alone. */
export function addedLater<Schema extends z.ZodMiniType>(schema: Schema, fallback: z.output<Schema>): Schema {
  fallbacks.set(schema, fallback);
  return schema;
}

/** Types a closed list of a reply as clients decode it: a word that a newer server added is 'other'. The server encodes its own words only. */
export const orOther = <Word>(schema: z.ZodMiniType<Word, unknown>) => schema as z.ZodMiniType<Word | 'other', unknown>;

/** One of a closed list, with one word on the wire and another value inside. */
export function wireWord<const Words extends Record<string, string | boolean>>(insideByWire: Words, otherwise: string | boolean = 'other') {
  type Inside = Words[keyof Words];
  const wireWords = Object.keys(insideByWire) as (keyof Words & string)[];
  const wireByInside = new Map(wireWords.map((word) => [insideByWire[word] as Inside, word]));
  const error = validation.notAnOption(wireWords.filter(Boolean).join(', '));
  const codec = z.codec(z.enum(wireWords as [string, ...string[]], { error: typeError(error) }), z.custom<Inside>(), {
    decode: (word) => insideByWire[word] as Inside,
    encode: (inside) => wireByInside.get(inside as Inside) as string,
  });
  wordLists.set(codec, { words: insideByWire, otherwise });
  return codec;
}

const yesNoWords = { true: true, '1': true, on: true, false: false, '0': false, '': false } as const;

const instantShape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;

/** An instant of an input, as `instant`; it names what is wrong with the text. */
export const givenInstant = z.codec(string(), z.custom<Date>(), {
  decode: (text, { issues }) => {
    if (instantShape.test(text) && !Number.isNaN(Date.parse(text))) return new Date(text);
    issues.push({ code: 'custom', input: text, message: text === '' ? validation.required : validation.notInstant });
    return z.NEVER;
  },
  encode: (date) => date.toISOString(),
});

/** Yes or no, as JSON says it or as a form does; absent means no. */
export const mark = z.codec(
  z.optional(z.nullable(z.union([z.boolean(), z.string()], { error: typeError(validation.notYesNo) }))),
  z.optional(z.boolean()),
  {
    decode: (value, { issues }) => {
      if (typeof value === 'boolean') return value;
      const match = Object.entries(yesNoWords).find(([word]) => word === (value ?? '').toLowerCase());
      if (match) return match[1];
      issues.push({ code: 'custom', input: value, message: validation.notYesNo });
      return z.NEVER;
    },
    encode: (flag) => flag,
  },
);

const LISTED_MAX = 200;
/** The number of rows of a list; 0 where only the count of unread ones is wanted. */
export const listLimit = integer(0, LISTED_MAX, validation.notNumber, validation.tooManyRows(LISTED_MAX));
