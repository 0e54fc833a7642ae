import type { Knex } from 'knex';
import type { Activity } from '../domain/activity/activity.ts';
import type { SearchTerms } from '../domain/activity/search.ts';
import { BEST_BY_INDEX, BEST_OF_NEWEST, BEST_OF_OWN, BY_FOLIO, HITS } from './activity-search.sql.ts';
import { execute, literally } from './statement.ts';

export interface ActivityHit extends Pick<Activity, 'id' | 'description' | 'status' | 'ownerId' | 'assigneeId'> {
  topic: string;
}
/** Who searches. Without `seesAll`, only activities exist of which the person is owner or responsible. */
export interface Seeker {
  id: number;
  seesAll: boolean;
}

const HITS_MAX = 20;
/** So many of the newest are looked through one by one, the newest open ones and the newest of all: first few, then many. */
const FEW = 5_000;
const MANY = 20_000;
/** The index holds groups of three letters. It has no shorter words, and is slow with a phrase, which has many groups. */
const INDEXED_LENGTH = 3;
const PHRASE_LENGTH = 20;
const PROPOSED_MAX = 5_000;

/** Finds activities by folio and words, open ones first, then the newest, with a bounded effort however many there are (docs/reports.md). */
export const activitySearchOn = (db: Knex) => {
  /** The limit allows for activities that are in each of the sets. */
  async function best(text: string, sets: number, words: string, values: Record<string, unknown>): Promise<number[]> {
    const { rows } = await execute<{ id: number }>(db, text, { pattern: literally(words), limit: HITS_MAX * sets, ...values });
    return [...new Set(rows.map(({ id }) => id))].slice(0, HITS_MAX);
  }
  const byIndex = (words: string) => best(BEST_BY_INDEX, 3, words, { newest: FEW, proposed: PROPOSED_MAX });

  /** Frequent words are found among the newest. Rare ones are looked up in their index, which is quick because they are rare. */
  async function inCompany(words: string): Promise<number[]> {
    const isIndexed = words.length >= INDEXED_LENGTH;
    const few = await best(BEST_OF_NEWEST, 2, words, { newest: FEW });
    if (few.length === HITS_MAX) return few;
    if (isIndexed && words.length < PHRASE_LENGTH) return byIndex(words);
    const many = await best(BEST_OF_NEWEST, 2, words, { newest: MANY });
    return many.length === HITS_MAX || !isIndexed ? many : byIndex(words);
  }

  async function matching(words: string, { id: userId, seesAll }: Seeker): Promise<number[]> {
    if (!words) return [];
    return seesAll ? inCompany(words) : best(BEST_OF_OWN, 1, words, { userId, newest: MANY });
  }

  return {
    /** The one of that folio first. */
    async find({ folio, words }: SearchTerms, seeker: Seeker): Promise<ActivityHit[]> {
      const byFolio = folio
        ? (await execute<{ id: number }>(db, BY_FOLIO, { folio, userId: seeker.id, seesAll: seeker.seesAll })).rows
        : [];
      const ids = [...new Set([...byFolio.map(({ id }) => id), ...(await matching(words, seeker))])].slice(0, HITS_MAX);
      const { rows } = await execute<ActivityHit>(db, HITS, [ids]);
      return ids.flatMap((id) => rows.find((hit) => hit.id === id) ?? []);
    },
  };
};
