import { setTimeout } from 'node:timers/promises';
import { type Core, repositoriesOn } from '@bitacora/core/server';
import { remindDeadlines } from '@bitacora/core/use-cases/notifications/reminders';
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
 * Runs the reminders of the latest scheduled moment, unless another process did. At any time and from any number of processes, each
 * reminder is sent once. Answers their number, or null if nothing was due.
 */
export async function remindIfDue({ core, schedule, log, clockGuard }: ReminderJob): Promise<number | null> {
  if (clockGuard && !(await clockGuard.mayAct())) return null;
  const { reminders } = repositoriesOn(core.db, core.zone);
  const now = core.clock();
  const last = await reminders.lastDue(now);
  if (!last) {
    await reminders.begin(now);
    return null;
  }
  const dueAt = schedule.latest(last, now);
  if (!dueAt) return null;
  const { result } = await core.perform({ useCase: remindDeadlines, actor: null, channel: 'system', input: { dueAt }, effect: 'writes' });
  if (result) log.info({ dueAt, announced: result.count }, 'deadlines swept');
  return result?.count ?? null;
}

/** Runs at once, at every scheduled moment and every few minutes, until stopped. Nothing depends on node-cron's ticks. */
export function startReminderJob(job: ReminderJob, beatMs = BEAT_MS): { stop(): Promise<void> } {
  const { schedule, log } = job;
  const stopping = new AbortController();
  let latest: Promise<unknown> = Promise.resolve();
  const run = () => {
    latest = latest
      .then(() => timed('sweep', () => remindIfDue(job)))
      .catch((error: unknown) => log.warn({ err: error }, 'deadlines not swept'));
    return latest;
  };

  const tick = tickAt(schedule.pattern, run, { timezone: schedule.zone, suppressMissedWarning: true, logger: onlyErrors(log) });
  async function beat(): Promise<void> {
    while (!stopping.signal.aborted) {
      await run();
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
  error: (message: string | Error, cause?: Error) => log.error({ err: cause ?? message }, 'scheduler'),
});
