import type { Knex } from 'knex';
import type { Proof } from '../domain/history/proof.ts';
import type { Contradiction, ReplayEntry } from '../domain/history/replay.ts';
import type { ClockJump } from '../domain/server/health.ts';
import { ADD_COMPLETE, BASELINES } from './history-seals.sql.ts';
import { modelOf } from './models.ts';
import { execute } from './statement.ts';

/** What an activity was when its history began to carry facts. */
export interface ActivityBaseline {
  /** The last row of its history that was there then. */
  throughId: number;
  facts: Proof & { known: Contradiction[] /** Where something contradicts: later acts follow from what it was. */; state?: ReplayEntry };
}
export interface CompleteBaseline {
  at: Date;
  throughId: number;
  facts: { activities: number; known: number };
}

/** What the anonymisation of a person changed in sealed tables. */
interface Redaction {
  personId: number;
  /** The numbers of the rows that were rewritten. */
  rows: Record<'activity_history' | 'admin_history', number[]>;
  /** By the number of a seal over such rows, the digest of its rows afterwards. */
  seals: Record<string, string>;
}

type BaselineRow = ActivityBaseline & { activityId: number };

/** Of each kind, the facts are of another shape. Writes take their text. */
interface StoredBaseline {
  id: number;
  kind: 'activity' | 'complete' | 'clock' | 'witness' | 'redaction';
  activityId: number | null;
  throughId: number;
  facts: unknown;
  at: Date;
}
export const BaselineModel = modelOf<StoredBaseline>('historyBaselines');

/** Append-only; sealed like the history. */
export const historyBaselinesOn = (db: Knex) => ({
  async of(activityIds: readonly number[]): Promise<Map<number, ActivityBaseline>> {
    const { rows } = await execute<BaselineRow>(db, BASELINES, [[...activityIds]]);
    return new Map(rows.map(({ activityId, ...baseline }) => [activityId, baseline]));
  },

  /** From when on the proof covers everything; null until every earlier activity has its baseline. */
  async complete(): Promise<CompleteBaseline | null> {
    const first = BaselineModel.query(db).where({ kind: 'complete' }).orderBy('id').select('at', 'throughId', 'facts').first();
    return (await first.castTo<CompleteBaseline | undefined>()) ?? null;
  },

  /** The last activity that has one. */
  async lastActivity(): Promise<number> {
    return (await BaselineModel.query(db).max('activityId as id').first())?.id ?? 0;
  },

  async add(baselines: readonly BaselineRow[]): Promise<void> {
    const rows = baselines.map(({ facts, ...row }) => ({ kind: 'activity' as const, ...row, facts: JSON.stringify(facts) }));
    for (let at = 0; at < rows.length; at += 1_000)
      await BaselineModel.query(db)
        .toKnexQuery()
        .insert(rows.slice(at, at + 1_000));
  },

  /** Notes what the clock showed around a jump; the note is sealed with the history. */
  async noteJump({ spans }: ClockJump): Promise<void> {
    await BaselineModel.query(db).insert({ kind: 'clock', throughId: 0, facts: JSON.stringify({ spans }) });
  },

  /** Keeps what an anonymisation made of sealed rows; it is sealed with the history. */
  async noteRedaction(facts: Redaction): Promise<void> {
    await BaselineModel.query(db).insert({ kind: 'redaction', throughId: 0, facts: JSON.stringify(facts) });
  },

  /** Oldest first. */
  async redactions(): Promise<(Redaction & { at: Date })[]> {
    const notes = BaselineModel.query(db).where({ kind: 'redaction' }).orderBy('id').select('at', 'facts');
    return (await notes.castTo<{ at: Date; facts: Redaction }[]>()).map(({ at, facts }) => ({ at, ...facts }));
  },

  /** Oldest first. */
  async jumps(): Promise<(ClockJump & { at: Date })[]> {
    const notes = BaselineModel.query(db).where({ kind: 'clock' }).orderBy('id').select('at', 'facts');
    const rows = await notes.castTo<{ at: Date; facts: { spans: { from: string; to: string }[] } }[]>();
    return rows.map(({ at, facts }) => ({
      at,
      spans: facts.spans.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) })),
    }));
  },

  /** Every earlier activity has its baseline. The stamp of its moment is the database's. */
  async addComplete(): Promise<void> {
    await execute(db, ADD_COMPLETE);
  },
});
