import { fold } from '../text.ts';

/** A word that somebody looks for. A number may also be a folio. */
export interface SearchWord {
  /** In the form in which texts are compared; '' for a folio with its mark, which is in no text. */
  letters: string;
  folio: number | null;
}

const FOLIO_MAX = 2_147_483_647;
const LETTERS_MAX = 32;
/** At most this many words of a search count, because a description that is pasted into it has hundreds. */
const WORDS_MAX = 12;
/** At most this many letters of a text are searched: twice the longest, because one letter may stand for eighteen. */
const TEXT_MAX = 4_000;
/** A shorter word is not searched, because one letter is in almost every text. */
const LETTERS_MIN = 2;

const cutText = (text: string) => (text.length > TEXT_MAX ? Array.from(text).slice(0, TEXT_MAX).join('') : text);

/** The form in which words are compared: ς is σ, because a search word may end before the word of the text does. */
export const toSearchText = (text: string) =>
  cutText(
    fold(cutText(text))
      .replaceAll('ς', 'σ')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: marks that are not words begin with one.
      .replace(/[\s\u0000-\u001f\u0085]/gu, ' '),
  );

const wordPrefix = (word: string) => Array.from(word).slice(0, LETTERS_MAX).join('');

/** Where a word of a compared text may begin: after a blank, after a sign, and at % and _, which are letters to the search. */
const WORD_STARTS =
  /(?<=^| )(?=[^ ])|(?<=[!-/:-@[-`{-\u00bf\u200b-\u2bff\u3001-\u303f\u{1f000}-\u{1faff}])(?=[^ !-/:-@[-`{-\u00bf\u200b-\u2bff\u3001-\u303f\u{1f000}-\u{1faff}])|(?=[%_])/gu;

const findWordStarts = (text: string): number[] => [...text.matchAll(WORD_STARTS)].map(({ index }) => index);

export function listIndexedWords(text: string): string[] {
  const letters = toSearchText(text);
  return findWordStarts(letters).map((start) => wordPrefix(letters.slice(start).split(' ', 1)[0] as string));
}

/** Signs of a sentence around a word, which the text that is looked for may lack. */
const SENTENCE_SIGNS = /^["'«‹“‘„¿¡([{]+(?=.)|(?<=.)["'»›”’,;:.!?…)\]}]+$/gu;

/** Reads the words of a search, of which all must be found, in any order. The first twelve count. A blank text has none. */
export function parseSearchWords(text: string): SearchWord[] {
  const words = toSearchText(text)
    .trim()
    .replace(/(?<=^| )# +(?=\d+(?: |$))/g, '#')
    .split(/ +/)
    .filter(Boolean)
    .map((word) => word.replace(SENTENCE_SIGNS, '') || word);
  return [...new Set(words)].slice(0, WORDS_MAX).map((word) => {
    const [, mark, digits] = /^(#?)(\d{1,10})$/.exec(word) ?? [];
    const folio = Number(digits ?? 0);
    const isFolio = folio > 0 && folio <= FOLIO_MAX;
    return { letters: mark && isFolio ? '' : wordPrefix(word), folio: isFolio ? folio : null };
  });
}

/** Reads the words for a search of everything, where one digit is a folio alone. Null where there is too little to search for. */
export function parseSearchTerms(text: string): SearchWord[] | null {
  const words = parseSearchWords(text);
  const letters = words.map((word) => word.letters).join('');
  if (words.some((word) => !word.letters) || Array.from(letters).length >= LETTERS_MIN) return words;
  return words[0]?.folio ? [{ letters: '', folio: words[0].folio }] : null;
}

/**
 * Counts the letters to add, remove, change or swap with the next one until a word is another one, or begins it. Of the second number nothing
 * may be left over.
 */
function countEdits(word: string, other: string): [beginning: number, whole: number] {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let line = 1; line <= word.length; line++) {
    const next = [line];
    for (let column = 1; column <= other.length; column++) {
      const isSame = word[line - 1] === other[column - 1];
      const isSwapped = word[line - 1] === other[column - 2] && word[line - 2] === other[column - 1];
      const changed = (row[column - 1] as number) + (isSame ? 0 : 1);
      const swapped = isSwapped && line > 1 ? (before[column - 2] as number) + 1 : changed;
      next.push(Math.min((row[column] as number) + 1, (next[column - 1] as number) + 1, changed, swapped));
    }
    [before, row] = [row, next];
  }
  return [Math.min(...row), row.at(-1) as number];
}

/** In a shorter word one wrong letter makes another word. */
const MISTYPED_MIN = 4;
/** A word of this length may have two wrong letters. */
const TWICE_MISTYPED_MIN = 8;
export const isMistypable = ({ letters }: SearchWord): boolean => letters.length >= MISTYPED_MIN && /^[\p{L}\p{M}]+$/u.test(letters);

/** Returns the known words that a mistyped one, or the beginning of one, probably is; the nearest first. */
export function findNearestWords({ letters }: SearchWord, knownWords: readonly string[]): string[] {
  const most = letters.length >= TWICE_MISTYPED_MIN ? 2 : 1;
  const plainWords = new Set(knownWords.map((known) => /^[\p{L}\p{M}]*/u.exec(known)?.[0] ?? ''));
  return [...plainWords]
    .map((known) => ({ known, edits: countEdits(letters, known) }))
    .filter(({ known, edits: [beginning] }) => beginning > 0 && beginning <= most && known.length >= letters.length - most)
    .sort((a, b) => a.edits[0] - b.edits[0] || a.edits[1] - b.edits[1] || (a.known < b.known ? -1 : 1))
    .map(({ known }) => known);
}

/** The places where a search finds an activity, in the order in which they are preferred. */
export const searchPlaces = ['folio', 'description', 'topic', 'owner', 'responsible', 'resolution', 'comment'] as const;
export type SearchPlace = (typeof searchPlaces)[number];

/** A mark reaches from the first letter to the one after the last, in UTF-16 units of the snippet. */
export type Mark = [from: number, to: number];
export interface SearchMatch {
  where: SearchPlace;
  snippet: string;
  marks: Mark[];
}
export interface SearchedText {
  where: SearchPlace;
  text: string;
}

function findWords(text: string, words: readonly SearchWord[]): Set<SearchWord> {
  const letters = toSearchText(text);
  const matches = new Set<SearchWord>();
  for (const start of findWordStarts(letters)) {
    for (const word of words) if (word.letters && letters.startsWith(word.letters, start)) matches.add(word);
    if (matches.size === words.length) break;
  }
  return matches;
}

/** Returns the first of the texts that has most of the words; undefined where no text has one. */
export function textWithMost(texts: readonly string[], words: readonly SearchWord[]): string | undefined {
  let best: { text: string; size: number } | undefined;
  for (const text of texts) {
    const { size } = findWords(text, words);
    if (size > (best?.size ?? 0)) best = { text, size };
    if (size === words.length) break;
  }
  return best?.text;
}

const isPlain = (character: string) => character > '\u001f' && character < '\u007f';

/** Returns a text as it is compared, and for each of its letters the place in the text. */
function toSearchTextWithPlaces(text: string): { letters: string; places: number[] } {
  const places: number[] = [];
  let letters = '';
  let place = 0;
  for (const character of text) {
    if (letters.length >= TEXT_MAX) break;
    const folded = isPlain(character) ? character.toLowerCase() : toSearchText(character);
    letters += folded;
    for (let unit = 0; unit < folded.length; unit++) places.push(place);
    place += character.length;
  }
  return { letters, places: [...places, place] };
}

/** Marks where the words begin a word of the text, without marks that another one covers. */
export function findMarks(text: string, words: readonly SearchWord[]): Mark[] {
  const { letters, places } = toSearchTextWithPlaces(text);
  const marks: Mark[] = [];
  for (const start of findWordStarts(letters)) {
    const lengths = words.filter((word) => word.letters && letters.startsWith(word.letters, start)).map((word) => word.letters.length);
    if (lengths.length === 0) continue;
    const from = places[start] as number;
    const last = places[start + Math.max(...lengths) - 1] as number;
    // A mark covers the whole letter, also of a ligature, with its accents.
    const to = last + (/^.\p{M}*/su.exec(text.slice(last))?.[0].length ?? 1);
    if (from >= (marks.at(-1)?.[1] ?? 0)) marks.push([from, to]);
  }
  return marks;
}

const SNIPPET_MAX = 120;
const CUT = '…';

/** Cuts at most 120 letters around the first mark, on one line. */
export function cutSnippet(text: string, marks: readonly Mark[]): Pick<SearchMatch, 'snippet' | 'marks'> {
  const line = text.replace(/\s/gu, ' ');
  if (line.length <= SNIPPET_MAX) return { snippet: line, marks: [...marks] };
  const room = SNIPPET_MAX - 2 * CUT.length;
  const [first = 0, last = 0] = marks[0] ?? [];
  const middle = Math.floor((first + Math.min(last, first + room)) / 2);
  let from = Math.max(0, Math.min(middle - room / 2, line.length - room));
  let to = Math.min(line.length, from + room);
  // A cut leaves no half of a character, and no accent without its letter.
  const isInside = (place: number) => place < line.length && /^[\p{M}\udc00-\udfff\u200d]/u.test(line.slice(place));
  while (isInside(from)) from++;
  while (to > from && isInside(to)) to--;
  const before = from > 0 ? CUT : '';
  const marksInside = marks.filter(([start, end]) => start >= from && end <= to);
  return {
    snippet: `${before}${line.slice(from, to)}${to < line.length ? CUT : ''}`,
    marks: marksInside.map(([start, end]) => [start - from + before.length, end - from + before.length]),
  };
}

function matchWords({ where, text }: SearchedText, words: readonly SearchWord[]): Set<SearchWord> {
  return where === 'folio' ? new Set(words.filter(({ folio }) => folio !== null && String(folio) === text)) : findWords(text, words);
}

export interface SearchResult {
  /** Set to the description when it has all words, else to the text that has most of what the description lacks; null without one. */
  match: SearchMatch | null;
  missing: SearchWord[];
}

/** Finds the words in the texts of an activity. Each text is folded once, and the chosen one once more, with its places. */
export function findMatch(texts: readonly SearchedText[], words: readonly SearchWord[]): SearchResult {
  const makeMatch = ({ where, text }: SearchedText): SearchMatch => ({
    where,
    ...cutSnippet(text, where === 'folio' ? [[0, text.length]] : findMarks(text, words)),
  });
  const description = texts.find(({ where }) => where === 'description');
  const inDescription = description ? matchWords(description, words) : new Set();
  const lacking = words.filter((word) => !inDescription.has(word));
  if (description && lacking.length === 0) return { match: makeMatch(description), missing: [] };
  const wordsByText = texts.map((text) => (text === description ? new Set() : matchWords(text, lacking)));
  const counts = wordsByText.map(({ size }) => size);
  const most = Math.max(0, ...counts);
  const best = most > 0 ? texts[counts.indexOf(most)] : undefined;
  return { match: best ? makeMatch(best) : null, missing: lacking.filter((word) => !wordsByText.some((each) => each.has(word))) };
}
