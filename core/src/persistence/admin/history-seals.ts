import type { Knex } from 'knex';
import { type SealedTable, sealedTables } from '../../domain/activities/history-proof.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import { isSame, NO_SEAL, sealOver } from '../../secrets/secrets.ts';
import { TRY_LOCK } from '../database/server.sql.ts';
import { execute, firstRow } from '../database/statement.ts';
import {
  ADD,
  BOGUS,
  CLOCK,
  COVERING,
  IS_OVER,
  LAST,
  LAST_OF_DAY,
  LAST_OF_TABLE,
  NEWEST_NUMBER,
  NEXT,
  NEXT_TRANSACTION,
  NOTE_RUN,
  newestRow,
  REDACTION,
  rowAfter,
  rowsQuery,
  SEAL_BEFORE,
  SEALS_AT_MOST,
  UNSEALED,
} from './history-seals.sql.ts';

const SEAL_LOCK = 7_215_064;
/** Rows under one seal at most, and read at a time. */
export const SEALED_ROWS_MAX = 10_000;
const SEALS_AT_ONCE = 500;

type Form = 1 | 2 | 3;
export interface Seal {
  /** Its number in the chain, which is one over all tables. */
  id: number;
  /** The second also covers its number, table and time; the third also the row after which it begins. */
  form: Form;
  source: SealedTable;
  afterId: number;
  throughId: number;
  rows: number;
  seal: Buffer;
  sealedAt: Date;
}
/** A seal that does not cover what it names: the rows after `afterId` up to `throughId`. */
export type BrokenSeal = Pick<Seal, 'id' | 'source' | 'afterId' | 'throughId' | 'sealedAt'>;
/** Rows of all tables that no seal covers yet. */
export interface UnsealedRows {
  count: number;
  /** Sealing left out so many of these although it ran for long after them. */
  overdue: number;
  /** When the database took the first of them. */
  since: Date | null;
}

/** `follows`: it begins at the end of an earlier seal, or with the first row. */
type StoredSeal = Seal & { sealedText: string; follows: boolean };
type Front = Pick<Seal, 'id' | 'seal'>;

const nothing: Front = { id: 0, seal: NO_SEAL };

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** The first of them whose rows make a batch at most; one at least. */
function firstBatch(seals: readonly StoredSeal[]): readonly StoredSeal[] {
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

type SealHeadFields = Pick<StoredSeal, 'id' | 'form' | 'source' | 'afterId' | 'throughId' | 'rows' | 'sealedText'>;

/** What a seal covers beside its rows. */
function sealHeads({ id, form, source, afterId, throughId, rows, sealedText }: SealHeadFields): unknown[][] {
  if (form === 1) return [];
  return form === 2 ? [[id, source, throughId, rows, sealedText]] : [[id, source, afterId, throughId, rows, sealedText]];
}

/** Whether a seal is what follows from the one before it and from its rows, the last of which has the number that it names. */
const isIntact = (stored: StoredSeal, before: Buffer, own: readonly unknown[][]): boolean =>
  hasRange(stored, own) && isSame(stored.seal, sealOver(before, [...sealHeads(stored), ...own]));

const hasRange = ({ follows, rows, throughId }: StoredSeal, own: readonly unknown[][]): boolean =>
  follows && own.length === rows && Number(own.at(-1)?.[0]) === throughId;

/** The rows under a seal as they are now, bound to it. */
const redactedDigest = ({ seal }: Pick<Seal, 'seal'>, own: readonly unknown[][]): string => sealOver(seal, own).toString('hex');

/** The chain of seals. One that does not hold covers nothing: sealing steps over it, and its rows are sealed again. */
export const historySealsOn = (db: Knex) => {
  async function wordsBetween(source: SealedTable, form: Form, afterId: number, throughId: number, limit: number): Promise<unknown[][]> {
    const { rows } = await execute<Record<string, unknown>>(db, rowsQuery(source, form), [afterId, throughId, limit]);
    return rows.map((row) => Object.values(row));
  }
  const last = async (): Promise<StoredSeal | undefined> => (await execute<StoredSeal>(db, LAST)).rows[0];
  const newestNumber = async (source: SealedTable): Promise<number> =>
    (await firstRow<{ newest: number }>(db, NEWEST_NUMBER, [source])).newest;
  /** Whether its rows exist at all: reading them is worth while. */
  const isPossible = ({ id, afterId, throughId }: StoredSeal, sealsAtMost: number, newest: number) =>
    id <= sealsAtMost && afterId < throughId && throughId <= newest;

  async function holds(stored: StoredSeal): Promise<boolean> {
    const { id, form, source, afterId, throughId, rows } = stored;
    const { rows: earlier } = await execute<{ seal: Buffer }>(db, SEAL_BEFORE, [id]);
    const own = await wordsBetween(source, form, afterId, throughId, rows + 1);
    return isIntact(stored, earlier[0]?.seal ?? NO_SEAL, own) || isRedacted(stored, own);
  }

  /** Whether the rows are what an anonymisation made of those that were sealed (decision 29). */
  async function isRedacted(stored: StoredSeal, own: readonly unknown[][]): Promise<boolean> {
    if (!hasRange(stored, own)) return false;
    const { rows } = await execute<{ digest: string }>(db, REDACTION, { id: stored.id });
    return rows[0]?.digest === redactedDigest(stored, own);
  }

  /** The last row of a table under a seal that holds. */
  async function sealedThrough(source: SealedTable): Promise<number> {
    for (let [before, id]: [number | null, number] = [null, 0]; ; ) {
      const [stored]: StoredSeal[] = (await execute<StoredSeal>(db, LAST_OF_TABLE, { source, before, id })).rows;
      if (!stored || (await holds(stored))) return stored?.throughId ?? 0;
      [before, id] = [stored.throughId, stored.id];
    }
  }

  /** Reads the rows of several seals at once, and those of each by itself where rows were slipped in or a seal was stepped over. */
  async function prepareReader(seals: readonly StoredSeal[]) {
    const read = new Map<string, unknown[][]>();
    for (const [kind, own] of Map.groupBy(seals, ({ source, form }) => `${source} ${form}`)) {
      const [{ source, form, afterId }, end] = [own[0] as StoredSeal, own.at(-1) as StoredSeal];
      if (own.some((seal, place) => place > 0 && seal.afterId !== own[place - 1]?.throughId)) continue;
      const rows = sum(own.map((seal) => seal.rows));
      const words = await wordsBetween(source, form, afterId, end.throughId, rows + 1);
      if (words.length <= rows) read.set(kind, words);
    }
    return async ({ source, form, afterId, throughId, rows }: StoredSeal) => {
      const words = read.get(`${source} ${form}`);
      return words ? takeThrough(words, throughId) : wordsBetween(source, form, afterId, throughId, rows + 1);
    };
  }

  return {
    last,

    /** Until the transaction ends nobody else seals; false where somebody does. */
    async lock(): Promise<boolean> {
      return (await firstRow<{ isLocked: boolean }>(db, TRY_LOCK, [SEAL_LOCK])).isLocked;
    },

    /** The last row of a table that is not sealed yet; null where all are. */
    async newestUnsealed(source: SealedTable): Promise<number | null> {
      const { id } = await firstRow<{ id: number | null }>(db, newestRow(source));
      return id !== null && id > (await sealedThrough(source)) ? id : null;
    },

    /** Notes that sealing took place now, whether or not it succeeded. */
    async noteRun(): Promise<void> {
      await execute(db, NOTE_RUN);
    },

    /** A row is overdue when sealing took place so many seconds after it, and left it out. */
    async unsealed(patienceSeconds: number): Promise<UnsealedRows> {
      const through: Record<string, number> = {};
      for (const source of sealedTables) through[source] = await sealedThrough(source);
      return firstRow(db, UNSEALED, { ...through, patience: patienceSeconds });
    },

    /** Seals that name rows whose numbers were never issued, or that have a number above the number of rows. */
    async bogus(): Promise<Pick<Seal, 'id' | 'source' | 'throughId'>[]> {
      return (await execute<StoredSeal>(db, BOGUS)).rows;
    },

    /** The number that the next transaction that writes will have. */
    async nextTransaction(): Promise<string> {
      return (await firstRow<{ next: string }>(db, NEXT_TRANSACTION)).next;
    },

    /** Whether every transaction before that one has ended. */
    async isOver(transaction: string): Promise<boolean> {
      return (await firstRow<{ isOver: boolean }>(db, IS_OVER, [transaction])).isOver;
    },

    /** Seals the oldest rows of a table that are not sealed, none after `throughId`; null where there are none. Call it in a transaction whose turn it is. */
    async add(source: SealedTable, throughId: number): Promise<Seal | null> {
      const before = (await last()) ?? nothing;
      const afterId = await sealedThrough(source);
      const words = await wordsBetween(source, 3, afterId, throughId, SEALED_ROWS_MAX);
      if (words.length === 0) return null;
      const { now: sealedText } = await firstRow<{ now: string }>(db, CLOCK);
      const range = { source, afterId, throughId: Number(words.at(-1)?.[0]), rows: words.length };
      const headed: SealHeadFields = { id: before.id + 1, form: 3, ...range, sealedText };
      const seal = sealOver(before.seal, [...sealHeads(headed), ...words]);
      const { id } = await firstRow<{ id: number }>(db, ADD, { ...headed, seal });
      if (id !== headed.id) throw new Error(`Seal ${id} was to be number ${headed.id}`);
      return { id: headed.id, form: 3, ...range, seal, sealedAt: new Date(`${sealedText}Z`) };
    },

    /** Looks at every seal in turn; whether it holds, and what it covers. */
    async *all(): AsyncGenerator<Seal & { isWhole: boolean }> {
      const newest = new Map<SealedTable, number>();
      for (const source of sealedTables) newest.set(source, await newestNumber(source));
      const { sealsAtMost } = await firstRow<{ sealsAtMost: number }>(db, SEALS_AT_MOST);
      let before = nothing;
      for (;;) {
        const { rows } = await execute<StoredSeal>(db, NEXT, [before.id, SEALS_AT_ONCE]);
        const seals = firstBatch(rows);
        if (seals.length === 0) return;
        const possible = new Set(seals.filter((seal) => isPossible(seal, sealsAtMost, newest.get(seal.source) ?? 0)));
        const rowsUnder = await prepareReader([...possible]);
        for (const stored of seals) {
          const { sealedText: _, follows: __, ...seal } = stored;
          const own = possible.has(stored) ? await rowsUnder(stored) : [];
          const isWhole = possible.has(stored) && (isIntact(stored, before.seal, own) || (await isRedacted(stored, own)));
          yield { ...seal, isWhole };
          before = seal;
        }
      }
    },

    /** The seals that hold and cover one of these rows. */
    async covering(source: SealedTable, ids: readonly number[]): Promise<StoredSeal[]> {
      const { rows } = await execute<StoredSeal>(db, COVERING, { source, ids: [...ids] });
      const whole: StoredSeal[] = [];
      for (const stored of rows) if (await holds(stored)) whole.push(stored);
      return whole;
    },

    /** By the number of each seal, the digest of its rows as they are now. */
    async digestRows(seals: readonly StoredSeal[]): Promise<Record<string, string>> {
      const digests: Record<string, string> = {};
      for (const stored of seals) {
        const { id, source, form, afterId, throughId, rows } = stored;
        digests[id] = redactedDigest(stored, await wordsBetween(source, form, afterId, throughId, rows + 1));
      }
      return digests;
    },

    /** The last seal that holds of those made on a day; undefined where there is none. */
    async lastWhole(day: CalendarDate, zone: string): Promise<number | undefined> {
      for (let id = 2_147_483_647; ; ) {
        const [stored] = (await execute<StoredSeal>(db, LAST_OF_DAY, { day, zone, id })).rows;
        if (!stored || (await holds(stored))) return stored?.id;
        id = stored.id - 1;
      }
    },

    /** Finds the broken seals that name a row which the database took only after their time. */
    async namingLaterRows(seals: readonly BrokenSeal[]): Promise<Set<number>> {
      const ids = new Set<number>();
      for (const { id, source, afterId, throughId, sealedAt } of seals) {
        const { rows } = await execute(db, rowAfter(source), [afterId, throughId, sealedAt]);
        if (rows.length > 0) ids.add(id);
      }
      return ids;
    },
  };
};
