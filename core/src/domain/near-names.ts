import { normalise } from './text.ts';

/** Two names differ no less where only one of them has these words. */
const SMALL_WORDS = new Set('de del la las el los y en para por con al da do das of the and'.split(' '));

export const nameWords = (text: string): string[] =>
  normalise(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !SMALL_WORDS.has(word));

/** Tells whether one letter is wrong, missing or surplus, or two stand in each other's place. */
function isOneTypo(a: string, b: string): boolean {
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
  if (short.length < 3 || /\d/.test(short + long)) return false;
  const letters = [...short].map((letter, at) => (at === 0 ? letter : `.*${letter}`)).join('');
  return long.startsWith(short) || new RegExp(`^${letters}$`, 'u').test(long) || (short.length > 3 && isOneTypo(short, long));
}

/** Returns by how many words two names differ that may be one, in any order; Infinity where a word of the shorter one is not in the other. */
export function nameDistance(a: readonly string[], b: readonly string[]): number {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const [one, other] = [short.join(''), long.join('')];
  const isInitials = short.length === 1 && long.length > 1 && one.replace(/(.)\1/gu, '$1') === long.map((word) => word.charAt(0)).join('');
  if (one === other || isInitials) return 0;
  const free = [...long];
  for (const word of short) {
    const at = free.includes(word) ? free.indexOf(word) : free.findIndex((candidate) => isNearWord(word, candidate));
    if (at < 0) return Number.POSITIVE_INFINITY;
    free.splice(at, 1);
  }
  return short.length > 0 ? free.length : Number.POSITIVE_INFINITY;
}
