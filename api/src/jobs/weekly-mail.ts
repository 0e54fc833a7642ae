import type { Core } from '@bitacora/core/server';
import { planWeeklyMails } from '@bitacora/core/use-cases/notifications/plan-weekly-mails';
import type { Logger } from 'pino';
import type { ClockGuard } from './clock-guard.ts';
import { startBeat } from './timed.ts';

const BEAT_MS = 60_000;

export interface WeeklyMailJob {
  core: Core;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Unset, the clock is believed. */
  clockGuard?: ClockGuard;
}

/** Plans the mails of the week that are missing; from any number of processes, each once. Returns how many this call planned. */
export async function planMissingWeeklyMails({ core, log, clockGuard }: WeeklyMailJob): Promise<number> {
  if (clockGuard && !(await clockGuard.mayAct())) return 0;
  const { result } = await core.perform({ useCase: planWeeklyMails, actor: null, channel: 'system', input: {}, effect: 'writes' });
  if (result.count > 0) log.info(result, 'weekly mails planned');
  return result.count;
}

/** Looks every minute until stopped; several processes may. */
export const startWeeklyMails = (job: WeeklyMailJob): { stop(): Promise<void> } =>
  startBeat(BEAT_MS, () => planMissingWeeklyMails(job).catch((error: unknown) => job.log.warn({ err: error }, 'weekly mails not planned')));
