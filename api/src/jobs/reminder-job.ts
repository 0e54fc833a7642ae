import { setTimeout } from 'node:timers/promises';
import { type Core, repositoriesOn } from '@bitacora/core/server';
import { remindDeadlines } from '@bitacora/core/use-cases/notifications/remind-deadlines';
import { schedule as tickAt } from 'node-cron';
import type { Logger } from 'pino';
import type { ClockGuard } from './clock-guard.ts';
import type { ReminderSchedule } from './reminder-schedule.ts';
import { timed } from './timed.ts';

/** A database that was away at the scheduled moment is asked again before long. */
const BEAT_MS = 5 * 60_000;

export interface ReminderJob {
  core: Core;
  schedule: ReminderSchedule;
  log: Logger;
  /** Unset, the clock is believed. */
  clockGuard?: ClockGuard;
}

/**
 * Sweeps the latest scheduled moment that has come, unless it was swept, by whomever: called at any time, by any number of processes,
 * after any absence, everything is told once. Answers how many were announced; null where there was nothing to do.
 */
export async function remindIfDue({ core, schedule, log, clockGuard }: ReminderJob): Promise<number | null> {
  if (clockGuard && !(await clockGuard.mayAct())) return null;
  const { sweeps } = repositoriesOn(core.db, core.zone);
  const now = core.clock();
  const last = await sweeps.lastDue(now);
  if (!last) {
    await sweeps.begin(now);
    return null;
  }
  const dueAt = schedule.latest(last, now);
  if (!dueAt) return null;
  const { result } = await core.perform({ useCase: remindDeadlines, actor: null, channel: 'system', input: { dueAt }, effect: 'writes' });
  if (result) log.info({ dueAt, announced: result.announced }, 'deadlines swept');
  return result?.announced ?? null;
}

/** Sweeps at once, at every scheduled moment and every few minutes, until stopped. The ticks are node-cron's, and nothing depends on them. */
export function startReminderJob(sweeping: ReminderJob, beatMs = BEAT_MS): { stop(): Promise<void> } {
  const { schedule, log } = sweeping;
  const stopping = new AbortController();
  let latest: Promise<unknown> = Promise.resolve();
  const sweep = () => {
    latest = latest
      .then(() => timed('sweep', () => remindIfDue(sweeping)))
      .catch((error: unknown) => log.warn({ err: error }, 'deadlines not swept'));
    return latest;
  };

  const tick = tickAt(schedule.pattern, sweep, { timezone: schedule.zone, suppressMissedWarning: true, logger: onlyErrors(log) });
  async function beat(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sweep();
      await setTimeout(beatMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }
  const beating = beat();
  return {
    stop: async () => {
      stopping.abort();
      await tick.destroy();
      await beating;
      await latest;
    },
  };
}

/** node-cron writes to the console otherwise. */
const onlyErrors = (log: Logger) => ({
  info: () => {},
  warn: () => {},
  debug: () => {},
  error: (said: string | Error, cause?: Error) => log.error({ err: cause ?? said }, 'scheduler'),
});
