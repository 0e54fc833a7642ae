import type { Knex } from 'knex';
import { type SealedTable, sealedTables } from '../../domain/activities/history-proof.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import { buildTree, hashLeaf, isSame, NO_SEAL, sealOver, treePath, treeRoot } from '../../secrets/secrets.ts';
import { TRY_LOCK } from '../database/server.sql.ts';
import { execute, firstRow } from '../database/statement.ts';
import * as sql from './history-seals.sql.ts';

const SEAL_LOCK = 7_215_064;
/** One seal covers at most this many rows, and as many are read at a time. */
export const SEALED_ROWS_MAX = 10_000;
const SEALS_AT_ONCE = 500;

type Form = 1 | 2 | 3 | 4;
export interface Seal {
  /** Its number in the chain. All tables have one chain. */
  id: number;
  /** A seal of form 2 also covers its number, table and time; form 3 also the row after which it begins; form 4 covers its rows by the root of a tree. */
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
  /** The number of these rows that sealing left out although it ran long after them. */
  overdue: number;
  /** The time at which the database took the first of them. */
  since: Date | null;
}

/** A seal with a tree, as a stranger computes it again. */
export interface SealLink {
  number: number;
  source: SealedTable;
  afterId: number;
  throughId: number;
  rows: number;
  /** In UTC, to the microsecond, without a zone: these letters are sealed. */
  sealedAt: string;
  root: string;
  seal: string;
}
/** What a row of an activity's history says, and how it leads to its seal. */
export interface ProvenRow {
  words: unknown[];
  /** `earlier` has a seal without a tree, `pending` none yet; `redacted` was rewritten to forget a person; `broken` differs from its seal. */
  state: 'sealed' | 'earlier' | 'pending' | 'redacted' | 'broken';
  link: SealLink | null;
  leaf: string;
  path: string[];
}
interface OwnSeal {
  id: number;
  sealId: number | null;
  hasEarlier: boolean | null;
}
interface Tree extends Pick<ProvenRow, 'state'> {
  link: SealLink;
  places: Map<number, number>;
  levels: ReturnType<typeof buildTree>;
}
export type Trees = Map<number, Tree>;
/** The trees that a reader of many activities keeps. The largest holds 20,000 hashes. */
const TREES_MAX = 8;

const sealLink = ({ id, source, afterId, throughId, rows, sealedText, root, seal }: StoredSeal): SealLink => ({
  ...{ number: id, source, afterId, throughId, rows, sealedAt: sealedText },
  ...{ root: root?.toString('hex') ?? '', seal: seal.toString('hex') },
});

/** New seals have this form. Rows under seals of earlier forms are sealed once more, because those have no path to one row. */
const FORM = 4;

/** `follows` says that it begins at the end of an earlier seal, or with the first row. */
type StoredSeal = Seal & { sealedText: string; follows: boolean; root: Buffer | null };
type ChainLink = Pick<Seal, 'id' | 'seal'>;

const chainStart: ChainLink = { id: 0, seal: NO_SEAL };

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

function firstBatch(seals: readonly StoredSeal[]): readonly StoredSeal[] {
  let total = 0;
  const end = seals.findIndex(({ rows }, index) => {
    total += rows;
    return index > 0 && total > SEALED_ROWS_MAX;
  });
  return end === -1 ? seals : seals.slice(0, end);
}

function takeThrough(words: unknown[][], throughId: number): unknown[][] {
  const end = words.findIndex(([id]) => Number(id) > throughId);
  return words.splice(0, end === -1 ? words.length : end);
}

type SealHeadFields = Pick<StoredSeal, 'id' | 'form' | 'source' | 'afterId' | 'throughId' | 'rows' | 'sealedText'>;

function computeSeal(before: Buffer, head: SealHeadFields, own: readonly unknown[][]): { seal: Buffer; root: Buffer | null } {
  const { id, form, source, afterId, throughId, rows, sealedText } = head;
  const root = form === 4 ? treeRoot(own.map(hashLeaf)) : null;
  const line = form === 2 ? [id, source, throughId, rows, sealedText] : [id, source, afterId, throughId, rows, sealedText];
  if (root) return { root, seal: sealOver(before, [[...line, root.toString('hex')]]) };
  return { root, seal: sealOver(before, form === 1 ? own : [line, ...own]) };
}

/** A seal is intact where it follows from the one before it and from its rows, the last of which has the number that it names. */
function isIntact(stored: StoredSeal, before: Buffer, own: readonly unknown[][]): boolean {
  const { seal, root } = computeSeal(before, stored, own);
  return hasRange(stored, own) && isSame(stored.seal, seal) && (root === null || isSame(stored.root ?? NO_SEAL, root));
}

const hasRange = ({ follows, rows, throughId }: StoredSeal, own: readonly unknown[][]): boolean =>
  follows && own.length === rows && Number(own.at(-1)?.[0]) === throughId;

/** Computes a digest of the rows under a seal as they are now, bound to it. */
const redactedDigest = ({ seal }: Pick<Seal, 'seal'>, own: readonly unknown[][]): string => sealOver(seal, own).toString('hex');

/** The chain of seals. One that does not hold covers nothing: sealing steps over it, and its rows are sealed again. */
export const historySealsOn = (db: Knex) => {
  async function wordsBetween(source: SealedTable, form: Form, afterId: number, throughId: number, limit: number): Promise<unknown[][]> {
    const { rows } = await execute<Record<string, unknown>>(db, sql.rowsQuery(source, form), [afterId, throughId, limit]);
    return rows.map((row) => Object.values(row));
  }
  const last = async (): Promise<StoredSeal | undefined> => (await execute<StoredSeal>(db, sql.LAST)).rows[0];
  const newestNumber = async (source: SealedTable): Promise<number> =>
    (await firstRow<{ newest: number }>(db, sql.NEWEST_NUMBER, [source])).newest;
  /** A seal whose rows cannot exist is not read. */
  const isPossible = ({ id, afterId, throughId }: StoredSeal, sealsAtMost: number, newest: number) =>
    id <= sealsAtMost && afterId < throughId && throughId <= newest;

  const sealBefore = async (id: number): Promise<Buffer> =>
    (await execute<{ seal: Buffer }>(db, sql.SEAL_BEFORE, [id])).rows[0]?.seal ?? NO_SEAL;

  async function examine(stored: StoredSeal) {
    const { id, form, source, afterId, throughId, rows } = stored;
    const own = await wordsBetween(source, form, afterId, throughId, rows + 1);
    if (isIntact(stored, await sealBefore(id), own)) return { state: 'sealed', own } as const;
    return { state: (await isRedacted(stored, own)) ? 'redacted' : 'broken', own } as const;
  }
  const holds = async (stored: StoredSeal): Promise<boolean> => (await examine(stored)).state !== 'broken';

  async function readTree(sealId: number): Promise<Tree> {
    const [stored] = (await execute<StoredSeal>(db, sql.SEAL, [sealId])).rows as [StoredSeal];
    const { state, own } = await examine(stored);
    return {
      state,
      link: sealLink(stored),
      places: new Map(own.map(([id], place) => [Number(id), place])),
      levels: buildTree(own.map(hashLeaf)),
    };
  }

  /** Returns whether the rows are what an anonymisation made of those that were sealed (decision 29). */
  async function isRedacted(stored: StoredSeal, own: readonly unknown[][]): Promise<boolean> {
    if (!hasRange(stored, own)) return false;
    const { rows } = await execute<{ digest: string }>(db, sql.REDACTION, { id: stored.id });
    return rows[0]?.digest === redactedDigest(stored, own);
  }

  /** Returns the last row of a table under a seal that holds, of this form or a later one. */
  async function sealedThrough(source: SealedTable, form: Form): Promise<number> {
    for (let [before, id]: [number | null, number] = [null, 0]; ; ) {
      const [stored]: StoredSeal[] = (await execute<StoredSeal>(db, sql.LAST_OF_TABLE, { source, form, before, id })).rows;
      if (!stored || (await holds(stored))) return stored?.throughId ?? 0;
      [before, id] = [stored.throughId, stored.id];
    }
  }

  /** Reads the rows of several seals at once. Where rows were slipped in or a seal was stepped over, the returned function reads them by seal. */
  async function prepareReader(seals: readonly StoredSeal[]) {
    const rowsByKind = new Map<string, unknown[][]>();
    for (const [kind, own] of Map.groupBy(seals, ({ source, form }) => `${source} ${form}`)) {
      const [{ source, form, afterId }, end] = [own[0] as StoredSeal, own.at(-1) as StoredSeal];
      if (own.some((seal, index) => index > 0 && seal.afterId !== own[index - 1]?.throughId)) continue;
      const rows = sum(own.map((seal) => seal.rows));
      const words = await wordsBetween(source, form, afterId, end.throughId, rows + 1);
      if (words.length <= rows) rowsByKind.set(kind, words);
    }
    return async ({ source, form, afterId, throughId, rows }: StoredSeal) => {
      const words = rowsByKind.get(`${source} ${form}`);
      return words ? takeThrough(words, throughId) : wordsBetween(source, form, afterId, throughId, rows + 1);
    };
  }

  return {
    last,

    /** Keeps others from sealing until the transaction ends; false where somebody seals. */
    lock: async (): Promise<boolean> => (await firstRow<{ isLocked: boolean }>(db, TRY_LOCK, [SEAL_LOCK])).isLocked,

    async newestUnsealed(source: SealedTable): Promise<number | null> {
      const { id } = await firstRow<{ id: number | null }>(db, sql.newestRow(source));
      return id !== null && id > (await sealedThrough(source, FORM)) ? id : null;
    },

    /** Notes that sealing took place now, whether or not it succeeded. */
    async noteRun(): Promise<void> {
      await execute(db, sql.NOTE_RUN);
    },

    /** Counts unsealed rows. A row is overdue when sealing ran `patienceSeconds` after it, and left it out. */
    async unsealed(patienceSeconds: number): Promise<UnsealedRows> {
      const through: Record<string, number> = {};
      for (const source of sealedTables) through[source] = await sealedThrough(source, 1);
      return firstRow(db, sql.UNSEALED, { ...through, patience: patienceSeconds });
    },

    /** Lists seals that name rows whose numbers were never issued, or whose own number is too high for the number of rows. */
    bogus: async (): Promise<Pick<Seal, 'id' | 'source' | 'throughId'>[]> => (await execute<StoredSeal>(db, sql.BOGUS)).rows,
    nextTransaction: async (): Promise<string> => (await firstRow<{ next: string }>(db, sql.NEXT_TRANSACTION)).next,
    isOver: async (transaction: string): Promise<boolean> => (await firstRow<{ isOver: boolean }>(db, sql.IS_OVER, [transaction])).isOver,

    /** Seals the oldest unsealed rows of a table, none after `throughId`; null where there are none. Call it under `lock`. */
    async add(source: SealedTable, throughId: number): Promise<Seal | null> {
      const before = (await last()) ?? chainStart;
      const afterId = await sealedThrough(source, FORM);
      const words = await wordsBetween(source, FORM, afterId, throughId, SEALED_ROWS_MAX);
      if (words.length === 0) return null;
      const { now: sealedText } = await firstRow<{ now: string }>(db, sql.CLOCK);
      const range = { source, afterId, throughId: Number(words.at(-1)?.[0]), rows: words.length };
      const head: SealHeadFields = { id: before.id + 1, form: FORM, ...range, sealedText };
      const { seal, root } = computeSeal(before.seal, head, words);
      const { id } = await firstRow<{ id: number }>(db, sql.ADD, { ...head, seal, root });
      if (id !== head.id) throw new Error(`Seal ${id} was to be number ${head.id}`);
      return { id, form: FORM, ...range, seal, sealedAt: new Date(`${sealedText}Z`) };
    },

    async *all(): AsyncGenerator<Seal & { isWhole: boolean }> {
      const newest = new Map<SealedTable, number>();
      for (const source of sealedTables) newest.set(source, await newestNumber(source));
      const { sealsAtMost } = await firstRow<{ sealsAtMost: number }>(db, sql.SEALS_AT_MOST);
      let before = chainStart;
      for (;;) {
        const { rows } = await execute<StoredSeal>(db, sql.NEXT, [before.id, SEALS_AT_ONCE]);
        const seals = firstBatch(rows);
        if (seals.length === 0) return;
        const possible = new Set(seals.filter((seal) => isPossible(seal, sealsAtMost, newest.get(seal.source) ?? 0)));
        const rowsUnder = await prepareReader([...possible]);
        for (const stored of seals) {
          const { sealedText: _, follows: __, root: ___, ...seal } = stored;
          const own = possible.has(stored) ? await rowsUnder(stored) : [];
          const isWhole = possible.has(stored) && (isIntact(stored, before.seal, own) || (await isRedacted(stored, own)));
          yield { ...seal, isWhole };
          before = seal;
        }
      }
    },

    async covering(source: SealedTable, ids: readonly number[]): Promise<StoredSeal[]> {
      const { rows } = await execute<StoredSeal>(db, sql.COVERING, { source, ids: [...ids] });
      const wholeSeals: StoredSeal[] = [];
      for (const stored of rows) if (await holds(stored)) wholeSeals.push(stored);
      return wholeSeals;
    },

    async digestRows(seals: readonly StoredSeal[]): Promise<Record<string, string>> {
      const digests: Record<string, string> = {};
      for (const stored of seals) {
        const { id, source, form, afterId, throughId, rows } = stored;
        digests[id] = redactedDigest(stored, await wordsBetween(source, form, afterId, throughId, rows + 1));
      }
      return digests;
    },

    /** Returns a function that reads the history of an activity with its paths. It keeps trees, because neighbours share them. */
    prover(trees: Trees = new Map()) {
      const findTree = async (sealId: number): Promise<Tree> => {
        const tree = trees.get(sealId) ?? (await readTree(sealId));
        trees.delete(sealId);
        trees.set(sealId, tree);
        if (trees.size > TREES_MAX) trees.delete(trees.keys().next().value as number);
        return tree;
      };
      return async (activityId: number): Promise<ProvenRow[]> => {
        const { rows } = await execute<Record<string, unknown>>(db, sql.OWN_ROWS, [activityId]);
        const { rows: found } = await execute<OwnSeal>(db, sql.OWN_SEALS, [activityId]);
        const seals = new Map(found.map((seal) => [Number(seal.id), seal]));
        const proven: ProvenRow[] = [];
        for (const row of rows) {
          const { sealId, hasEarlier } = seals.get(Number(row.id)) as OwnSeal;
          const tree = sealId === null ? null : await findTree(sealId);
          const place = tree?.places.get(Number(row.id)) ?? 0;
          const path = tree?.state === 'sealed' ? treePath(tree.levels, place) : [];
          const words = Object.values(row);
          const state = tree?.state ?? (hasEarlier ? 'earlier' : 'pending');
          proven.push({ words, leaf: hashLeaf(words).toString('hex'), state, link: tree?.link ?? null, path });
        }
        return proven;
      };
    },

    /** Reads a range of seals, and the one before it; at most so many. */
    async links(from: number, through: number, limit: number): Promise<{ before: string; links: SealLink[] }> {
      const { rows } = await execute<StoredSeal>(db, sql.LINKS, [from, through, limit]);
      return { before: (await sealBefore(from)).toString('hex'), links: rows.map(sealLink) };
    },

    async lastWhole(day: CalendarDate, zone: string): Promise<number | undefined> {
      for (let id = 2_147_483_647; ; ) {
        const [stored] = (await execute<StoredSeal>(db, sql.LAST_OF_DAY, { day, zone, id })).rows;
        if (!stored || (await holds(stored))) return stored?.id;
        id = stored.id - 1;
      }
    },

    async namingLaterRows(seals: readonly BrokenSeal[]): Promise<Set<number>> {
      const ids = new Set<number>();
      for (const { id, source, afterId, throughId, sealedAt } of seals) {
        const { rows } = await execute(db, sql.rowAfter(source), [afterId, throughId, sealedAt]);
        if (rows.length > 0) ids.add(id);
      }
      return ids;
    },
  };
};
