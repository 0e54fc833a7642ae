import type { Knex } from 'knex';
import { isOpen } from '../domain/activity/activity.ts';
import type { SearchWord } from '../domain/activity/search.ts';
import { NAMES_OF_WORDS } from './activity-search.sql.ts';
import type { Selection } from './activity-views.sql.ts';
import { execute } from './statement.ts';

/** Marks what is not a word of a text: a folio, a topic, an owner, an assignee, and p for open work (migration 0113). */
const OWN = '\u0001';
const quoted = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
const own = (kind: 'f' | 't' | 'o' | 'a', id: number) => quoted(`${OWN}${kind}${id}`);
const OPEN = quoted(`${OWN}p`);

/** More words than these cost more than the beginning that they share. */
const WORDS_MAX = 100;
/** So many names in one word make the index slow. */
const NAMES_MAX = 8;
/** So many names in each word are read by the index all the same where nothing else finds old work. */
const READ_NAMES_MAX = 50;
/** Numbers and signs of this length are rare enough for the index. */
const INDEXED_LENGTH = 3;
/** The vocabulary holds no words before this letter, such as numbers. */
const FIRST_KNOWN = ':';
const isKnown = ({ letters }: SearchWord) => letters >= FIRST_KNOWN;

/** The words that begin so, without the vocabulary. */
export const beginningWith = ({ letters }: SearchWord): string => (letters ? `${quoted(letters)}:*` : '');

/** In brackets by halves, because PostgreSQL reads a long row of alternatives by recursion and would exceed its stack. */
function anyOf(alternatives: readonly string[]): string {
  if (alternatives.length <= 2) return `(${alternatives.join(' | ')})`;
  const half = alternatives.length >> 1;
  return `(${anyOf(alternatives.slice(0, half))} | ${anyOf(alternatives.slice(half))})`;
}

interface NameRow {
  place: number;
  kind: 'user' | 'topic' | 'word';
  id: number | null;
  word: string | null;
}

/** A word is in the document, or in the name of the topic, of the owner or of the responsible. */
function conditionOf(word: SearchWord, names: readonly NameRow[]): { text: string; isBroad: boolean; isReadable: boolean } {
  const nameWords = names.flatMap((name) => name.word ?? []);
  const ids = names.flatMap(({ kind, id }) => (id === null ? [] : kind === 'topic' ? [own('t', id)] : [own('o', id), own('a', id)]));
  const isWhole = isKnown(word) && nameWords.length <= WORDS_MAX;
  const wordForms = isWhole ? [...new Set([word.letters, ...nameWords])].map(quoted) : [beginningWith(word)];
  const some = [...(word.letters ? wordForms : []), ...(word.folio ? [own('f', word.folio)] : []), ...ids];
  const isManyWords = !isWhole && word.letters !== '' && (isKnown(word) || word.letters.length < INDEXED_LENGTH);
  const isReadable = !isManyWords && ids.length <= 2 * READ_NAMES_MAX;
  return { text: anyOf(some), isBroad: isManyWords || ids.length > NAMES_MAX, isReadable };
}

/**
 * What `activity_words.words` must fulfil. The index finds what is `indexed`, quickly. Very many words or people may begin with a
 * word. It is then `compared` row by row with what the index found, because the index would read more.
 */
export interface SearchQuery {
  indexed: string | null;
  compared: string | null;
}
/** With a condition that the index finds completely, but slowly; null where it would read too much. */
export interface FullQuery extends SearchQuery {
  complete: string | null;
}
const allOf = (conditions: readonly string[]): string | null => (conditions.length > 0 ? conditions.join(' & ') : null);

export async function searchQuery(db: Knex, words: readonly SearchWord[]): Promise<FullQuery> {
  const { rows } = await execute<NameRow>(db, NAMES_OF_WORDS, {
    beginnings: words.map(beginningWith),
    letters: words.map((word) => (isKnown(word) ? word.letters : null)),
    limit: WORDS_MAX + 1,
  });
  const conditions = words.map((word, place) =>
    conditionOf(
      word,
      rows.filter((row) => row.place === place),
    ),
  );
  const texts = (isBroad: boolean) => conditions.filter((condition) => condition.isBroad === isBroad).map(({ text }) => text);
  const complete = conditions.every(({ isReadable }) => isReadable) ? allOf(conditions.map(({ text }) => text)) : null;
  return { indexed: allOf(texts(false)), compared: allOf(texts(true)), complete };
}

const within = ({ indexed, compared }: SearchQuery, parts: readonly string[]): SearchQuery => ({
  indexed: allOf([...parts, ...(indexed ? [indexed] : [])]),
  compared,
});

/** Narrows a query to what the selection reads, because the index then reads no other rows. */
export function withinScope(
  query: SearchQuery,
  { scope, readerId, statuses }: Pick<Selection, 'scope' | 'readerId' | 'statuses'>,
): SearchQuery {
  const part = { company: [], assignedByMe: [own('o', readerId)], mine: [own('a', readerId)] }[scope];
  return within(query, [...part, ...(statuses.every(isOpen) ? [OPEN] : [])]);
}

/** Narrows a query to activities of which one of those people is owner or responsible. */
export const withPartOf = (query: SearchQuery, userIds: readonly number[]): SearchQuery =>
  within(query, [anyOf(userIds.flatMap((id) => [own('o', id), own('a', id)]))]);
