import type { Knex } from 'knex';
import { type Activity, openStatuses } from '../domain/activity/activity.ts';
import type { SearchTerms } from '../domain/activity/search.ts';
import { literally } from './activity-selection.ts';

export interface ActivityHit extends Pick<Activity, 'id' | 'description' | 'status' | 'ownerId' | 'assigneeId'> {
  topic: string;
}
/** For whom: everything exists for those who see all, else what they are owner or responsible of. */
export interface Seeker {
  id: number;
  seesAll: boolean;
}

const HITS_MAX = 20;
/** So many of the newest are looked through one by one, the newest open ones and the newest of all: first few, then many. */
const FEW = 5_000;
const MANY = 20_000;
/** The index knows words by three letters, so it knows none that is shorter, and is slow to put a phrase together from its many threes. */
const INDEXED_LENGTH = 3;
const PHRASE_LENGTH = 20;
const PROPOSED_MAX = 5_000;

const OPEN_FIRST = 'status = any(?::text[]) desc, created_at desc, id desc';

/** Finds activities by folio and words, open ones first, then the newest, with a bounded effort however many there are (docs/reports.md). */
export const activitySearchOn = (db: Knex) => {
  const columns = ['id', 'status', 'createdAt', 'descriptionKey'] as const;
  const ownOf = (userId: number) => db('activities').where((party) => party.where('ownerId', userId).orWhere('assigneeId', userId));
  const open = () => db('activities').whereRaw('status = any(?::text[])', [[...openStatuses]]);
  /** Cut off before the words are asked for, which keeps PostgreSQL from asking the index of words instead. */
  const newest = (of: Knex.QueryBuilder, count: number) => of.orderByRaw('created_at desc, id desc').limit(count).select(columns);
  const newestOfCompany = (count: number) => [newest(open(), count), newest(db('activities'), count)];

  /** The best that match; what is in two of the sets is found twice. */
  async function best(sets: Knex.QueryBuilder[], words: string): Promise<number[]> {
    const matching = sets.map((set) => db.from(set.as('among')).whereLike('descriptionKey', literally(words)).select(columns));
    const all = db.from(db.unionAll(matching).as('found')).orderByRaw(OPEN_FIRST, [[...openStatuses]]);
    return [...new Set<number>(await all.limit(HITS_MAX * sets.length).pluck('id'))].slice(0, HITS_MAX);
  }

  function byIndex(words: string): Promise<number[]> {
    const proposed = db('activities').whereLike('descriptionKey', literally(words)).limit(PROPOSED_MAX).select(columns);
    return best([...newestOfCompany(FEW), proposed], words);
  }

  /** Usual words are found at once among the newest. Rare ones are asked of their index, which is quick because they are rare. */
  async function inCompany(words: string): Promise<number[]> {
    const isIndexed = words.length >= INDEXED_LENGTH;
    const few = await best(newestOfCompany(FEW), words);
    if (few.length === HITS_MAX) return few;
    if (isIndexed && words.length < PHRASE_LENGTH) return byIndex(words);
    const many = await best(newestOfCompany(MANY), words);
    return many.length === HITS_MAX || !isIndexed ? many : byIndex(words);
  }

  return {
    /** The one of that folio first. */
    async find({ folio, words }: SearchTerms, seeker: Seeker): Promise<ActivityHit[]> {
      const visible = () => (seeker.seesAll ? db('activities') : ownOf(seeker.id));
      const byFolio = folio ? await visible().where({ id: folio }).pluck('id') : [];
      const byWords = !words ? [] : seeker.seesAll ? await inCompany(words) : await best([newest(ownOf(seeker.id), MANY)], words);
      const ids = [...new Set([...byFolio, ...byWords])].slice(0, HITS_MAX);
      const found: ActivityHit[] = await db('activities')
        .join('topics', 'topics.id', 'activities.topicId')
        .whereIn('activities.id', ids)
        .select('activities.id', 'activities.description', 'status', 'ownerId', 'assigneeId', 'topics.name as topic');
      return ids.flatMap((id) => found.find((one) => one.id === id) ?? []);
    },
  };
};
