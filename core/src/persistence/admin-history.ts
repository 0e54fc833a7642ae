import type { Knex } from 'knex';
import type { CalendarDate } from '../domain/calendar.ts';
import type { AdminAct, AdminChannel, AdminFacts, AdminSubjectKind } from '../domain/people/admin-act.ts';
import { literally } from './activity-selection.ts';
import { HAS_TABLE } from './server.sql.ts';
import { firstRow } from './statement.ts';

export interface NewAdminEntry {
  /** Null when nobody is known: a command on the server, or a login that failed. */
  actorId: number | null;
  actorName: string | null;
  act: AdminAct;
  subjectKind: AdminSubjectKind;
  subjectId: string | null;
  subject: string | null;
  before: AdminFacts | null;
  after: AdminFacts | null;
  /** Of the client, as the limits see it. */
  address: string | null;
  channel: AdminChannel;
}
/** `at` is the database's clock, set by a trigger. */
export interface AdminEntry extends NewAdminEntry {
  id: number;
  at: Date;
}

export interface AdminHistorySelection {
  from?: CalendarDate | null | undefined;
  to?: CalendarDate | null | undefined;
  actorId?: number | undefined;
  /** Somebody that acts are about. */
  personId?: number | undefined;
  acts?: readonly AdminAct[] | undefined;
  /** Words in names, addresses and values. */
  text?: string | undefined;
}

/** Rows of one statement: PostgreSQL takes 65,535 values. */
const BATCH = 1_000;

const columns = [
  'id',
  'at',
  'actorId',
  'actorName',
  'act',
  'subjectKind',
  'subjectId',
  'subject',
  'before',
  'after',
  'address',
  'channel',
] as const;

/** Append-only; a trigger refuses everything else. */
export const adminHistoryOn = (db: Knex, zone: string) => {
  function selected({ from, to, actorId, personId, acts = [], text }: AdminHistorySelection): Knex.QueryBuilder {
    const query = db('adminHistory');
    if (from) query.whereRaw('at >= ?::date::timestamp at time zone ?', [from, zone]);
    if (to) query.whereRaw('at < (?::date + 1)::timestamp at time zone ?', [to, zone]);
    if (actorId) query.where({ actorId });
    if (personId) query.where({ subjectKind: 'person', subjectId: String(personId) });
    if (acts.length > 0) query.whereIn('act', [...acts]);
    if (text) query.whereRaw(`concat_ws(' ', actor_name, subject, address, before::text, after::text) ilike ?`, [literally(text)]);
    return query;
  }

  return {
    /** An earlier schema has no table for it. */
    async exists(): Promise<boolean> {
      return (await firstRow<{ isThere: boolean }>(db, HAS_TABLE)).isThere;
    },

    /** Adds rows in their order. */
    async add(entries: readonly NewAdminEntry[]): Promise<void> {
      const json = (facts: AdminFacts | null) => facts && JSON.stringify(facts);
      const rows = entries.map(({ before, after, ...entry }) => ({ ...entry, before: json(before), after: json(after) }));
      for (let at = 0; at < rows.length; at += BATCH) await db('adminHistory').insert(rows.slice(at, at + BATCH));
    },

    async count(selection: AdminHistorySelection): Promise<number> {
      return Number((await selected(selection).count('* as total').first())?.total);
    },

    /** All of it, the newest first. */
    async *batches(selection: AdminHistorySelection): AsyncGenerator<AdminEntry[]> {
      for (let before = Number.MAX_SAFE_INTEGER; ; ) {
        const rows: AdminEntry[] = await selected(selection).where('id', '<', before).orderBy('id', 'desc').limit(BATCH).select(columns);
        if (rows.length === 0) return;
        yield rows;
        before = (rows.at(-1) as AdminEntry).id;
      }
    },

    /** The newest first. */
    async list(selection: AdminHistorySelection, { limit, offset }: { limit: number; offset: number }): Promise<AdminEntry[]> {
      return selected(selection).orderBy('id', 'desc').limit(limit).offset(offset).select(columns);
    },
  };
};
