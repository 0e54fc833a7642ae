import { setTimeout } from 'node:timers/promises';
import {
  findSealHeads,
  isProvenFromStart,
  type SealedTable,
  type SealHead,
  sealedTables,
  type WitnessKind,
} from '@bitacora/core/domain/activities/history-proof';
import { contradictions } from '@bitacora/core/domain/activities/history-replay';
import { addDays, localDay } from '@bitacora/core/domain/calendar';
import { bySystem, type Core, type Life, type Repositories, repositoriesOn, type WitnessTask } from '@bitacora/core/server';
import { noteAccounts } from '@bitacora/core/use-cases/admin/note-accounts';
import type { Logger } from 'pino';
import type { Mailer } from '../mail/mailer.ts';
import { witnessMail } from '../messages/verification.ts';
import type { GuardedCore } from '../monitoring/clock-guard.ts';
import { type Job, measureJob, startBeat } from '../monitoring/run-jobs.ts';
import type { Settings } from '../settings/settings.ts';

const BATCH = 1_000;

/** Records an activity of an earlier version as it is, with what already contradicts its history. */
function makeBaseline({ activity, history, stored }: Life) {
  const complaints = contradictions(activity, history);
  const { status, resolution, extendedTo, extensionReason, requestedTo, requestReason } = activity;
  const { createdAt, startedAt, closedAt, verifiedAt, canceledAt } = activity;
  const dates = { createdAt, startedAt, closedAt, verifiedAt, canceledAt };
  const state = { status, resolution, extendedTo, extensionReason, requestedTo, requestReason, ...dates };
  return {
    activityId: activity.id,
    throughId: history.at(-1)?.id ?? 0,
    facts: { ...stored, known: complaints, ...(complaints.length > 0 && { state }) },
  };
}

/** Returns the last activity of the batch. Null at the end, or where another process makes the baseline. */
async function makeBatch({ audit, historyBaselines, historySeals }: Repositories, after: number): Promise<number | null> {
  if (!(await historySeals.lock()) || (await historyBaselines.complete())) return null;
  const lives = await audit.livesAfter(after, BATCH);
  await historyBaselines.add(lives.filter(({ history, baseline }) => !baseline && !isProvenFromStart(history)).map(makeBaseline));
  if (lives.length === BATCH) return lives.at(-1)?.activity.id ?? null;
  await historyBaselines.addComplete();
  return null;
}

/**
 * Records every account and activity once, as it was when the history began to hold facts, so that changes of older rows are found too. It works in
 * batches; the next process continues after a crash.
 */
export async function makeBaselines(core: Core, log: Pick<Logger, 'info'>, signal?: AbortSignal): Promise<void> {
  const { db, zone } = core;
  await core.perform({ ...bySystem, useCase: noteAccounts, input: {} });
  const { historyBaselines } = repositoriesOn(db, zone);
  if (await historyBaselines.complete()) return;
  let after: number | null = await historyBaselines.lastActivity();
  while (after !== null && !signal?.aborted) {
    const from: number = after;
    after = await db.transaction((trx) => makeBatch(repositoriesOn(trx, zone), from), { isolationLevel: 'repeatable read' });
  }
  const complete = await historyBaselines.complete();
  if (complete) log.info({ at: complete.at, ...complete.facts }, 'baseline of the history made');
}

const MINUTE_MS = 60_000;
/** Wait before the transaction is read, because a row gets its number before its transaction gets one. It is far more than that takes. */
const NUMBERED_MS = 1_000;
const PATIENCE = 10;

type Log = Pick<Logger, 'info' | 'warn' | 'error'>;
interface Limits {
  signal?: AbortSignal;
  patience?: number;
  waitMs?: number;
}
type SealableRange = [table: SealedTable, throughId: number];

/** Finds the last row of each table that no older transaction can precede. Returns none where a transaction takes too long. */
async function findSealableRanges(
  { db, zone }: Core,
  log: Log,
  { signal, patience = PATIENCE, waitMs = NUMBERED_MS }: Limits,
): Promise<SealableRange[]> {
  const { historySeals } = repositoriesOn(db, zone);
  const newest: SealableRange[] = [];
  for (const table of sealedTables) {
    const throughId = await historySeals.newestUnsealed(table);
    if (throughId !== null) newest.push([table, throughId]);
  }
  if (newest.length === 0) return [];
  await setTimeout(waitMs, undefined, { signal });
  const transaction = await historySeals.nextTransaction();
  for (let tries = 0; tries < patience; tries++) {
    if (await historySeals.isOver(transaction)) return newest;
    await setTimeout(waitMs, undefined, { signal });
  }
  // An open transaction of any database of this server delays sealing, so changes of these rows would stay unnoticed.
  log.warn({ newest }, 'history not sealed: a transaction of before has not ended');
  return [];
}

async function sealTable(core: Core, log: Log, [source, throughId]: SealableRange): Promise<number> {
  for (let rows = 0; ; ) {
    const added = await core.db.transaction(async (trx) => {
      const { historySeals } = repositoriesOn(trx, core.zone);
      return (await historySeals.lock()) ? historySeals.add(source, throughId) : null;
    });
    if (!added) return rows;
    rows += added.rows;
    const { id: number, seal } = added;
    log.info({ number, source, throughId: added.throughId, rows: added.rows, seal: seal.toString('hex') }, 'history sealed');
  }
}

/** Seals the rows since the last seal and returns their number. Each seal is logged, because who rewrites the database cannot rewrite the log. */
export async function sealHistory(core: Core, log: Log, limits: Limits = {}): Promise<number> {
  const bogus = await repositoriesOn(core.db, core.zone).historySeals.bogus();
  if (bogus.length > 0) log.error({ bogus }, 'seals name rows that never were; sealing continues without them');
  let rows = 0;
  for (const range of await findSealableRanges(core, log, limits))
    await sealTable(core, log, range).then(
      (count) => {
        rows += count;
      },
      (err: unknown) => log.error({ err, source: range[0] }, 'history not sealed: this table failed'),
    );
  return rows;
}

interface Sealing extends GuardedCore {
  log: Log;
  /** Also called after sealing failed. */
  onSealed: () => Promise<void>;
}

/** Makes the baseline, where earlier activities have none yet, and seals; a step that fails does not prevent the next. */
export async function sealIfSteady({ core, log, clockGuard, onSealed }: Sealing, signal?: AbortSignal): Promise<void> {
  if (clockGuard && !(await clockGuard.mayAct())) return;
  const { historySeals } = repositoriesOn(core.db, core.zone);
  const seal = () => sealHistory(core, log, { ...(signal && { signal }) });
  const steps = [() => makeBaselines(core, log, signal), seal, () => historySeals.noteRun(), onSealed];
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'Sealing failed');
}

/** Seals every minute until stopped; several processes may. */
export const startSealing = (sealing: Sealing): Job =>
  startBeat(MINUTE_MS, (signal) =>
    measureJob('seal', () => sealIfSteady(sealing, signal)).catch((error: unknown) => {
      if (!signal.aborted) sealing.log.warn({ err: error }, 'history not sealed');
    }),
  );

/** Longer than a mail or a time stamp takes. */
const LEASE_MS = 3 * MINUTE_MS;
const LONGEST_WAIT_MS = 60 * MINUTE_MS;
/** A day's seal is tried for this many days. Later seals cover one that never got out. */
const TRIED_DAYS = 7;

const oldestTried = (zone: string, now: Date) => addDays(localDay(zone, now), -TRIED_DAYS);

export interface Witnessing extends GuardedCore, Pick<Settings, 'sealWitness' | 'tsaUrl' | 'publicUrl'> {
  mailer: Mailer;
  log: Pick<Logger, 'info' | 'warn'>;
}

async function sendOut({ day, kind, head }: WitnessTask, { mailer, sealWitness, tsaUrl, publicUrl }: Witnessing): Promise<Buffer | null> {
  if (kind === 'stamp') {
    const { requestTimeStamp } = await import('./time-stamp.ts');
    return requestTimeStamp(tsaUrl as string, Buffer.from(`${head}\n`));
  }
  const [sealHead] = findSealHeads(head) as [SealHead];
  // The id stays the same for the life of the task, so that a repeated delivery is recognised. After a restore the day may have another seal.
  const messageId = `<seal-${day}-${sealHead.number}-${sealHead.seal.slice(0, 16)}-${sealHead.installation}@bitacora>`;
  await mailer.send({ to: sealWitness as string, ...witnessMail(day, sealHead, head, publicUrl), messageId });
  return null;
}

const configuredKinds = ({ sealWitness, tsaUrl }: Witnessing): WitnessKind[] => [
  ...(sealWitness ? (['mail'] as const) : []),
  ...(tsaUrl ? (['stamp'] as const) : []),
];

/** Plans the mail and the time stamp of each sealed day without one: today, and days that a process left behind. */
export async function planWitnesses(witnessing: Witnessing): Promise<void> {
  const { core, sealWitness, tsaUrl } = witnessing;
  const { sealWitnesses } = repositoriesOn(core.db, core.zone);
  const now = core.clock();
  await sealWitnesses.noteTerms({ mail: sealWitness ?? null, stamp: tsaUrl ? new URL(tsaUrl).host : null });
  await sealWitnesses.plan(configuredKinds(witnessing), now, oldestTried(core.zone, now));
}

export async function witnessSeals(witnessing: Witnessing): Promise<number> {
  const { core, log, clockGuard } = witnessing;
  if (clockGuard && !(await clockGuard.mayAct())) return 0;
  const { sealWitnesses } = repositoriesOn(core.db, core.zone);
  for (let sentCount = 0; ; ) {
    const now = core.clock();
    const until = new Date(now.getTime() + LEASE_MS);
    const task = await sealWitnesses.claim(configuredKinds(witnessing), now, until, oldestTried(core.zone, now));
    if (!task) return sentCount;
    const { day, kind, tries } = task;
    try {
      await sealWitnesses.markDone(task, now, await sendOut(task, witnessing));
      log.info({ day, kind, number: task.sealId }, 'seal sent outside');
      sentCount++;
    } catch (error) {
      const wait = Math.min(MINUTE_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);
      await sealWitnesses.retryAt(task, new Date(now.getTime() + wait), (error as Error).message);
      log.warn({ err: error, day, kind, tries }, 'seal not sent outside');
    }
  }
}

/** Sends due seals every minute until stopped. Several processes may run it. */
export const startWitnessing = (witnessing: Witnessing): Job =>
  startBeat(MINUTE_MS, () =>
    measureJob('witness', () => witnessSeals(witnessing)).catch((error: unknown) =>
      witnessing.log.warn({ err: error }, 'seals not sent outside'),
    ),
  );
