import type { Knex } from 'knex';
import type { Activity } from '../domain/activity/activity.ts';
import { matchIn, type SearchedText, type SearchMatch, type SearchResult, type SearchWord } from '../domain/activity/search.ts';
import * as sql from './activity-search.sql.ts';
import { beginningWith, queryValues, searchQuery, withinOpen, withPartOf } from './search-query.ts';
import { execute, firstRow } from './statement.ts';

/** Who searches. Without `seesAll`, only activities exist of which one of the people is owner or responsible. */
export interface Seeker {
  userIds: readonly number[];
  seesAll: boolean;
}
interface TextsRow extends Pick<Activity, 'id' | 'description' | 'resolution' | 'status' | 'ownerId' | 'assigneeId'> {
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

/** One batch of the words that are missing. */
export interface WordsBatch {
  /** False where another process writes. */
  isOurs: boolean;
  /** Where the next batch begins; 0 after the last. */
  before: number;
  /** How many without words it met, and how many of these were not locked. */
  missing: number;
  filled: number;
}

const HITS_MAX = 20;
const NAMES_MAX = 5;
/** Of so many people with the full name, the index finds the activities. */
const NAMED_MAX = 50;
/** So many of the newest open activities are looked through one by one, and so many of the newest that the index finds. */
const NEWEST = 500;
/** Where no word is rare enough for the index. */
const MANY_NEWEST = 3_000;
const PROPOSED_MAX = 200;
/** Of a person's hits in comments, so many are read. */
const COMMENTED_MAX = 500;
/** Of these, so many say their place. */
const PLACED_MAX = 25;
/** A hit in a comment before these says no place. */
const COMMENTS_MAX = 200;
/** Limits of a batch, because acts on its activities wait until it ends. */
const FILLED_COMMENTS_MAX = 200;
const FILL_LOCK = 7_215_113;

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
  async function idsOf(text: string, values: Record<string, unknown>): Promise<number[]> {
    const limits = { limit: HITS_MAX, newest: NEWEST, proposed: PROPOSED_MAX };
    const { rows } = await execute<{ id: number }>(db, text, { ...limits, ...values });
    return rows.map(({ id }) => id);
  }

  /** People whose names have all words. */
  async function people(words: readonly SearchWord[], limit: number): Promise<PersonHit[]> {
    const values = { query: words.map(beginningWith).filter(Boolean).join(' & '), limit };
    return (await execute<PersonHit>(db, sql.PEOPLE_WITH_WORDS, values)).rows;
  }

  /** Common words are found among the newest. Others are rare enough for the index. */
  async function matching(words: readonly SearchWord[], { userIds, seesAll }: Seeker): Promise<number[]> {
    const any = await searchQuery(db, words);
    const query = seesAll ? any : withPartOf(any, userIds);
    const values = { ...queryValues(query), userIds: [...userIds] };
    const newestHits = await idsOf((seesAll ? sql.hitsOfNewestOpen : sql.hitsOfOwnNewest)(query), values);
    if (newestHits.length === HITS_MAX) return newestHits;
    if (!seesAll) return idsOf(sql.hitsByIndex(query), { ...values, newestHits });
    const more = await idsOf(sql.hitsOfAllNewest(query), { ...values, newest: MANY_NEWEST });
    const hitIds = [...new Set([...newestHits, ...more])];
    if (hitIds.length >= HITS_MAX) return hitIds.slice(0, HITS_MAX);
    if (query.indexed.length > 0) return idsOf(sql.hitsByIndex(query), { ...values, newestHits: hitIds });
    // A full name whose words very many people have is rare enough for the index.
    const matchingPeople = await people(words, NAMED_MAX);
    if (matchingPeople.length === 0) return hitIds;
    const ofPeople = withPartOf(
      { marks: [], indexed: [], compared: [] },
      matchingPeople.map(({ id }) => id),
    );
    return idsOf(sql.hitsByIndex(ofPeople), { ...queryValues(ofPeople), newestHits: hitIds });
  }

  /** The comment of each activity that has most of the words which its other texts lack. */
  async function commentsWith(missing: readonly { id: number; missing: readonly SearchWord[] }[]): Promise<Map<number, string>> {
    const pairs = missing.flatMap(({ id, missing: words }) => words.filter(({ letters }) => letters).map((word) => ({ id, word })));
    if (pairs.length === 0) return new Map();
    const { rows } = await execute<{ activityId: number; body: string }>(db, sql.COMMENTS_WITH_WORDS, {
      ids: pairs.map(({ id }) => id),
      letters: pairs.map(({ word }) => word.letters),
      beginnings: pairs.map(({ word }) => beginningWith(word)),
      comments: COMMENTS_MAX,
    });
    return new Map(rows.map(({ activityId, body }) => [activityId, body]));
  }

  /** Where the words of activities are that the caller may see. Comments are read only where the other texts lack a word. */
  async function placesOf(
    ids: readonly number[],
    words: readonly SearchWord[],
    placed = ids,
  ): Promise<(ActivityHit & { lacksWords: boolean })[]> {
    const { rows } = await execute<TextsRow>(db, sql.SEARCHED_TEXTS, [[...ids]]);
    const results = rows.map((row) => ({ id: row.id, ...matchIn(withoutComments(row), words) }));
    const comments = await commentsWith(results.filter(({ id }) => placed.includes(id)));
    return rows.map(({ resolution: _, owner: __, responsible: ___, ...row }, place) => {
      const comment = comments.get(row.id);
      const { match } = comment === undefined ? (results[place] as SearchResult) : matchIn([{ where: 'comment', text: comment }], words);
      return { ...row, found: match, lacksWords: (results[place] as SearchResult).missing.length > 0 };
    });
  }

  return {
    /** The one of a folio alone first, then open ones, then the newest. */
    async find(words: readonly SearchWord[], seeker: Seeker): Promise<ActivityHit[]> {
      const folios = words.length === 1 ? words.flatMap(({ folio }) => folio ?? []) : [];
      const byFolio = folios.length > 0 ? await idsOf(sql.BY_FOLIO, { folios, userIds: [...seeker.userIds], seesAll: seeker.seesAll }) : [];
      const isFolioAlone = words.length === 1 && !words[0]?.letters;
      const ids = [...new Set([...byFolio, ...(isFolioAlone ? [] : await matching(words, seeker))])].slice(0, HITS_MAX);
      const hits = new Map((await placesOf(ids, words)).map((hit) => [hit.id, hit]));
      return ids.flatMap((id) => hits.get(id) ?? []);
    },

    placesOf,

    /**
     * Of about the newest open or closed activities of those people, those whose other texts lack a word that a comment has; in any order.
     * Some say their place.
     */
    async inComments(words: readonly SearchWord[], userIds: readonly number[], part: 'open' | 'closed'): Promise<ActivityHit[]> {
      const ofPeople = withPartOf(await searchQuery(db, words), userIds);
      const query = part === 'open' ? withinOpen(ofPeople) : ofPeople;
      const ids = await idsOf(sql.hitsOfPeople(query, part), { ...queryValues(query), limit: COMMENTED_MAX });
      return (await placesOf(ids, words, ids.slice(0, PLACED_MAX))).filter(({ lacksWords }) => lacksWords);
    },

    people: (words: readonly SearchWord[]) => people(words, NAMES_MAX),

    /** Topics whose names have all words, all or those of that list. */
    async topics(words: readonly SearchWord[], topicIds: readonly number[] | null): Promise<TopicHit[]> {
      const values = { query: words.map(beginningWith).filter(Boolean).join(' & '), topicIds: topicIds && [...topicIds], limit: NAMES_MAX };
      return (await execute<TopicHit>(db, sql.TOPICS_WITH_WORDS, values)).rows;
    },

    /** Writes the words of some activities with a smaller folio than that, unless another process does. */
    async fillWords(before: number, limit: number): Promise<WordsBatch> {
      return firstRow(db, sql.FILL_WORDS, { before, limit, lock: FILL_LOCK, comments: FILLED_COMMENTS_MAX });
    },

    /** How many activities no search finds yet. */
    async countWithoutWords(): Promise<number> {
      return (await firstRow<{ count: number }>(db, sql.COUNT_WITHOUT_WORDS)).count;
    },
  };
};
