import { isOneTypo } from '@bitacora/core/domain/near-names';
import { normalise } from '@bitacora/core/domain/text';
import type { BotAct } from '../cards/activity-card.ts';
import { actWords, botWords, courtesies, smallWords } from '../messages/words.ts';

export type Word = keyof typeof botWords;
export type FolioWord = BotAct | 'show';

/** A longer text is no command. */
const MAX_LETTERS = 200;

/** 'Holaaa' is 'hola'. */
const splitWords = (text: string): string[] =>
  normalise(text)
    .replace(/([aeiou])\1{2,}/g, '$1')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Words without meaning count where a text has no others. */
function leaveOut(words: readonly string[], meaningless: ReadonlySet<string>): readonly string[] {
  const others = words.filter((word) => !meaningless.has(word));
  return others.length > 0 ? others : words;
}

const isNear = (a: string, b: string) => Math.max(a.length, b.length) > 3 && Math.abs(a.length - b.length) < 2 && isOneTypo(a, b);

/** Tells whether the words are those of a phrase in any order; `mayErr` lets one of them have a wrong letter. */
function isPhrase(words: readonly string[], phrase: readonly string[], mayErr: boolean): boolean {
  if (words.length !== phrase.length) return false;
  const left = [...phrase];
  const [wrong, ...more] = words.filter((word) => !left.includes(word) || left.splice(left.indexOf(word), 1).length === 0);
  return wrong === undefined || (mayErr && more.length === 0 && isNear(wrong, left[0] ?? ''));
}

/** Prefers the phrase that was written without an error, and the whole text to what is left without courtesies. */
function createFinder<Name extends string>(table: Readonly<Record<Name, readonly string[]>>) {
  const phrases = (Object.keys(table) as Name[]).flatMap((name) =>
    table[name].map((text) => ({ name, words: leaveOut(splitWords(text), smallWords) })),
  );
  return (text: string): Name | undefined => {
    if (text.length > MAX_LETTERS) return undefined;
    const words = leaveOut(splitWords(text), smallWords);
    for (const mayErr of [false, true])
      for (const candidate of [words, leaveOut(words, courtesies)]) {
        const match = phrases.find((phrase) => isPhrase(candidate, phrase.words, mayErr));
        if (match) return match.name;
      }
    return undefined;
  };
}
const findPhrase = createFinder<Word>(botWords);

/** A text without letters is the list if it is empty, the help with a question mark, and else, as a thumb, agreement. */
export function findWord(text: string): Word | undefined {
  if (/[\p{L}\p{N}]/u.test(text)) return findPhrase(text);
  return text.trim() === '' ? 'activities' : text.includes('?') ? 'help' : 'agreed';
}

export const findFolioWord = createFinder<FolioWord>(actWords);

/** A number at the start or the end of a text, or after a word for an activity. Dates, hours and amounts are none. */
const FOLIO =
  /(?:^[\s¡¿]*|#|(?<=^comentar?\s)|(?:^|[\s¡¿])(?:actividad|folio|tarea|la|n[uú]mero)\s+)#?(\d{1,9})(?![\p{L}\p{N}/%]|[.,:-]\d)|(?<=\s)(\d{1,9})(?=[.!?\s]*$)/iu;

/** Splits a text into its folio, the words beside it, and what a comment on it would say, as it was written. */
export function readFolio(text: string): { folio: number; beside: string; comment: string } | null {
  const match = FOLIO.exec(text);
  if (!match) return null;
  const before = text.slice(0, match.index).trim();
  const after = text
    .slice(match.index + match[0].length)
    .replace(/^[\s,:;.–-]+/, '')
    .trim();
  const isNamedFirst = before === '' || findFolioWord(before) === 'comment';
  return { folio: Number(match[1] ?? match[2]), beside: `${before} ${after}`.trim(), comment: isNamedFirst ? after : text.trim() };
}
