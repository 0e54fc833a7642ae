import type { Knex } from 'knex';
import type { CalendarDate } from '../domain/calendar.ts';
import { type SealedTable, sealedTables } from '../domain/history/proof.ts';
import { NO_SEAL, sealOver } from '../secrets/seal.ts';
import { isSame } from '../secrets/tokens.ts';

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
export interface Unsealed {
  count: number;
  /** Of these, those that sealing left out although it went on for so long after them. */
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
const rowsOf = (source: SealedTable, form: Form) => `
  select ${wordsOf[source][form === 1 ? 1 : 2]} from ${source}
  where id >= coalesce(nullif(?::bigint, 0) + 1, -9223372036854775808) and id <= ? order by id limit ?`;

/** Before the third form a seal began where the one before it ended. */
const SEALS = `select id, form, source,
  coalesce(after_id, (select max(through_id) from history_seals earlier
    where earlier.source = history_seals.source and earlier.through_id < history_seals.through_id and earlier.id < history_seals.id), 0) as "afterId",
  coalesce(after_id, 0) = 0 or exists (select from history_seals earlier
    where earlier.source = history_seals.source and earlier.through_id = history_seals.after_id and earlier.id < history_seals.id) as follows,
  through_id as "throughId", rows, seal, sealed_at as "sealedAt",
  to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as "sealedText" from history_seals`;
const ADD = `insert into history_seals (id, form, source, after_id, through_id, rows, seal, sealed_at) overriding system value
  values (:id, 3, :source, :afterId, :throughId, :rows, :seal, (:sealedText || 'Z')::timestamptz) returning id`;

type Headed = Pick<StoredSeal, 'id' | 'form' | 'source' | 'afterId' | 'throughId' | 'rows' | 'sealedText'>;

/** What a seal covers beside its rows. */
function headsOf({ id, form, source, afterId, throughId, rows, sealedText }: Headed): unknown[][] {
  if (form === 1) return [];
  return form === 2 ? [[id, source, throughId, rows, sealedText]] : [[id, source, afterId, throughId, rows, sealedText]];
}

/** Whether a seal is what follows from the one before it and from its rows, the last of which has the number that it names. */
const isSealOf = (stored: StoredSeal, before: Buffer, own: readonly unknown[][]): boolean =>
  stored.follows &&
  own.length === stored.rows &&
  Number(own.at(-1)?.[0]) === stored.throughId &&
  isSame(stored.seal, sealOver(before, [...headsOf(stored), ...own]));

/** The chain of seals. One that does not hold covers nothing: sealing steps over it, and its rows are sealed again. */
export const historySealsOn = (db: Knex) => {
  async function wordsBetween(source: SealedTable, form: Form, afterId: number, throughId: number, limit: number): Promise<unknown[][]> {
    const { rows } = await db.raw(rowsOf(source, form), [afterId, throughId, limit]);
    return rows.map(Object.values);
  }
  const last = async (): Promise<StoredSeal | undefined> =>
    (await db.raw(`${SEALS} where id <= seals_at_most() order by id desc limit 1`)).rows[0];
  const newestNumber = async (source: SealedTable): Promise<number> =>
    (await db.raw('select newest_number(?) as newest', [source])).rows[0].newest;
  /** Whether its rows exist at all: reading them is worth while. */
  const isPossible = ({ id, afterId, throughId }: StoredSeal, sealsAtMost: number, newest: number) =>
    id <= sealsAtMost && afterId < throughId && throughId <= newest;

  async function holds(stored: StoredSeal): Promise<boolean> {
    const { id, form, source, afterId, throughId, rows } = stored;
    const { rows: found } = await db.raw('select seal from history_seals where id < ? order by id desc limit 1', [id]);
    return isSealOf(stored, found[0]?.seal ?? NO_SEAL, await wordsBetween(source, form, afterId, throughId, rows + 1));
  }

  /** The last row of a table under a seal that holds. */
  async function sealedThrough(source: SealedTable): Promise<number> {
    const next = `${SEALS} where source = :source and through_id <= newest_number(:source) and id <= seals_at_most()
      and (:before::bigint is null or (through_id, id) < (:before::bigint, :id::integer)) order by through_id desc, id desc limit 1`;
    for (let [before, id]: [number | null, number] = [null, 0]; ; ) {
      const [stored]: StoredSeal[] = (await db.raw(next, { source, before, id })).rows;
      if (!stored || (await holds(stored))) return stored?.throughId ?? 0;
      [before, id] = [stored.throughId, stored.id];
    }
  }

  /** Reads the rows of several seals at once, and those of each by itself where rows were slipped in or a seal was stepped over. */
  async function readerOf(seals: readonly StoredSeal[]) {
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
    async takeTurn(): Promise<boolean> {
      return (await db.raw('select pg_try_advisory_xact_lock(?) as taken', [SEAL_LOCK])).rows[0].taken;
    },

    /** The last row of a table that is not sealed yet; null where all are. */
    async newestUnsealed(source: SealedTable): Promise<number | null> {
      const [newest] = await db(source).max('id as id');
      return newest?.id > (await sealedThrough(source)) ? newest?.id : null;
    },

    /** Notes that sealing took place now, whether or not it succeeded. */
    async noteTurn(): Promise<void> {
      await db.raw(
        `insert into installation (key, value) values ('sealingAt', to_jsonb(clock_timestamp()))
         on conflict (key) do update set value = excluded.value`,
      );
    },

    /** A row is overdue when sealing took place so many seconds after it, and left it out. */
    async unsealed(patienceSeconds: number): Promise<Unsealed> {
      const parts: string[] = [];
      for (const source of sealedTables)
        parts.push(`select ${TAKEN_AT[source]} as at from ${source} where id > ${await sealedThrough(source)}`);
      const { rows } = await db.raw(
        `select count(*)::int as count, count(*) filter (where at < last.sealing - ? * interval '1 second')::int as overdue, min(at) as since
         from (${parts.join(' union all ')}) as unsealed cross join (
           select greatest((select max(sealed_at) from history_seals),
             (select (value #>> '{}')::timestamptz from installation where key = 'sealingAt')) as sealing
         ) as last`,
        [patienceSeconds],
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
      const afterId = await sealedThrough(source);
      const words = await wordsBetween(source, 3, afterId, throughId, SEALED_ROWS_MAX);
      if (words.length === 0) return null;
      const { rows: clock } = await db.raw(`select ${instant('now')} from clock_timestamp() as now`);
      const sealedText: string = clock[0].now;
      const range = { source, afterId, throughId: Number(words.at(-1)?.[0]), rows: words.length };
      const headed: Headed = { id: before.id + 1, form: 3, ...range, sealedText };
      const seal = sealOver(before.seal, [...headsOf(headed), ...words]);
      const { rows } = await db.raw(ADD, { ...headed, seal });
      if (rows[0].id !== headed.id) throw new Error(`Seal ${rows[0].id} was to be number ${headed.id}`);
      return { id: headed.id, form: 3, ...range, seal, sealedAt: new Date(`${sealedText}Z`) };
    },

    /** Looks at every seal in turn; whether it holds, and what it covers. */
    async *all(): AsyncGenerator<Seal & { isWhole: boolean }> {
      const newest = new Map<SealedTable, number>();
      for (const source of sealedTables) newest.set(source, await newestNumber(source));
      const { rows: limits } = await db.raw('select seals_at_most() as "sealsAtMost"');
      const { sealsAtMost } = limits[0];
      let before = nothing;
      for (;;) {
        const { rows } = await db.raw(`${SEALS} where id > ? order by id limit ?`, [before.id, SEALS_AT_ONCE]);
        const seals = batchOf(rows);
        if (seals.length === 0) return;
        const possible = new Set(seals.filter((seal) => isPossible(seal, sealsAtMost, newest.get(seal.source) ?? 0)));
        const rowsUnder = await readerOf([...possible]);
        for (const stored of seals) {
          const { sealedText: _, follows: __, ...seal } = stored;
          const isWhole = possible.has(stored) && isSealOf(stored, before.seal, await rowsUnder(stored));
          yield { ...seal, isWhole };
          before = seal;
        }
      }
    },

    /** The last seal that holds of those made on a day; undefined where there is none. */
    async lastWhole(day: CalendarDate, zone: string): Promise<number | undefined> {
      const next = `${SEALS} where sealed_at >= :day::date::timestamp at time zone :zone and sealed_at < (:day::date + 1)::timestamp at time zone :zone
        and id <= least(seals_at_most(), :id) order by id desc limit 1`;
      for (let id = 2_147_483_647; ; ) {
        const [stored]: StoredSeal[] = (await db.raw(next, { day, zone, id })).rows;
        if (!stored || (await holds(stored))) return stored?.id;
        id = stored.id - 1;
      }
    },

    /** Of seals that do not hold, those that name a row which the database took only after their time. */
    async namingLaterRows(seals: readonly BrokenSeal[]): Promise<Set<number>> {
      const found = new Set<number>();
      for (const { id, source, afterId, throughId, sealedAt } of seals) {
        const { rows } = await db.raw(`select from ${source} where id > ? and id <= ? and ${TAKEN_AT[source]} > ? limit 1`, [
          ...[afterId, throughId, sealedAt],
        ]);
        if (rows.length > 0) found.add(id);
      }
      return found;
    },
  };
};
