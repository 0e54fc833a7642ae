import type { Knex } from 'knex';
import type { AdminAct, AdminChannel, AdminFacts, AdminSubjectKind } from '../../domain/admin/admin-act.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import { HAS_TABLE } from '../database/server.sql.ts';
import { execute, firstRow, literally } from '../database/statement.ts';
import { defineModel } from '../models.ts';
import { COUNT, LIST } from './admin-history.sql.ts';

export interface NewAdminEntry {
  /** Null when the actor is unknown: a command on the server, or a login that failed. */
  actorId: number | null;
  actorName: string | null;
  act: AdminAct;
  subjectKind: AdminSubjectKind;
  subjectId: string | null;
  subject: string | null;
  before: AdminFacts | null;
  after: AdminFacts | null;
  /** The client has this address, as the limits see it. */
  address: string | null;
  channel: AdminChannel;
}
/** A trigger sets `at` by the clock of the database. */
export interface StoredAdminEntry extends NewAdminEntry {
  id: number;
  at: Date;
}

export interface AdminHistorySelection {
  from?: CalendarDate | null | undefined;
  to?: CalendarDate | null | undefined;
  actorId?: number | undefined;
  personId?: number | undefined;
  acts?: readonly AdminAct[] | undefined;
  /** A text in names, addresses or values. */
  text?: string | undefined;
}

/** One statement has this many rows, because PostgreSQL takes 65,535 values. */
const BATCH = 1_000;

const AdminHistoryModel = defineModel<Omit<StoredAdminEntry, 'before' | 'after'> & { before: unknown; after: unknown }>('adminHistory');

/** The history of the administration is append-only; a trigger refuses everything else. */
export const adminHistoryOn = (db: Knex, zone: string) => {
  const selectionValues = ({ from, to, actorId, personId, acts = [], text }: AdminHistorySelection) => ({
    zone,
    from: from ?? null,
    to: to ?? null,
    actorId: actorId ?? null,
    personId: personId ? String(personId) : null,
    acts: acts.length > 0 ? [...acts] : null,
    pattern: text ? literally(text) : null,
  });
  const list = async (selection: AdminHistorySelection, page: { before: number | null; limit: number; offset: number }) =>
    (await execute<StoredAdminEntry>(db, LIST, { ...selectionValues(selection), ...page })).rows;

  return {
    /** A database that was never migrated has no table for it. */
    exists: async (): Promise<boolean> => (await firstRow<{ isThere: boolean }>(db, HAS_TABLE, ['admin_history'])).isThere,

    async add(entries: readonly NewAdminEntry[]): Promise<number[]> {
      const json = (facts: AdminFacts | null) => facts && JSON.stringify(facts);
      const rows = entries.map(({ before, after, ...entry }) => ({ ...entry, before: json(before), after: json(after) }));
      const insert = (batch: typeof rows) => AdminHistoryModel.query(db).toKnexQuery().insert(batch).returning<{ id: number }[]>('id');
      const ids: number[] = [];
      for (let start = 0; start < rows.length; start += BATCH)
        ids.push(...(await insert(rows.slice(start, start + BATCH))).map(({ id }) => id));
      return ids;
    },

    async read(ids: readonly number[]): Promise<StoredAdminEntry[]> {
      return AdminHistoryModel.query(db)
        .whereIn('id', [...ids])
        .orderBy('id')
        .castTo<StoredAdminEntry[]>();
    },

    async readAboutPeople(acts: readonly AdminAct[]): Promise<Pick<StoredAdminEntry, 'act' | 'subjectId' | 'before' | 'after'>[]> {
      return AdminHistoryModel.query(db)
        .select('act', 'subjectId', 'before', 'after')
        .where('subjectKind', 'person')
        .whereIn('act', [...acts])
        .orderBy('id')
        .castTo<StoredAdminEntry[]>();
    },

    hasAct: async (act: AdminAct): Promise<boolean> => Boolean(await AdminHistoryModel.query(db).select('id').where({ act }).first()),

    count: async (selection: AdminHistorySelection): Promise<number> =>
      (await firstRow<{ total: number }>(db, COUNT, selectionValues(selection))).total,

    async *batches(selection: AdminHistorySelection): AsyncGenerator<StoredAdminEntry[]> {
      for (let before: number | null = null; ; ) {
        const rows: StoredAdminEntry[] = await list(selection, { before, limit: BATCH, offset: 0 });
        if (rows.length === 0) return;
        yield rows;
        before = (rows.at(-1) as StoredAdminEntry).id;
      }
    },

    list: (selection: AdminHistorySelection, page: { limit: number; offset: number }): Promise<StoredAdminEntry[]> =>
      list(selection, { before: null, ...page }),
  };
};
