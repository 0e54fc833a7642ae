import type { Knex } from 'knex';
import type { Activity } from '../domain/activity/activity.ts';
import type { Proof, ProofRow, ProvenComment, ProvenImage } from '../domain/history/proof.ts';
import type { ActivityRecord } from '../domain/history/replay.ts';
import { digestOf } from '../secrets/seal.ts';
import { type ActivityBaseline, historyBaselinesOn } from './history-baselines.ts';
import { SEALED_ROWS_MAX } from './history-seals.ts';

const BATCH = 1_000;

export interface StoredImage {
  id: string;
  sha256: string;
  sizeBytes: number;
}
type Entry = ActivityRecord & ProofRow;
/** An activity with all that is stored of it, and what is to prove it. */
export interface Life {
  activity: Activity;
  /** Oldest act first. */
  history: Entry[];
  stored: Proof;
  baseline: ActivityBaseline | null;
}
export interface Misdated {
  id: number;
  activityId: number;
  at: Date;
  recordedAt: Date | null;
  /** Both dates are too far from each other; otherwise the row lies outside the time of its seal, or has no date of the database. */
  isApart: boolean;
  /** When its seal was made, where it lies outside the time of its seal. */
  sealedAt: Date | null;
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

type Of<Filed> = Filed & { id: string; activityId: number };
const DIGEST = `encode(sha256(convert_to(body, 'UTF8')), 'hex') as sha256`;
/** As JavaScript writes an instant. */
const written = (column: string, as: string) =>
  `to_char(date_trunc('milliseconds', ${column}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${as}`;

const filedById = <Filed>(filed: readonly Of<Filed>[] = []) =>
  Object.fromEntries(filed.map(({ id, activityId: _, ...rest }) => [id, rest as Filed]));

function fieldsOf({ ownerId, assigneeId, topicId, priority, dueOn, repeats, extendedTo, ...texts }: Activity): Proof['fields'] {
  const { description, resolution, extensionReason } = texts;
  return {
    ...{ ownerId, assigneeId, topicId, priority, dueOn, repeats, extendedTo, description: digestOf(description) },
    resolution: resolution && digestOf(resolution),
    extensionReason: extensionReason && digestOf(extensionReason),
  };
}

const APART = 'not coalesce(is_loaded, false) and coalesce(abs(extract(epoch from at - recorded_at)) > :tolerance, false)';
const UNDATED = `${APART} or recorded_at is null and id > :baselineId`;
/** The date that a person sees against the database's own, and both against the seals around the row. */
const MISDATED = `
  with windows as (
    select seal.through_id, seal.sealed_at,
      coalesce(after_id, lag(seal.through_id, 1, 0::bigint) over by_number) as after_id,
      case when lag(seal.rows) over by_number < :sealedRowsMax then lag(seal.sealed_at) over by_number end as not_before
    from history_seals seal
    where seal.source = 'activity_history' and seal.through_id <= newest_number('activity_history') and seal.id <= (select seals_at_most())
      and not seal.id = any(:bogus::integer[])
    window by_number as (order by seal.id)
  )
  select id, activity_id as "activityId", at, recorded_at as "recordedAt", ${APART} as "isApart", null::timestamptz as "sealedAt"
  from activity_history where ${UNDATED}
  union all
  select found.id, activity_id, at, recorded_at, false, sealed_at
  from windows cross join lateral (
    select * from activity_history history
    where history.id > after_id and history.id <= windows.through_id and (
      coalesce(recorded_at, at) > sealed_at + :tolerance * interval '1 second'
      or coalesce(recorded_at, at) < not_before - :tolerance * interval '1 second')
      and not (${UNDATED})
    offset 0
  ) as found
  order by 1`;

/** What a check of the whole database reads; call it in a transaction that sees one moment. */
export const auditOn = (db: Knex) => ({
  /** The activities after that folio, with all that is stored of them; at most a batch. */
  async livesAfter(folio: number, limit = BATCH): Promise<Life[]> {
    const activities: Activity[] = await db('activities').where('id', '>', folio).orderBy('id').limit(limit);
    if (activities.length === 0) return [];
    const ids = activities.map(({ id }) => id);
    const rows: (Entry & { activityId: number })[] = await db('activityHistory')
      .whereIn('activityId', ids)
      .orderBy('id')
      .select('id', 'activityId', 'act', 'actorId', 'at', 'fromStatus', 'toStatus', 'note', 'facts', 'recordedAt');
    const comments: Of<ProvenComment>[] = await db('comments')
      .whereIn('activityId', ids)
      .select('id', 'activityId', 'authorId as author')
      .select(db.raw([DIGEST, written('written_at', 'at'), written('canceled_at', 'canceled_at')].join(', ')));
    const images: Of<ProvenImage>[] = await db('images')
      .whereIn('activityId', ids)
      .select('id', 'activityId', 'uploadedById as author', 'sha256')
      .select(db.raw(written('uploaded_at', 'at')));
    const baselines = await historyBaselinesOn(db).of(ids);
    const own = <Row extends { activityId: number }>(all: readonly Row[]) => Map.groupBy(all, ({ activityId }) => activityId);
    const [histories, remarks, pictures] = [own(rows), own(comments), own(images)];
    return activities.map((activity) => ({
      activity,
      history: histories.get(activity.id) ?? [],
      stored: { fields: fieldsOf(activity), comments: filedById(remarks.get(activity.id)), evidence: filedById(pictures.get(activity.id)) },
      baseline: baselines.get(activity.id) ?? null,
    }));
  },

  /** Every activity with all that is stored of it, by folio. */
  async *lives(): AsyncGenerator<Life> {
    for (let after = 0; ; ) {
      const found = await this.livesAfter(after);
      yield* found;
      if (found.length < BATCH) return;
      after = found.at(-1)?.activity.id as number;
    }
  },

  /** Rows that were loaded with dates of the past before the first seal. */
  async loadedRows(): Promise<number> {
    return Number((await db('activityHistory').where({ isLoaded: true }).count('* as rows').first())?.rows);
  },

  /**
   * Rows of the history whose date is not the database's, or lies outside the time of their seal; after `baselineId` also those without
   * the database's date. Bogus seals say nothing of a time.
   */
  async misdated(toleranceSeconds: number, baselineId: number, bogus: readonly number[]): Promise<Misdated[]> {
    const values = { tolerance: toleranceSeconds, baselineId, sealedRowsMax: SEALED_ROWS_MAX, bogus: [...bogus] };
    return (await db.raw(MISDATED, values)).rows;
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
