import { constants, inflateSync } from 'node:zlib';
import type { HostilePart } from '@bitacora/core/domain/activities/activity';

const UNPACKED_MAX_BYTES = 64_000_000;

/** White space, a comment, a hexadecimal string, a bracket of a dictionary or an array, the start of a string, a name, or any other word. */
const TOKEN = /[\0\t\n\f\r ]+|%[^\r\n]*|<<|>>|<[^<>]*>?|[[\]()>{}]|\/[^\0\t\n\f\r ()<>[\]{}/%]*|[^\0\t\n\f\r ()<>[\]{}/%]+/y;
const STREAM = /(?:[\0\s]|%[^\r\n]*[\r\n])*stream\r?\n?/y;
const STRING_PART = /[^()\\]+|\\[\s\S]|[()]/y;

/** Returns the place after the string that begins before `start`. Its brackets are balanced, or escaped. */
function skipString(text: string, start: number): number {
  STRING_PART.lastIndex = start;
  for (let depth = 1; depth > 0; ) {
    const part = STRING_PART.exec(text)?.[0];
    if (part === undefined) return text.length;
    if (part === '(') depth++;
    if (part === ')') depth--;
  }
  return STRING_PART.lastIndex;
}

/** `#` and two digits stand for any letter in a name. */
const plainName = (name: string) =>
  name.slice(1).replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

interface PdfValue {
  names: string[];
  end: number;
}

/** Reads one value, such as a dictionary, and returns the names in it. Texts in strings and comments are no names. */
function readValue(text: string, start: number): PdfValue {
  const names: string[] = [];
  TOKEN.lastIndex = start;
  for (let depth = 0; ; ) {
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) return { names, end: text.length };
    if (/^[\0\t\n\f\r %]/.test(token)) continue;
    if (token === '(') TOKEN.lastIndex = skipString(text, TOKEN.lastIndex);
    if (token[0] === '/') names.push(plainName(token));
    if (token === '<<' || token === '[') depth++;
    if (token === '>>' || token === ']') depth--;
    if (depth <= 0) return { names, end: TOKEN.lastIndex };
  }
}

function findPart(names: readonly string[]): HostilePart | null {
  const has = (...wanted: string[]) => wanted.some((name) => names.includes(name));
  if (has('Encrypt')) return 'password';
  if (has('JavaScript') || (has('JS') && has('Rendition'))) return 'script';
  if (has('Launch', 'ImportData', 'SubmitForm')) return 'launch';
  if (has('EmbeddedFiles', 'EmbeddedFile', 'FileAttachment', 'GoToE', 'Collection', 'AdditionalStreams')) return 'attachment';
  if (has('EF') && has('F', 'UF', 'Filespec')) return 'attachment';
  if (has('XFA')) return 'xfa';
  if (has('RichMedia', 'Rendition') || (has('Rect') && has('Movie', 'Sound', '3D'))) return 'media';
  return null;
}

/** Unpacks a stream that holds objects. Throws where it is packed in a way that writers of such streams do not use. */
function unpackObjects(pdf: Buffer, start: number, names: readonly string[]): string {
  const filters = names.filter((name) => /Decode$|^(?:Fl|LZW|AHx|A85|RL|CCF|DCT|Crypt)$/.test(name));
  const isPacked = filters.length > 0 || names.includes('Filter');
  if (isPacked && !(filters.length === 1 && /^Fl/.test(filters[0] as string))) throw new Error('An unusual filter.');
  if (names.includes('DecodeParms') || names.includes('DP')) throw new Error('An unusual way of packing.');
  const bytes = pdf.subarray(start);
  if (!isPacked) return bytes.toString('latin1');
  return inflateSync(bytes, { maxOutputLength: UNPACKED_MAX_BYTES, finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
}

/**
 * Lists the names of each object in such a stream. It begins with a number and a place for each object, counted from `First`. Some readers
 * follow the places, and some read one object after the other.
 */
function* readPacked(pdf: Buffer, start: number, dictionary: string, names: readonly string[]): Generator<string[]> {
  const text = unpackObjects(pdf, start, names);
  // Of two places, or of one in another object, readers choose differently.
  const firsts = dictionary.includes('#') ? [] : [...dictionary.matchAll(/First(?:\s+(\d+)(?!\d|\s+\d))?/g)];
  const first = Number(firsts.length === 1 ? (firsts[0]?.[1] ?? Number.NaN) : Number.NaN);
  const header = text.slice(0, first);
  if (!Number.isInteger(first) || !/^[\d\s]*$/.test(header)) throw new Error('An unreadable stream of objects.');
  const numbers = (header.match(/\d+/g) ?? []).map(Number);
  for (let index = 1; index < numbers.length; index += 2) yield readValue(text, first + (numbers[index] as number)).names;
  for (let value = readValue(text, first); ; value = readValue(text, value.end)) {
    yield value.names;
    if (value.end >= text.length) return;
  }
}

/**
 * Finds what a document may not hold, in every object of the file: also in objects that no page names, that a later version replaced, or
 * that lie packed in a stream. A reader may begin an object wherever the word `obj` stands, even within the bytes of another.
 */
export function findHostilePart(pdf: Buffer): HostilePart | null {
  const text = pdf.toString('latin1');
  let failure: unknown = null;
  for (const { 0: word, index } of text.matchAll(/(?<![a-z])(?:obj|trailer)(?![a-z])/g)) {
    const start = index + word.length;
    const { names, end } = readValue(text, start);
    const part = findPart(names);
    if (part) return part;
    STREAM.lastIndex = end;
    if (!names.includes('N') || !names.includes('First') || !STREAM.test(text)) continue;
    try {
      for (const packed of readPacked(pdf, STREAM.lastIndex, text.slice(start, end), names)) {
        const packedPart = findPart(packed);
        if (packedPart) return packedPart;
      }
    } catch (error) {
      // An encrypted file cannot be unpacked, and only its end says that it is encrypted.
      failure ??= error;
    }
  }
  if (failure !== null) throw failure;
  return null;
}
