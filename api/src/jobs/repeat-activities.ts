import { bySystem } from '@bitacora/core/server';
import { type RepetitionRun, repeatDueActivities } from '@bitacora/core/use-cases/activities/repeat-activity';
import type { Logger } from 'pino';
import type { GuardedCore } from '../monitoring/clock-guard.ts';
import { type Job, measureJob, startBeat } from '../monitoring/run-jobs.ts';

const BEAT_MS = 60_000;

type Repetition = GuardedCore & { log: Pick<Logger, 'warn'> };

/** Registers the next one of every series that is due, a batch in each transaction. Any number of processes may call it. */
async function repeatDue({ core, clockGuard, log }: Repetition): Promise<void> {
  if (clockGuard && !(await clockGuard.mayAct())) return;
  let after: number | null = 0;
  while (after !== null) {
    const run: RepetitionRun = (await core.perform({ ...bySystem, useCase: repeatDueActivities, input: { after } })).result;
    for (const { activityId, error } of run.failures) log.warn({ err: error, activityId }, 'activity not repeated');
    after = run.last;
  }
}

/** Looks every minute until stopped, because a series may also go on when one of it is delivered or canceled. */
export const startRepetition = (job: Repetition): Job =>
  startBeat(BEAT_MS, () =>
    measureJob('repeat', () => repeatDue(job)).catch((error: unknown) => job.log.warn({ err: error }, 'activities not repeated')),
  );
