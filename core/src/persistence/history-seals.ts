import type { Knex } from 'knex';
import { NO_SEAL, sealOver } from '../secrets/seal.ts';
import { isSame } from '../secrets/tokens.ts';

const SEAL_LOCK = 7_215_064;
/** Rows under one seal at most, and read at a time. */
const BATCH = 10_000;
const SEALS_AT_ONCE = 500;

export interface Seal {
  throughId: number;
  rows: number;
  seal: Buffer;
  sealedAt: Date;
}
/** What is not as it was sealed: the rows after `afterId` up to `throughId`. */
export interface BrokenSeal {
  afterId: number;
  throughId: number;
  sealedAt: Date;
}

type StoredSeal = Seal & { id: number };

const nothing = { throughId: 0, seal: NO_SEAL };

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** The first of them whose rows make a batch at most; one at least. */
function batchOf(seals: readonly StoredSeal[]): readonly StoredSeal[] {
  let total = 0;
  const end = seals.findIndex(({ rows }, place) => {
    total += rows;
    return place > 0 && total > BATCH;
  });
  return end === -1 ? seals : seals.slice(0, end);
}

/** Takes the rows up to that number away from the front. */
function takeThrough(words: unknown[][], throughId: number): unknown[][] {
  const end = words.findIndex(([id]) => Number(id) > throughId);
  return words.splice(0, end === -1 ? words.length : end);
}

/**
 * The words of a row as they are sealed: the same on every server and after a restore, to the microsecond. Columns of later releases are
 * not among them. After 0 means all: nothing of ours has a lower number, so what has one was slipped in.
 */
const ROWS = `
  select id, activity_id, act, actor_id, channel, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at, from_status, to_status, note
  from activity_history where id >= coalesce(nullif(?::bigint, 0) + 1, -9223372036854775808) and id <= ? order by id limit ?`;

export const historySealsOn = (db: Knex) => {
  async function wordsBetween(afterId: number, throughId: number, limit: number): Promise<unknown[][]> {
    const { rows } = await db.raw(ROWS, [afterId, throughId, limit]);
    return rows.map(Object.values);
  }

  return {
    /** Until the transaction ends nobody else seals; false where somebody does. */
    async takeTurn(): Promise<boolean> {
      return (await db.raw('select pg_try_advisory_xact_lock(?) as taken', [SEAL_LOCK])).rows[0].taken;
    },

    async last(): Promise<Seal | undefined> {
      return db('historySeals').orderBy('id', 'desc').first();
    },

    async newestRow(): Promise<number> {
      return (await db('activityHistory').max('id as id').first())?.id ?? 0;
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

    /** Seals the oldest rows that are not sealed, none after `throughId`; null where there are none. Hand it a transaction whose turn it is. */
    async add(throughId: number, sealedAt: Date): Promise<Seal | null> {
      const before = (await this.last()) ?? nothing;
      const words = await wordsBetween(before.throughId, throughId, BATCH);
      if (words.length === 0) return null;
      const added = { throughId: Number(words.at(-1)?.[0]), rows: words.length, seal: sealOver(before.seal, words), sealedAt };
      await db('historySeals').insert(added);
      return added;
    },

    /** Looks at every seal in turn; whether it holds, and what it covers. */
    async *all(): AsyncGenerator<Seal & BrokenSeal & { isWhole: boolean }> {
      let before: Pick<Seal, 'throughId' | 'seal'> = nothing;
      for (let lastId = 0; ; ) {
        const seals = batchOf(await db('historySeals').where('id', '>', lastId).orderBy('id').limit(SEALS_AT_ONCE));
        const last = seals.at(-1);
        if (!last) return;
        const sealedRows = sum(seals.map(({ rows }) => rows));
        const words = await wordsBetween(before.throughId, last.throughId, sealedRows + 1);
        const isAllHere = words.length <= sealedRows; // where rows were slipped in, each seal is read by itself
        for (const seal of seals) {
          const own = isAllHere ? takeThrough(words, seal.throughId) : await wordsBetween(before.throughId, seal.throughId, seal.rows + 1);
          const isWhole = own.length === seal.rows && isSame(seal.seal, sealOver(before.seal, own));
          yield { ...seal, afterId: before.throughId, isWhole };
          before = seal;
        }
        lastId = last.id;
      }
    },
  };
};
