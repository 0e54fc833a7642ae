import type { Knex } from 'knex';
import type { Activity } from '../domain/activity.ts';
import type { Told } from '../domain/replay.ts';

const BATCH = 1_000;

export interface StoredImage {
  id: string;
  sha256: string;
  sizeBytes: number;
}
export interface Dangling {
  table: string;
  column: string;
  rows: number;
}
export interface OutboxFaults {
  rows: number;
  /** Sent and given up at once. */
  twoEnds: number;
  /** Over, and yet to be tried. */
  restless: number;
  /** Not over, and never to be tried. */
  forgotten: number;
  /** Letters to several people, or by several channels. */
  mixedLetters: number;
}

const OUTBOX_FAULTS = `
  select count(*)::int as "rows",
    count(*) filter (where sent_at is not null and failed_at is not null)::int as "twoEnds",
    count(*) filter (where (sent_at is not null or failed_at is not null) and (next_try_at is not null or claimed_until is not null))::int as "restless",
    count(*) filter (where sent_at is null and failed_at is null and next_try_at is null)::int as "forgotten",
    (select count(*) from (
      select from outbox where letter is not null group by letter having count(distinct (recipient_id, channel)) > 1
    ) as mixed)::int as "mixedLetters"
  from outbox`;

const REFERENCES = `
  select child.relname as "child", (select attname from pg_attribute where attrelid = child.oid and attnum = conkey[1]) as "column",
    parent.relname as "parent", (select attname from pg_attribute where attrelid = parent.oid and attnum = confkey[1]) as "target"
  from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
  where contype = 'f' and connamespace = current_schema()::regnamespace
  order by 1, 2`;

/** What a check of the whole database reads; hand it a transaction that sees one moment. */
export const auditOn = (db: Knex) => ({
  /** Every activity with its history, oldest act first, by folio. */
  async *lives(): AsyncGenerator<{ activity: Activity; history: Told[] }> {
    for (let after = 0; ; ) {
      const activities: Activity[] = await db('activities').where('id', '>', after).orderBy('id').limit(BATCH);
      if (activities.length === 0) return;
      const ids = activities.map(({ id }) => id);
      const rows: (Told & { activityId: number })[] = await db('activityHistory').whereIn('activityId', ids).orderBy('id');
      const histories = Map.groupBy(rows, ({ activityId }) => activityId);
      for (const activity of activities) yield { activity, history: histories.get(activity.id) ?? [] };
      after = ids.at(-1) as number;
    }
  },

  /** Evidence and photos, by id. */
  async *storedImages(): AsyncGenerator<StoredImage> {
    for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
      const photos = db('profilePhotos').select('imageId as id', 'sha256', 'sizeBytes');
      const all = db('images').select('id', 'sha256', 'sizeBytes').unionAll(photos).as('stored');
      const found: StoredImage[] = await db.from(all).where('id', '>', after).orderBy('id').limit(BATCH);
      yield* found;
      if (found.length < BATCH) return;
      after = (found.at(-1) as StoredImage).id;
    }
  },

  /** References and how many of their rows name nothing. */
  async references(): Promise<Dangling[]> {
    const { rows } = await db.raw(REFERENCES);
    const looked: Dangling[] = [];
    for (const { child, column, parent, target } of rows) {
      const naming = db.raw('not exists (select from ?? as named where named.?? = naming.??)', [parent, target, column]);
      const [found] = await db(`${child} as naming`).whereNotNull(column).whereRaw(naming.toQuery()).count('* as dangling');
      looked.push({ table: child, column, rows: Number(found?.dangling) });
    }
    return looked;
  },

  async outboxFaults(): Promise<OutboxFaults> {
    return (await db.raw(OUTBOX_FAULTS)).rows[0];
  },
});
