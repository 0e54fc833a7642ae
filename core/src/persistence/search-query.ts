import type { Knex } from 'knex';
import { isOpen, type Status } from '../domain/activity/activity.ts';
import type { SearchWord } from '../domain/activity/search.ts';
import type { Scope } from '../domain/reports/report.ts';
import { type ComparedWord, NAMES_OF_WORDS, type SearchQuery } from './search-query.sql.ts';
import { execute } from './statement.ts';

/**
 * Marks what is not a word of a text: a folio, a topic, an owner, an assignee, and p for open work (migration 0113). Nothing reads the marks
 * u and d of migration 0133 any more.
 */
const OWN = '\u0001';
const quoted = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
const own = (kind: 'f' | 't' | 'o' | 'a', id: number) => quoted(`${OWN}${kind}${id}`);
const OPEN_WORK = quoted(`${OWN}p`);

/** More words than these cost more than the beginning that they share. */
const WORDS_MAX = 100;
/** So many names in one word make the index slow. */
const NAMES_MAX = 8;
/** Where no word is left to the index, it still finds so many names sooner than all rows are compared. */
const ONLY_NAMES_MAX = 50;
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
function conditionOf(word: SearchWord, names: readonly NameRow[], namesMax: number): { indexed: string[]; compared: ComparedWord[] } {
  const nameWords = names.flatMap((name) => name.word ?? []);
  const idsOf = (wanted: NameRow['kind']) => names.flatMap(({ kind, id }) => (kind === wanted && id !== null ? [id] : []));
  const [userIds, topicIds] = [idsOf('user'), idsOf('topic')];
  const isWhole = isKnown(word) && nameWords.length <= WORDS_MAX;
  const forms = isWhole ? [...new Set([word.letters, ...nameWords])].map(quoted) : [beginningWith(word)];
  const texts = [...(word.letters ? forms : []), ...(word.folio ? [own('f', word.folio)] : [])];
  const isManyWords = !isWhole && word.letters !== '' && (isKnown(word) || word.letters.length < INDEXED_LENGTH);
  if (isManyWords || userIds.length + topicIds.length > namesMax)
    return { indexed: [], compared: [{ text: anyOf(texts), userIds, topicIds }] };
  return { indexed: [anyOf([...texts, ...topicIds.map((id) => own('t', id)), ...userIds.flatMap(partsOf)])], compared: [] };
}
const partsOf = (userId: number) => [own('o', userId), own('a', userId)];

export async function searchQuery(db: Knex, words: readonly SearchWord[]): Promise<SearchQuery> {
  const { rows } = await execute<NameRow>(db, NAMES_OF_WORDS, {
    beginnings: words.map(beginningWith),
    letters: words.map((word) => (isKnown(word) ? word.letters : null)),
    limit: WORDS_MAX + 1,
  });
  const namesOf = (place: number) => rows.filter((row) => row.place === place);
  const queryOf = (namesMax: number): SearchQuery => {
    const conditions = words.map((word, place) => conditionOf(word, namesOf(place), namesMax));
    return { marks: [], indexed: conditions.flatMap(({ indexed }) => indexed), compared: conditions.flatMap(({ compared }) => compared) };
  };
  const query = queryOf(NAMES_MAX);
  return query.indexed.length > 0 ? query : queryOf(ONLY_NAMES_MAX);
}

/** The values of these conditions. */
export const queryValues = ({ marks, indexed, compared }: SearchQuery): Record<string, unknown> =>
  Object.fromEntries([
    ...marks.map((text, place) => [`mark${place}`, text]),
    ...indexed.map((text, place) => [`indexed${place}`, text]),
    ...compared.flatMap(({ text, userIds, topicIds }, place) => [
      [`compared${place}`, text],
      [`users${place}`, userIds],
      [`topics${place}`, topicIds],
    ]),
  ]);

const within = (query: SearchQuery, parts: readonly string[]): SearchQuery => ({ ...query, marks: [...parts, ...query.marks] });

/** Narrows a query to what a selection reads, because the index then reads no other rows. */
export function withinScope(
  query: SearchQuery,
  {
    scope,
    readerId,
    absentIds = [],
    statuses,
  }: { scope: Scope; readerId: number; absentIds?: readonly number[]; statuses: readonly Status[] },
): SearchQuery {
  const ofAbsent = absentIds.length > 0 ? [anyOf(absentIds.flatMap(partsOf))] : [];
  const part = { company: [], assignedByMe: [own('o', readerId)], mine: [own('a', readerId)], substituted: ofAbsent }[scope];
  const inScope = within(query, part);
  return statuses.every(isOpen) ? withinOpen(inScope) : inScope;
}
/** Narrows a query to open work. */
export const withinOpen = (query: SearchQuery): SearchQuery => within(query, [OPEN_WORK]);
/** Narrows a query to activities of which one of those people is owner or responsible. */
export const withPartOf = (query: SearchQuery, userIds: readonly number[]): SearchQuery => within(query, [anyOf(userIds.flatMap(partsOf))]);
