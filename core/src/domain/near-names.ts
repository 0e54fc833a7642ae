import { normalise } from './text.ts';

/** Two names differ no less where only one of them has these words. */
const SMALL_WORDS = new Set('de del la las el los y en para por con al da do das of the and'.split(' '));

/** Names are compared up to here, because hostile texts have thousands of words. */
const NAME_MAX = { letters: 300, words: 16 };

export const nameWords = (text: string): string[] =>
  normalise(text.slice(0, NAME_MAX.letters))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !SMALL_WORDS.has(word))
    .slice(0, NAME_MAX.words);

/** Tells whether one letter is wrong, missing or surplus, or two stand in each other's place. */
export function isOneTypo(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return (x.length <= 1 && y.length <= 1) || (x.length === 2 && x === [...y].reverse().join(''));
}

/** Tells whether two words may be one: 'mantto' is 'mantenimiento', 'hdez' is 'hernandez'. Words with digits and short ones are only themselves. */
export function isNearWord(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const mayBeTypo = short.length > 3 && long.length - short.length < 2;
  // Most words end here: there are many to compare.
  if (short.length < 3 || !(mayBeTypo || short[0] === long[0]) || /\d/.test(short + long)) return false;
  const isShortened = () =>
    long.startsWith(short) || (short.at(-1) === long.at(-1) && new RegExp(`^${[...short].join('.*')}$`, 'u').test(long));
  return (short[0] === long[0] && isShortened()) || (mayBeTypo && isOneTypo(short, long));
}

/** Returns by how many words two names differ that may be one, in any order; Infinity where a word of the shorter one is not in the other. */
export function nameDistance(a: readonly string[], b: readonly string[]): number {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const free = [...long];
  const isEachNear = short.every((word) => {
    const at = free.includes(word) ? free.indexOf(word) : free.findIndex((candidate) => isNearWord(word, candidate));
    if (at >= 0) free.splice(at, 1);
    return at >= 0;
  });
  const one = short.join('');
  if (isEachNear && one.length > 2) return free.length;
  const isInitials = short.length === 1 && long.length > 1 && one.replace(/(.)\1/gu, '$1') === long.map((word) => word.charAt(0)).join('');
  return isInitials || one === long.join('') ? 0 : Number.POSITIVE_INFINITY;
}
