import type { Knex } from 'knex';
import { type SealedTable, sealedTables } from '../domain/proof.ts';
import { NO_SEAL, sealOver } from '../secrets/seal.ts';
import { isSame } from '../secrets/tokens.ts';

const SEAL_LOCK = 7_215_064;
/** Rows under one seal at most, and read at a time. */
export const SEALED_ROWS_MAX = 10_000;
const SEALS_AT_ONCE = 500;

export interface Seal {
  /** Its number in the chain, which is one over all tables. */
  id: number;
  /** The second also covers its number, table and time. */
  form: 1 | 2;
  source: SealedTable;
  throughId: number;
  rows: number;
  seal: Buffer;
  sealedAt: Date;
}
/** What is not as it was sealed: the rows after `afterId` up to `throughId`. */
export interface BrokenSeal {
  source: SealedTable;
  afterId: number;
  throughId: number;
  sealedAt: Date;
}

type StoredSeal = Seal & { sealedText: string };
type Front = Pick<Seal, 'id' | 'seal'>;

const nothing: Front = { id: 0, seal: NO_SEAL };

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** The first of them whose rows make a batch at most; one at least. */
function batchOf(seals: readonly StoredSeal[]): readonly StoredSeal[] {
  let total = 0;
  const end = seals.findIndex(({ rows }, place) => {
    total += rows;
    return place > 0 && total > SEALED_ROWS_MAX;
  });
  return end === -1 ? seals : seals.slice(0, end);
}

/** Takes the rows up to that number away from the front. */
function takeThrough(words: unknown[][], throughId: number): unknown[][] {
  const end = words.findIndex(([id]) => Number(id) > throughId);
  return words.splice(0, end === -1 ? words.length : end);
}

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as ${column}`;
const HISTORY = `id, activity_id, act, actor_id, channel, ${instant('at')}, from_status, to_status, note`;

/** When the database took a row. */
const TAKEN_AT: Record<SealedTable, string> = {
  activity_history: 'coalesce(recorded_at, at)',
  admin_history: 'at',
  history_baselines: 'at',
};

/** The words of a row as they are sealed: the same on every server and after a restore, to the microsecond. */
const wordsOf: Record<SealedTable, Record<1 | 2, string>> = {
  activity_history: { 1: HISTORY, 2: `${HISTORY}, facts::text as facts, ${instant('recorded_at')}, is_loaded` },
  admin_history: {
    1: 'id',
    2: `id, ${instant('at')}, actor_id, actor_name, act, subject_kind, subject_id, subject, before::text as before, after::text as after, address, channel`,
  },
  history_baselines: { 1: 'id', 2: `id, kind, activity_id, through_id, facts::text as facts, ${instant('at')}` },
};
/** After 0 means all: nothing of ours has a lower number, so what has one was slipped in. */
const rowsOf = (source: SealedTable, form: 1 | 2) => `
  select ${wordsOf[source][form]} from ${source}
  where id >= coalesce(nullif(?::bigint, 0) + 1, -9223372036854775808) and id <= ? order by id limit ?`;

const SEALS = `select id, form, source, through_id as "throughId", rows, seal, sealed_at as "sealedAt",
  to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as "sealedText" from history_seals`;
const ADD = `insert into history_seals (id, form, source, through_id, rows, seal, sealed_at) overriding system value
  values (:id, 2, :source, :throughId, :rows, :seal, (:sealedText || 'Z')::timestamptz) returning id`;

type Unnumbered = Pick<StoredSeal, 'source' | 'throughId' | 'rows' | 'sealedText'>;

/** What a seal of the second form covers beside its rows. */
const headOf = (id: number, { source, throughId, rows, sealedText }: Unnumbered) => [id, source, throughId, rows, sealedText];

/** The chain of seals. A bogus one names a row whose number was never issued, or has a number that cannot be reached: it covers nothing. */
export const historySealsOn = (db: Knex) => {
  async function wordsBetween(source: SealedTable, form: 1 | 2, afterId: number, throughId: number, limit: number): Promise<unknown[][]> {
    const { rows } = await db.raw(rowsOf(source, form), [afterId, throughId, limit]);
    return rows.map(Object.values);
  }
  const last = async (): Promise<StoredSeal | undefined> =>
    (await db.raw(`${SEALS} where id <= seals_at_most() order by id desc limit 1`)).rows[0];
  const newestNumber = async (source: SealedTable): Promise<number> =>
    (await db.raw('select newest_number(?) as newest', [source])).rows[0].newest;
  const sealedThrough = async (source: SealedTable): Promise<number> =>
    (await db.raw('select sealed_through(?) as through', [source])).rows[0].through;

  /** Reads the rows of several seals at once, and those of each by itself where rows were slipped in. */
  async function readerOf(seals: readonly StoredSeal[], covered: Map<SealedTable, number>) {
    const read = new Map<string, unknown[][] | null>();
    for (const [kind, own] of Map.groupBy(seals, ({ source, form }) => `${source} ${form}`)) {
      const [{ source, form }, end] = [own[0] as StoredSeal, own.at(-1) as StoredSeal];
      const rows = sum(own.map((seal) => seal.rows));
      const words = await wordsBetween(source, form, covered.get(source) ?? 0, end.throughId, rows + 1);
      read.set(kind, words.length <= rows ? words : null);
    }
    return async ({ source, form, throughId, rows }: StoredSeal, afterId: number) => {
      const words = read.get(`${source} ${form}`);
      return words ? takeThrough(words, throughId) : wordsBetween(source, form, afterId, throughId, rows + 1);
    };
  }

  return {
    last,

    /** Until the transaction ends nobody else seals; false where somebody does. */
    async takeTurn(): Promise<boolean> {
      return (await db.raw('select pg_try_advisory_xact_lock(?) as taken', [SEAL_LOCK])).rows[0].taken;
    },

    /** The last row of a table that is not sealed yet; null where all are. */
    async newestUnsealed(source: SealedTable): Promise<number | null> {
      const [newest] = await db(source).max('id as id');
      return newest?.id > (await sealedThrough(source)) ? newest?.id : null;
    },

    /** Rows of all tables that are not sealed yet: those that the database took at most so many seconds ago, and those before. */
    async countUnsealed(recentSeconds: number): Promise<{ recent: number; overdue: number }> {
      const unsealed = sealedTables.map(
        (source) => `select ${TAKEN_AT[source]} as at from ${source} where id > sealed_through('${source}')`,
      );
      const { rows } = await db.raw(
        `select count(*) filter (where is_recent)::int as recent, count(*) filter (where not is_recent)::int as overdue
         from (select at >= clock_timestamp() - ? * interval '1 second' as is_recent from (${unsealed.join(' union all ')}) as unsealed) as aged`,
        [recentSeconds],
      );
      return rows[0];
    },

    /** Seals that name rows whose numbers were never issued, or that have a number above the number of rows. */
    async bogus(): Promise<Pick<Seal, 'id' | 'source' | 'throughId'>[]> {
      const { rows } = await db.raw(`${SEALS} where through_id > newest_number(source) or id > (select seals_at_most()) order by id`);
      return rows;
    },

    /** The number that the next transaction that writes will have. */
    async nextTransaction(): Promise<string> {
      return (await db.raw('select pg_snapshot_xmax(pg_current_snapshot())::text as next')).rows[0].next;
    },

    /** Whether every transaction before that one has ended. */
    async isOver(transaction: string): Promise<boolean> {
      const { rows } = await db.raw('select pg_snapshot_xmin(pg_current_snapshot())::text::numeric >= ?::numeric as over', [transaction]);
      return rows[0].over;
    },

    /** Seals the oldest rows of a table that are not sealed, none after `throughId`; null where there are none. Call it in a transaction whose turn it is. */
    async add(source: SealedTable, throughId: number): Promise<Seal | null> {
      const before = (await last()) ?? nothing;
      const words = await wordsBetween(source, 2, await sealedThrough(source), throughId, SEALED_ROWS_MAX);
      if (words.length === 0) return null;
      const { rows: clock } = await db.raw(`select ${instant('now')} from clock_timestamp() as now`);
      const sealedText: string = clock[0].now;
      const unnumbered = { source, throughId: Number(words.at(-1)?.[0]), rows: words.length, sealedText };
      const id = before.id + 1;
      const seal = sealOver(before.seal, [headOf(id, unnumbered), ...words]);
      const { rows } = await db.raw(ADD, { id, ...unnumbered, seal });
      if (rows[0].id !== id) throw new Error(`Seal ${rows[0].id} was to be number ${id}`);
      return { id, form: 2, source, throughId: unnumbered.throughId, rows: words.length, seal, sealedAt: new Date(`${sealedText}Z`) };
    },

    /** Looks at every seal in turn; whether it holds, and what it covers. */
    async *all(): AsyncGenerator<Seal & BrokenSeal & { isWhole: boolean }> {
      const newest = new Map<SealedTable, number>();
      const covered = new Map<SealedTable, number>();
      const { rows: limits } = await db.raw('select seals_at_most() as "sealsAtMost"');
      const { sealsAtMost } = limits[0];
      let before = nothing;
      for (;;) {
        const { rows } = await db.raw(`${SEALS} where id > ? order by id limit ?`, [before.id, SEALS_AT_ONCE]);
        const seals = batchOf(rows);
        if (seals.length === 0) return;
        for (const { source } of seals) if (!newest.has(source)) newest.set(source, await newestNumber(source));
        const isReal = ({ id, source, throughId }: StoredSeal) => id <= sealsAtMost && throughId <= (newest.get(source) as number);
        const rowsUnder = await readerOf(seals.filter(isReal), covered);
        for (const stored of seals) {
          const { sealedText: _, ...seal } = stored;
          const afterId = covered.get(seal.source) ?? 0;
          const own = isReal(stored) ? await rowsUnder(stored, afterId) : [];
          const lines = seal.form === 2 ? [headOf(seal.id, stored), ...own] : own;
          const isWhole = isReal(stored) && own.length === seal.rows && isSame(seal.seal, sealOver(before.seal, lines));
          yield { ...seal, afterId, isWhole };
          if (isReal(stored)) covered.set(seal.source, Math.max(afterId, seal.throughId));
          before = seal;
        }
      }
    },
  };
};
