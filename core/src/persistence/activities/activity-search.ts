import type { Knex } from 'knex';
import { type Activity, isOpen, type Status } from '../../domain/activities/activity.ts';
import {
  findMatch,
  type SearchedText,
  type SearchMatch,
  type SearchResult,
  type SearchWord,
  textWithMost,
} from '../../domain/activities/search.ts';
import type { Scope } from '../../domain/reports/report.ts';
import { execute } from '../database/statement.ts';
import * as sql from './activity-search.sql.ts';
import { type ComparedWord, NAMES_OF_WORDS, type SearchQuery } from './activity-search.sql.ts';
import { quoteWord } from './activity-words.ts';

/** The marks of `activity-words.sql.ts`. */
const OWN = '\u0001';
const own = (kind: 'f' | 't' | 'o' | 'a', id: number) => quoteWord(`${OWN}${kind}${id}`);
const OPEN_WORK = quoteWord(`${OWN}p`);

/** With more matching words than these, one search for their common beginning is quicker than a search for each. */
const WORDS_MAX = 100;
/** More matching names for one word than these make the index slow. */
const INDEXED_NAMES_MAX = 8;
/** If no word is left for the index, it may take this many names, because that is still quicker than to compare all rows. */
const ONLY_NAMES_MAX = 50;
/** Numbers and signs of this length are rare enough for the index. */
const INDEXED_LENGTH = 3;
/** The vocabulary holds no words before this letter, such as numbers. */
const FIRST_KNOWN = ':';
const isKnown = ({ letters }: SearchWord) => letters >= FIRST_KNOWN;

/** Writes a `tsquery` for words with this beginning, without the vocabulary. */
const beginningWith = ({ letters }: SearchWord): string => (letters ? `${quoteWord(letters)}:*` : '');
export const beginningWithAll = (words: readonly SearchWord[]): string => words.map(beginningWith).filter(Boolean).join(' & ');

/** Joins alternatives in brackets, half by half, because PostgreSQL parses a long chain by recursion and would exceed its stack. */
function matchAny(alternatives: readonly string[]): string {
  if (alternatives.length <= 2) return `(${alternatives.join(' | ')})`;
  const half = alternatives.length >> 1;
  return `(${matchAny(alternatives.slice(0, half))} | ${matchAny(alternatives.slice(half))})`;
}

interface NameRow {
  place: number;
  kind: 'user' | 'topic' | 'word';
  id: number | null;
  word: string | null;
}

/** Writes the condition that a word is in the texts, or in the name of the topic, the owner or the responsible. */
function wordCondition(word: SearchWord, names: readonly NameRow[], namesMax: number): { indexed: string[]; compared: ComparedWord[] } {
  const nameWords = names.flatMap((name) => name.word ?? []);
  const nameIds = (nameKind: NameRow['kind']) => names.flatMap(({ kind, id }) => (kind === nameKind && id !== null ? [id] : []));
  const [userIds, topicIds] = [nameIds('user'), nameIds('topic')];
  const isWhole = isKnown(word) && nameWords.length <= WORDS_MAX;
  const forms = isWhole ? [...new Set([word.letters, ...nameWords])].map(quoteWord) : [beginningWith(word)];
  const texts = [...(word.letters ? forms : []), ...(word.folio ? [own('f', word.folio)] : [])];
  const isManyWords = !isWhole && word.letters !== '' && (isKnown(word) || word.letters.length < INDEXED_LENGTH);
  if (isManyWords || userIds.length + topicIds.length > namesMax)
    return { indexed: [], compared: [{ text: matchAny(texts), userIds, topicIds }] };
  return { indexed: [matchAny([...texts, ...topicIds.map((id) => own('t', id)), ...userIds.flatMap(personMarks)])], compared: [] };
}
const personMarks = (userId: number) => [own('o', userId), own('a', userId)];

export async function searchQuery(db: Knex, words: readonly SearchWord[]): Promise<SearchQuery> {
  const { rows } = await execute<NameRow>(db, NAMES_OF_WORDS, {
    beginnings: words.map(beginningWith),
    letters: words.map((word) => (isKnown(word) ? word.letters : null)),
    limit: WORDS_MAX + 1,
  });
  const wordNames = (place: number) => rows.filter((row) => row.place === place);
  const buildQuery = (namesMax: number): SearchQuery => {
    const conditions = words.map((word, place) => wordCondition(word, wordNames(place), namesMax));
    return { marks: [], indexed: conditions.flatMap(({ indexed }) => indexed), compared: conditions.flatMap(({ compared }) => compared) };
  };
  const query = buildQuery(INDEXED_NAMES_MAX);
  return query.indexed.length > 0 ? query : buildQuery(ONLY_NAMES_MAX);
}

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

const withMarks = (query: SearchQuery, parts: readonly string[]): SearchQuery => ({ ...query, marks: [...parts, ...query.marks] });

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
  const absentPart = absentIds.length > 0 ? [matchAny(absentIds.flatMap(personMarks))] : [];
  const part = { company: [], assignedByMe: [own('o', readerId)], mine: [own('a', readerId)], substituted: absentPart }[scope];
  const inScope = withMarks(query, part);
  return statuses.every(isOpen) ? withinOpen(inScope) : inScope;
}
const withinOpen = (query: SearchQuery): SearchQuery => withMarks(query, [OPEN_WORK]);
const withinPeople = (query: SearchQuery, userIds: readonly number[]): SearchQuery =>
  withMarks(query, [matchAny(userIds.flatMap(personMarks))]);

/** The caller of a search. Without `seesAll`, it finds only activities of which one of the people is owner or responsible. */
export interface Seeker {
  userIds: readonly number[];
  seesAll: boolean;
}
interface TextsRow
  extends Pick<Activity, 'id' | 'description' | 'resolution' | 'status' | 'rejectedAt' | 'requestedTo' | 'ownerId' | 'assigneeId'> {
  isImported: boolean;
  topic: string;
  owner: string;
  responsible: string;
}
export type ActivityHit = Omit<TextsRow, 'resolution' | 'owner' | 'responsible'> & { found: SearchMatch | null };
export interface PersonHit {
  id: number;
  name: string;
  position: string;
  department: string;
  isActive: boolean;
}
export interface TopicHit {
  id: number;
  name: string;
  department: string;
}

/** At most this many words that begin, or go on, like a mistyped one are compared with it. */
const SIMILAR_MAX = 2_000;
const HITS_MAX = 20;
const NAMES_MAX = 5;
/** A search by full name takes at most this many people, whose activities the index finds. */
const NAMED_MAX = 50;
/** A search compares this many of the newest open activities one by one, and then takes this many of the newest that the index finds. */
const NEWEST = 500;
/** A search of all activities compares this many of the newest, because no word may be rare enough for the index. */
const MANY_NEWEST = 3_000;
const PROPOSED_MAX = 200;
/** At most this many of a person's hits in comments are read. */
const COMMENTED_MAX = 500;
/** At most this many of those hits say where the words are. */
const PLACED_MAX = 25;
/** Only this many of the newest comments are read for the place of a hit. */
const COMMENTS_MAX = 200;
const withoutComments = (row: TextsRow): SearchedText[] => [
  { where: 'folio', text: String(row.id) },
  { where: 'description', text: row.description },
  { where: 'topic', text: row.topic },
  { where: 'owner', text: row.owner },
  { where: 'responsible', text: row.responsible },
  { where: 'resolution', text: row.resolution ?? '' },
];

/** Finds activities by folio and words, and says where the words are (docs/reports.md). */
export const activitySearchOn = (db: Knex) => {
  async function readIds(text: string, values: Record<string, unknown>): Promise<number[]> {
    const limits = { limit: HITS_MAX, newest: NEWEST, proposed: PROPOSED_MAX };
    const { rows } = await execute<{ id: number }>(db, text, { ...limits, ...values });
    return rows.map(({ id }) => id);
  }

  async function people(words: readonly SearchWord[], limit: number): Promise<PersonHit[]> {
    const values = { query: beginningWithAll(words), limit };
    return (await execute<PersonHit>(db, sql.PEOPLE_WITH_WORDS, values)).rows;
  }

  /** Finds activities with the words. It looks for common words among the newest, and for rare ones in the index. */
  async function matching(words: readonly SearchWord[], { userIds, seesAll }: Seeker): Promise<number[]> {
    const any = await searchQuery(db, words);
    const query = seesAll ? any : withinPeople(any, userIds);
    const values = { ...queryValues(query), userIds: [...userIds] };
    const newestHits = await readIds((seesAll ? sql.hitsOfNewestOpen : sql.hitsOfOwnNewest)(query), values);
    if (newestHits.length === HITS_MAX) return newestHits;
    if (!seesAll) return readIds(sql.hitsByIndex(query), { ...values, newestHits });
    const more = await readIds(sql.hitsOfAllNewest(query), { ...values, newest: MANY_NEWEST });
    const hitIds = [...new Set([...newestHits, ...more])];
    if (hitIds.length >= HITS_MAX) return hitIds.slice(0, HITS_MAX);
    if (query.indexed.length > 0) return readIds(sql.hitsByIndex(query), { ...values, newestHits: hitIds });
    // A full name whose words very many people have is rare enough for the index.
    const matchingPeople = await people(words, NAMED_MAX);
    if (matchingPeople.length === 0) return hitIds;
    const peopleQuery = withinPeople(
      { marks: [], indexed: [], compared: [] },
      matchingPeople.map(({ id }) => id),
    );
    return readIds(sql.hitsByIndex(peopleQuery), { ...queryValues(peopleQuery), newestHits: hitIds });
  }

  /** Finds for each activity the newest comment with most of the words that its other texts lack. */
  async function findComments(lacking: readonly { id: number; missing: readonly SearchWord[] }[]): Promise<Map<number, string>> {
    const missing = new Map(lacking.map((one) => [one.id, one.missing.filter(({ letters }) => letters)]));
    const ids = [...missing].flatMap(([id, words]) => (words.length > 0 ? id : []));
    if (ids.length === 0) return new Map();
    const { rows } = await execute<{ activityId: number; body: string }>(db, sql.NEWEST_COMMENTS, { ids, comments: COMMENTS_MAX });
    const bestComments = new Map<number, string>();
    for (const [id, comments] of Map.groupBy(rows, ({ activityId }) => activityId)) {
      const best = textWithMost(
        comments.map(({ body }) => body),
        missing.get(id) as SearchWord[],
      );
      if (best !== undefined) bestComments.set(id, best);
    }
    return bestComments;
  }

  /** Finds where the words are in activities that the caller may see. Comments are read only where the other texts lack a word. */
  async function findPlaces(
    ids: readonly number[],
    words: readonly SearchWord[],
    placed = ids,
  ): Promise<(ActivityHit & { lacksWords: boolean })[]> {
    const { rows } = await execute<TextsRow>(db, sql.SEARCHED_TEXTS, [[...ids]]);
    const results = rows.map((row) => ({ id: row.id, ...findMatch(withoutComments(row), words) }));
    const comments = await findComments(results.filter(({ id }) => placed.includes(id)));
    return rows.map(({ resolution: _, owner: __, responsible: ___, ...row }, place) => {
      const comment = comments.get(row.id);
      const { match } = comment === undefined ? (results[place] as SearchResult) : findMatch([{ where: 'comment', text: comment }], words);
      return { ...row, found: match, lacksWords: (results[place] as SearchResult).missing.length > 0 };
    });
  }

  return {
    /** Finds activities: first the one whose folio is the only word, then open ones, then the newest. */
    async find(words: readonly SearchWord[], seeker: Seeker): Promise<ActivityHit[]> {
      const folios = words.length === 1 ? words.flatMap(({ folio }) => folio ?? []) : [];
      const byFolio =
        folios.length > 0 ? await readIds(sql.BY_FOLIO, { folios, userIds: [...seeker.userIds], seesAll: seeker.seesAll }) : [];
      const isFolioAlone = words.length === 1 && !words[0]?.letters;
      const ids = [...new Set([...byFolio, ...(isFolioAlone ? [] : await matching(words, seeker))])].slice(0, HITS_MAX);
      const hits = new Map((await findPlaces(ids, words)).map((hit) => [hit.id, hit]));
      return ids.flatMap((id) => hits.get(id) ?? []);
    },

    findPlaces,

    /**
     * Finds, among about the newest open or closed activities of those people, those with a word in a comment alone; in any order.
     * Some say their place.
     */
    async inComments(words: readonly SearchWord[], userIds: readonly number[], part: 'open' | 'closed'): Promise<ActivityHit[]> {
      const peopleQuery = withinPeople(await searchQuery(db, words), userIds);
      const query = part === 'open' ? withinOpen(peopleQuery) : peopleQuery;
      const ids = await readIds(sql.hitsOfPeople(query, part), { ...queryValues(query), limit: COMMENTED_MAX });
      return (await findPlaces(ids, words, ids.slice(0, PLACED_MAX))).filter(({ lacksWords }) => lacksWords);
    },

    /** Reads the words of texts and names that a mistyped word may be. */
    async readWordsLike({ letters }: SearchWord): Promise<string[]> {
      const spared = Math.max(2, (letters.length >> 1) - 1);
      const values = { beginning: letters.slice(0, spared), ending: letters.slice(-spared), limit: SIMILAR_MAX };
      return (await execute<{ word: string }>(db, sql.WORDS_LIKE, values)).rows.map(({ word }) => word);
    },

    people: (words: readonly SearchWord[]) => people(words, NAMES_MAX),

    async topics(words: readonly SearchWord[], topicIds: readonly number[] | null): Promise<TopicHit[]> {
      const values = { query: beginningWithAll(words), topicIds: topicIds && [...topicIds], limit: NAMES_MAX };
      return (await execute<TopicHit>(db, sql.TOPICS_WITH_WORDS, values)).rows;
    },
  };
};
