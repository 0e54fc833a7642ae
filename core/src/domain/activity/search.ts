import { fold, normalise } from '../text.ts';

/** A word that somebody looks for. A number may also be a folio. */
export interface SearchWord {
  /** In the form in which texts are compared; '' for a folio with its mark, which is in no text. */
  letters: string;
  folio: number | null;
}

const FOLIO_MAX = 2_147_483_647;
/** So many letters of a word are compared. */
const WORD_MAX = 32;
/** One letter is in almost every text. */
const LETTERS_MIN = 2;

/** As `search_text` of the database: ς is σ, because the end of a word that is looked for is not the end of the word that is found. */
const compared = (text: string) =>
  fold(text)
    .replaceAll('ς', 'σ')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the database marks words of its own with one.
    .replace(/[\s\u0000-\u001f\u0085]/gu, ' ');

const beginning = (word: string) => Array.from(word).slice(0, WORD_MAX).join('');

/** Where a word of a compared text may begin: after a blank, after a sign, and at % and _, which are letters to the search. */
const WORD_STARTS =
  /(?<=^| )(?=[^ ])|(?<=[!-/:-@[-`{-\u00bf\u200b-\u2bff\u3001-\u303f\u{1f000}-\u{1faff}])(?=[^ !-/:-@[-`{-\u00bf\u200b-\u2bff\u3001-\u303f\u{1f000}-\u{1faff}])|(?=[%_])/gu;

const startsIn = (text: string): number[] => [...text.matchAll(WORD_STARTS)].map(({ index }) => index);

/** The words of a text as `search_words` of the database stores them. */
export function wordsIn(text: string): string[] {
  const letters = compared(text);
  return startsIn(letters).map((start) => beginning(letters.slice(start).split(' ', 1)[0] as string));
}

/** All of them must be found, in any order. None for a blank text. */
export function searchWordsIn(text: string): SearchWord[] {
  const words = compared(text)
    .trim()
    .replace(/(?<=^| )# +(?=\d+(?: |$))/g, '#')
    .split(/ +/)
    .filter(Boolean);
  return [...new Set(words)].map((word) => {
    const [, mark, digits] = /^(#?)(\d{1,10})$/.exec(word) ?? [];
    const folio = Number(digits ?? 0);
    const isFolio = folio > 0 && folio <= FOLIO_MAX;
    return { letters: mark && isFolio ? '' : beginning(word), folio: isFolio ? folio : null };
  });
}

/** The same for a search of everything, where one digit is a folio alone. Null where there is too little to look for. */
export function searchTermsIn(text: string): SearchWord[] | null {
  const words = searchWordsIn(text);
  const letters = normalise(text).replaceAll(' ', '');
  if (Array.from(letters).length >= LETTERS_MIN) return words.length > 0 ? words : null;
  return words[0]?.folio ? [{ letters: '', folio: words[0].folio }] : null;
}

/** Where a search finds an activity, in the order in which they are preferred. */
export const searchPlaces = ['folio', 'description', 'topic', 'owner', 'responsible', 'resolution', 'comment'] as const;
export type SearchPlace = (typeof searchPlaces)[number];

/** From the first letter to the one after the last, in UTF-16 units of the snippet. */
export type Mark = [from: number, to: number];
export interface Found {
  where: SearchPlace;
  snippet: string;
  marks: Mark[];
}
export interface SearchedText {
  where: SearchPlace;
  text: string;
}

/** A text as it is compared, and for each of its letters the place in the text. */
function comparedWithPlaces(text: string): { letters: string; places: number[] } {
  const places: number[] = [];
  let letters = '';
  let place = 0;
  for (const letter of text) {
    const folded = compared(letter);
    letters += folded;
    for (let unit = 0; unit < folded.length; unit++) places.push(place);
    place += letter.length;
  }
  return { letters, places: [...places, place] };
}

/** Where the words begin a word of the text, without those that another mark covers. */
export function marksIn(text: string, words: readonly SearchWord[]): Mark[] {
  const { letters, places } = comparedWithPlaces(text);
  const marks: Mark[] = [];
  for (const start of startsIn(letters)) {
    const lengths = words.filter((word) => word.letters && letters.startsWith(word.letters, start)).map((word) => word.letters.length);
    if (lengths.length === 0) continue;
    const from = places[start] as number;
    const last = places[start + Math.max(...lengths) - 1] as number;
    // The whole letter, also of a ligature, with its accents.
    const to = last + (/^.\p{M}*/su.exec(text.slice(last))?.[0].length ?? 1);
    if (from >= (marks.at(-1)?.[1] ?? 0)) marks.push([from, to]);
  }
  return marks;
}

const isIn = (text: string, word: SearchWord) => marksIn(text, [word]).length > 0;

const SNIPPET_MAX = 120;
const CUT = '…';

/** At most 120 letters around the first mark, on one line. */
export function snippetOf(text: string, marks: readonly Mark[]): Pick<Found, 'snippet' | 'marks'> {
  const line = text.replace(/\s/gu, ' ');
  if (line.length <= SNIPPET_MAX) return { snippet: line, marks: [...marks] };
  const room = SNIPPET_MAX - 2 * CUT.length;
  const [first = 0, last = 0] = marks[0] ?? [];
  const middle = Math.floor((first + Math.min(last, first + room)) / 2);
  let from = Math.max(0, Math.min(middle - room / 2, line.length - room));
  let to = Math.min(line.length, from + room);
  // No half of a character, and no mark without its letter.
  const isInside = (place: number) => place < line.length && /^[\p{M}\udc00-\udfff\u200d]/u.test(line.slice(place));
  while (isInside(from)) from++;
  while (to > from && isInside(to)) to--;
  const before = from > 0 ? CUT : '';
  const shown = marks.filter(([start, end]) => start >= from && end <= to);
  return {
    snippet: `${before}${line.slice(from, to)}${to < line.length ? CUT : ''}`,
    marks: shown.map(([start, end]) => [start - from + before.length, end - from + before.length]),
  };
}

/**
 * Where the words were found: in the description when it has all of them, else in the text that has most of what the description lacks.
 * Null where a word is in none of the texts.
 */
export function foundIn(texts: readonly SearchedText[], words: readonly SearchWord[]): Found | null {
  const folio = texts.find(({ where }) => where === 'folio')?.text ?? '';
  const description = texts.find(({ where }) => where === 'description')?.text ?? '';
  const lacking = words.filter((word) => !isIn(description, word));
  const has = ({ where, text }: SearchedText, word: SearchWord) => (where === 'folio' ? String(word.folio) === folio : isIn(text, word));
  const counts = texts.map((searched) => lacking.filter((word) => has(searched, word)).length);
  const most = lacking.length === 0 ? texts.findIndex(({ where }) => where === 'description') : counts.indexOf(Math.max(...counts));
  const best = texts[most];
  if (!best || (lacking.length > 0 && counts[most] === 0)) return null;
  const marks: Mark[] = best.where === 'folio' ? [[0, best.text.length]] : marksIn(best.text, words);
  return { where: best.where, ...snippetOf(best.text, marks) };
}
