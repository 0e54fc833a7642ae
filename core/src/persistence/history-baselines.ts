import type { Knex } from 'knex';
import type { Proof } from '../domain/history/proof.ts';
import type { Contradiction, ReplayEntry } from '../domain/history/replay.ts';
import type { ClockJump } from '../domain/server/clock-jump.ts';
import { ADD_COMPLETE } from './history-seals.sql.ts';
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

type BaselineRow = ActivityBaseline & { activityId: number };

/** One that was added after the last of all proves nothing. */
const MADE_IN_TIME = `id < coalesce((select min(id) from history_baselines where kind = 'complete'), 9223372036854775807)`;

/** Append-only; sealed like the history. */
export const historyBaselinesOn = (db: Knex) => ({
  async of(activityIds: readonly number[]): Promise<Map<number, ActivityBaseline>> {
    const rows: BaselineRow[] = await db('historyBaselines')
      .whereIn('activityId', [...activityIds])
      .whereRaw(MADE_IN_TIME)
      .select('activityId', 'throughId', 'facts');
    return new Map(rows.map(({ activityId, ...baseline }) => [activityId, baseline]));
  },

  /** From when on the proof covers everything; null until every earlier activity has its baseline. */
  async complete(): Promise<CompleteBaseline | null> {
    return (await db('historyBaselines').where({ kind: 'complete' }).orderBy('id').first('at', 'throughId', 'facts')) ?? null;
  },

  /** The last activity that has one. */
  async lastActivity(): Promise<number> {
    return (await db('historyBaselines').max('activityId as id').first())?.id ?? 0;
  },

  async add(baselines: readonly BaselineRow[]): Promise<void> {
    const rows = baselines.map(({ facts, ...row }) => ({ kind: 'activity', ...row, facts: JSON.stringify(facts) }));
    await db.batchInsert('historyBaselines', rows, 1_000);
  },

  /** Notes what the clock showed around a jump; the note is sealed with the history. */
  async noteJump({ spans }: ClockJump): Promise<void> {
    await db('historyBaselines').insert({ kind: 'clock', throughId: 0, facts: JSON.stringify({ spans }) });
  },

  /** Oldest first. */
  async jumps(): Promise<(ClockJump & { at: Date })[]> {
    const rows: { at: Date; facts: { spans: { from: string; to: string }[] } }[] = await db('historyBaselines')
      .where({ kind: 'clock' })
      .orderBy('id')
      .select('at', 'facts');
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
