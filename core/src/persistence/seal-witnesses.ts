import type { Knex } from 'knex';
import type { CalendarDate } from '../domain/calendar.ts';
import { headLine, type SealHead, type WitnessKind } from '../domain/history/proof.ts';
import { BaselineModel } from './history-baselines.ts';
import { CLAIM, HEAD, SEALED_DAYS } from './history-seals.sql.ts';
import { historySealsOn } from './history-seals.ts';
import { installationOn } from './installation.ts';
import { modelOf } from './models.ts';
import { execute } from './statement.ts';

export interface WitnessTask {
  day: CalendarDate;
  kind: WitnessKind;
  sealId: number;
  head: string;
  tries: number;
}
export interface Witness extends WitnessTask {
  doneAt: Date | null;
  /** The whole answer of the time stamp authority. */
  token: Buffer | null;
  lastError: string | null;
}
const WitnessModel = modelOf<Witness & { nextTryAt: Date }>('sealWitnesses', { key: ['day', 'kind'] });

/** Since when the day's seal goes outside, and where; null where it does not. */
export interface WitnessTerms {
  mail: string | null;
  stamp: string | null;
}

/** What leaves the installation each day. */
export const sealWitnessesOn = (db: Knex, zone: string) => ({
  /** A seal as it goes outside; undefined where there is none of that number. */
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
      const planned = tasks.map(({ day }) => day);
      const days = (await this.witnessDays(kind, oldest)).filter((day) => !planned.includes(day));
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

  /** The days that were to have a witness of that kind, by the notes that are sealed with the history; none before `oldest`. */
  async witnessDays(kind: WitnessKind, oldest: CalendarDate | null = null): Promise<CalendarDate[]> {
    const terms = await this.terms();
    const days = new Set<CalendarDate>();
    for (const [place, { at, facts }] of terms.entries())
      if (facts[kind]) for (const day of await this.sealedDays(at, terms[place + 1]?.at ?? null, oldest)) days.add(day);
    return [...days];
  },

  /** Takes one task until then; null where none is due. */
  async claim(kinds: readonly WitnessKind[], now: Date, until: Date, oldest: CalendarDate): Promise<WitnessTask | null> {
    return (await execute<WitnessTask>(db, CLAIM, { kinds: [...kinds], now, until, oldest })).rows[0] ?? null;
  },

  async markDone({ day, kind }: WitnessTask, doneAt: Date, token: Buffer | null): Promise<void> {
    await WitnessModel.query(db).findById([day, kind]).patch({ doneAt, token, lastError: null });
  },

  async retryAt({ day, kind }: WitnessTask, nextTryAt: Date, lastError: string): Promise<void> {
    await WitnessModel.query(db).findById([day, kind]).whereNull('doneAt').patch({ nextTryAt, lastError });
  },

  async all(): Promise<Witness[]> {
    return WitnessModel.query(db).orderBy(['day', 'kind']);
  },

  /** The days in the business time zone on which something was sealed, from the day of `since` to the one before `until`. */
  async sealedDays(since: Date, until: Date | null, oldest: CalendarDate | null = null): Promise<CalendarDate[]> {
    return (await execute<{ day: CalendarDate }>(db, SEALED_DAYS, { zone, since, until, oldest })).rows.map(({ day }) => day);
  },

  /** Notes where the day's seal goes from now on, when that changes; the note is sealed with the history. */
  async noteTerms(terms: WitnessTerms): Promise<void> {
    const last = await BaselineModel.query(db).where({ kind: 'witness' }).orderBy('id', 'desc').first();
    const { mail = null, stamp = null } = (last?.facts ?? {}) as Partial<WitnessTerms>;
    if (mail !== terms.mail || stamp !== terms.stamp)
      await BaselineModel.query(db).insert({ kind: 'witness', throughId: 0, facts: JSON.stringify(terms) });
  },

  /** Oldest first. */
  async terms(): Promise<{ at: Date; facts: WitnessTerms }[]> {
    const notes = BaselineModel.query(db).where({ kind: 'witness' }).orderBy('id').select('at', 'facts');
    return notes.castTo<{ at: Date; facts: WitnessTerms }[]>();
  },
});
