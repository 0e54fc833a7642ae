import type { Knex } from 'knex';
import { type Activity, openStatuses } from '../domain/activity.ts';
import type { Sought } from '../domain/search.ts';
import { literally } from './activity-selection.ts';

export interface Found extends Pick<Activity, 'id' | 'description' | 'status' | 'ownerId' | 'assigneeId'> {
  topic: string;
}
/** For whom: everything exists for those who see all, else what they are owner or responsible of. */
export interface Seeker {
  id: number;
  seesAll: boolean;
}

const HITS_MAX = 20;
/** The newest of a big company that are looked through one by one, and the most that the index of words may propose. */
const NEWEST = 5_000;
/** The index knows words by three letters: shorter ones are looked for among more of the newest. */
const INDEXED_LENGTH = 3;

const OPEN_FIRST = 'status = any(?::text[]) desc, created_at desc, id desc';

/** Finds activities by folio and words, open ones first, then the newest, with a bounded effort however many there are (docs/reports.md). */
export const activitySearchOn = (db: Knex) => {
  const columns = ['id', 'status', 'createdAt', 'descriptionKey'] as const;
  const open = () => db('activities').whereRaw('status = any(?::text[])', [openStatuses]);
  const newest = (of: Knex.QueryBuilder, count: number) => of.orderByRaw('created_at desc, id desc').limit(count).select(columns);
  const matching = (among: Knex.QueryBuilder, words: string) => among.whereLike('descriptionKey', literally(words));

  async function best(among: Knex.QueryBuilder, words: string): Promise<number[]> {
    return matching(db.from(among.as('among')), words)
      .orderByRaw(OPEN_FIRST, [openStatuses])
      .limit(HITS_MAX)
      .pluck('id');
  }

  /** A usual word is found at once among the newest open ones. A rare one is asked of its index, which is quick because it is rare. */
  async function inCompany(words: string): Promise<number[]> {
    const usual = await best(newest(open(), NEWEST), words);
    if (usual.length === HITS_MAX) return usual;
    const isIndexed = words.length >= INDEXED_LENGTH;
    const indexed = matching(db('activities').select(columns).limit(NEWEST), words);
    const recent = newest(db('activities'), isIndexed ? NEWEST : 4 * NEWEST);
    const among = db.from(newest(open(), isIndexed ? NEWEST : 4 * NEWEST).as('open')).select(columns);
    return best(isIndexed ? among.union([indexed, recent], true) : among.union([recent], true), words);
  }

  const ownOf = (userId: number) => db('activities').where((party) => party.where('ownerId', userId).orWhere('assigneeId', userId));

  return {
    /** The one of that folio first. */
    async find({ folio, words }: Sought, seeker: Seeker): Promise<Found[]> {
      const visible = () => (seeker.seesAll ? db('activities') : ownOf(seeker.id));
      const byFolio = folio ? await visible().where({ id: folio }).pluck('id') : [];
      const byWords = !words ? [] : seeker.seesAll ? await inCompany(words) : await best(ownOf(seeker.id).select(columns), words);
      const ids = [...new Set([...byFolio, ...byWords])].slice(0, HITS_MAX);
      const found: Found[] = await db('activities')
        .join('topics', 'topics.id', 'activities.topicId')
        .whereIn('activities.id', ids)
        .select('activities.id', 'activities.description', 'status', 'ownerId', 'assigneeId', 'topics.name as topic');
      return ids.flatMap((id) => found.find((one) => one.id === id) ?? []);
    },
  };
};
