import type { Knex } from 'knex';
import { headLine, type Proof, type SealHead, type WitnessKind } from '../../domain/activities/history-proof.ts';
import type { Contradiction, ReplayEntry } from '../../domain/activities/history-replay.ts';
import type { ClockJump } from '../../domain/admin/health.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import { execute } from '../database/statement.ts';
import { defineModel } from '../models.ts';
import { ADD_COMPLETE, BASELINES, CLAIM, HEAD, SEALED_DAYS } from './history-seals.sql.ts';
import { historySealsOn } from './history-seals.ts';
import { installationOn } from './installation.ts';

/** Describes an activity when its history began to carry facts. */
export interface ActivityBaseline {
  /** The last row of its history that was there then. */
  throughId: number;
  /** `state` is set where the history contradicts the row: later acts follow from it. */
  facts: Proof & { known: Contradiction[]; state?: ReplayEntry };
}
export interface CompleteBaseline {
  at: Date;
  throughId: number;
  facts: { activities: number; known: number };
}

interface Redaction {
  personId: number;
  rows: Record<'activity_history' | 'admin_history', number[]>;
  /** The digest of the rewritten rows of each seal, by its number. */
  seals: Record<string, string>;
}

type BaselineRow = ActivityBaseline & { activityId: number };

/** Each kind has facts of another shape. They are written as JSON text. */
interface StoredBaseline {
  id: number;
  kind: 'activity' | 'complete' | 'clock' | 'witness' | 'redaction';
  activityId: number | null;
  throughId: number;
  facts: unknown;
  at: Date;
}
const BaselineModel = defineModel<StoredBaseline>('historyBaselines');

/** The table is append-only, and sealed like the history. */
export const historyBaselinesOn = (db: Knex) => ({
  async readByActivity(activityIds: readonly number[]): Promise<Map<number, ActivityBaseline>> {
    const { rows } = await execute<BaselineRow>(db, BASELINES, [[...activityIds]]);
    return new Map(rows.map(({ activityId, ...baseline }) => [activityId, baseline]));
  },

  /** Returns since when the proof covers everything; null until every earlier activity has its baseline. */
  async complete(): Promise<CompleteBaseline | null> {
    const first = BaselineModel.query(db).where({ kind: 'complete' }).orderBy('id').select('at', 'throughId', 'facts').first();
    return (await first.castTo<CompleteBaseline | undefined>()) ?? null;
  },

  /** Returns the last activity that has a baseline; 0 where none has. */
  lastActivity: async (): Promise<number> => (await BaselineModel.query(db).max('activityId as id').first())?.id ?? 0,

  async add(baselines: readonly BaselineRow[]): Promise<void> {
    const rows = baselines.map(({ facts, ...row }) => ({ kind: 'activity' as const, ...row, facts: JSON.stringify(facts) }));
    for (let start = 0; start < rows.length; start += 1_000)
      await BaselineModel.query(db)
        .toKnexQuery()
        .insert(rows.slice(start, start + 1_000));
  },

  /** Notes a jump of the clock; the note is sealed with the history. */
  async noteJump({ spans }: ClockJump): Promise<void> {
    await BaselineModel.query(db).insert({ kind: 'clock', throughId: 0, facts: JSON.stringify({ spans }) });
  },

  /** Notes what an anonymisation made of sealed rows; the note is sealed with the history. */
  async noteRedaction(facts: Redaction): Promise<void> {
    await BaselineModel.query(db).insert({ kind: 'redaction', throughId: 0, facts: JSON.stringify(facts) });
  },

  async redactions(): Promise<(Redaction & { at: Date })[]> {
    const notes = BaselineModel.query(db).where({ kind: 'redaction' }).orderBy('id').select('at', 'facts');
    return (await notes.castTo<{ at: Date; facts: Redaction }[]>()).map(({ at, facts }) => ({ at, ...facts }));
  },

  async jumps(): Promise<(ClockJump & { at: Date })[]> {
    const notes = BaselineModel.query(db).where({ kind: 'clock' }).orderBy('id').select('at', 'facts');
    const rows = await notes.castTo<{ at: Date; facts: { spans: { from: string; to: string }[] } }[]>();
    return rows.map(({ at, facts }) => ({
      at,
      spans: facts.spans.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) })),
    }));
  },

  /** Notes that every earlier activity has its baseline, with the time of the database. */
  async addComplete(): Promise<void> {
    await execute(db, ADD_COMPLETE);
  },
});

export interface WitnessTask {
  day: CalendarDate;
  kind: WitnessKind;
  sealId: number;
  head: string;
  tries: number;
}
export interface Witness extends WitnessTask {
  doneAt: Date | null;
  /** The whole answer of the timestamp authority. */
  token: Buffer | null;
  lastError: string | null;
}
const WitnessModel = defineModel<Witness & { nextTryAt: Date }>('sealWitnesses', { key: ['day', 'kind'] });

/** The addresses to which the day's seal goes; null where it does not go. */
export interface WitnessTerms {
  mail: string | null;
  stamp: string | null;
}

/** A seal of each day leaves the installation, as a witness. */
export const sealWitnessesOn = (db: Knex, zone: string) => ({
  async head(number: number): Promise<SealHead | undefined> {
    const [head] = (await execute<Pick<SealHead, 'seal' | 'sealedAt'>>(db, HEAD, [number])).rows;
    return head && { installation: (await installationOn(db).knownDatabaseId()) ?? '', number, ...head };
  },

  /**
   * Plans the missing tasks of each kind for the days since `oldest`, once over all processes. The task of a day takes its last seal
   * that holds. A day without such a seal gets no task.
   */
  async plan(kinds: readonly WitnessKind[], now: Date, oldest: CalendarDate): Promise<void> {
    for (const kind of kinds) {
      const tasks = await WitnessModel.query(db).where({ kind }).where('day', '>=', oldest).select('day');
      const plannedDays = tasks.map(({ day }) => day);
      const days = (await this.witnessDays(kind, oldest)).filter((day) => !plannedDays.includes(day));
      for (const day of days) await this.planDay(kind, day, now);
    }
  },

  async planDay(kind: WitnessKind, day: CalendarDate, now: Date): Promise<void> {
    const sealId = await historySealsOn(db).lastWhole(day, zone);
    if (sealId === undefined) return;
    await installationOn(db).databaseId();
    const head = headLine((await this.head(sealId)) as SealHead);
    await WitnessModel.query(db).insert({ day, kind, sealId, head, nextTryAt: now }).onConflict(['day', 'kind']).ignore();
  },

  /** Lists the days that must have a witness of that kind, by the notes that are sealed with the history; none before `oldest`. */
  async witnessDays(kind: WitnessKind, oldest: CalendarDate | null = null): Promise<CalendarDate[]> {
    const terms = await this.terms();
    const days = new Set<CalendarDate>();
    for (const [index, { at, facts }] of terms.entries())
      if (facts[kind]) for (const day of await this.sealedDays(at, terms[index + 1]?.at ?? null, oldest)) days.add(day);
    return [...days];
  },

  /** Claims one task until `until`; null where none is due. */
  claim: async (kinds: readonly WitnessKind[], now: Date, until: Date, oldest: CalendarDate): Promise<WitnessTask | null> =>
    (await execute<WitnessTask>(db, CLAIM, { kinds: [...kinds], now, until, oldest })).rows[0] ?? null,

  async markDone({ day, kind }: WitnessTask, doneAt: Date, token: Buffer | null): Promise<void> {
    await WitnessModel.query(db).findById([day, kind]).patch({ doneAt, token, lastError: null });
  },

  async retryAt({ day, kind }: WitnessTask, nextTryAt: Date, lastError: string): Promise<void> {
    await WitnessModel.query(db).findById([day, kind]).whereNull('doneAt').patch({ nextTryAt, lastError });
  },

  sentSince: async (sealId: number): Promise<Witness[]> =>
    WitnessModel.query(db).where('sealId', '>=', sealId).whereNotNull('doneAt').orderBy(['day', 'kind']),

  all: async (): Promise<Witness[]> => WitnessModel.query(db).orderBy(['day', 'kind']),

  /** Lists the days in the business time zone on which something was sealed, from the day of `since` to the one before `until`. */
  sealedDays: async (since: Date, until: Date | null, oldest: CalendarDate | null = null): Promise<CalendarDate[]> =>
    (await execute<{ day: CalendarDate }>(db, SEALED_DAYS, { zone, since, until, oldest })).rows.map(({ day }) => day),

  /** Notes where the day's seal goes from now on, when that changes; the note is sealed with the history. */
  async noteTerms(terms: WitnessTerms): Promise<void> {
    const last = await BaselineModel.query(db).where({ kind: 'witness' }).orderBy('id', 'desc').first();
    const { mail = null, stamp = null } = (last?.facts ?? {}) as Partial<WitnessTerms>;
    if (mail !== terms.mail || stamp !== terms.stamp)
      await BaselineModel.query(db).insert({ kind: 'witness', throughId: 0, facts: JSON.stringify(terms) });
  },

  async terms(): Promise<{ at: Date; facts: WitnessTerms }[]> {
    const notes = BaselineModel.query(db).where({ kind: 'witness' }).orderBy('id').select('at', 'facts');
    return notes.castTo<{ at: Date; facts: WitnessTerms }[]>();
  },
});
