import { addDays, type CalendarDate, instantAt, localDay, localMinute } from '@bitacora/core/domain/calendar';
import { bySystem, repositoriesOn } from '@bitacora/core/server';
import { planWeeklyMails, remindDeadlines } from '@bitacora/core/use-cases/notifications/scheduled-notifications';
import { createTask, parse, schedule as tickAt } from 'node-cron';
import type { Logger } from 'pino';
import type { GuardedCore } from '../monitoring/clock-guard.ts';
import { type Job, measureJob, startBeat } from '../monitoring/run-jobs.ts';

const HORIZON_DAYS = 366;

/** Computes when the reminder job is due, by the five fields of REMINDER_CRON on the wall clock of a zone. */
export function reminderSchedule(pattern: string, zone: string) {
  const { hour: hours, minute: minutes } = parse(pattern);
  const times = hours.flatMap((hour) => minutes.map((minute) => hour * 60 + minute)).sort((a, b) => b - a);
  const [last = 0] = times;
  const onPaper = createTask(pattern, () => {}, { timezone: 'UTC' });
  const isOn = (day: CalendarDate) => onPaper.match(new Date(Date.parse(`${day}T00:00:00Z`) + last * 60_000));

  return {
    pattern,
    zone,
    /**
     * The latest scheduled moment after one instant and not after another, or null. A moment that clocks skip is due after the gap,
     * and one they show twice is due once. Costs little however long ago the first instant is.
     */
    latest(after: Date, until: Date): Date | null {
      const today = localDay(zone, until);
      const minute = localMinute(zone, until);
      const firstDay = localDay(zone, after);
      for (let day = today; day >= firstDay; day = addDays(day, -1)) {
        if (!isOn(day)) continue;
        for (const time of day === today ? times.filter((one) => one <= minute) : times) {
          const moment = instantAt(zone, day, time);
          if (moment <= until) return moment > after ? moment : null;
        }
      }
      return null;
    },

    /** Returns the next scheduled moment. Null where there is none within a year. */
    next(after: Date): Date | null {
      const today = localDay(zone, after);
      for (let ahead = 0; ahead <= HORIZON_DAYS; ahead += 1) {
        const day = addDays(today, ahead);
        if (!isOn(day)) continue;
        const moments = times.map((time) => instantAt(zone, day, time)).filter((moment) => moment > after);
        if (moments.length > 0) return moments.at(-1) ?? null;
      }
      return null;
    },
  };
}

export type ReminderSchedule = ReturnType<typeof reminderSchedule>;

/** The job also runs in this interval, because the database may be away at the scheduled moment. */
const BEAT_MS = 5 * 60_000;

export interface ReminderJob extends GuardedCore {
  schedule: ReminderSchedule;
  log: Logger;
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
  const { result } = await core.perform({ ...bySystem, useCase: remindDeadlines, input: { dueAt } });
  if (result) log.info({ dueAt, notifications: result.count }, 'reminder job ran');
  return result?.count ?? null;
}

/** Runs at once, at every scheduled moment and every few minutes, until stopped. Nothing depends on node-cron's ticks. */
export function startReminderJob(job: ReminderJob, beatMs = BEAT_MS): Job {
  const { schedule, log } = job;
  let latest: Promise<unknown> = Promise.resolve();
  const run = () => {
    latest = latest
      .then(() => measureJob('reminders', () => remindIfDue(job)))
      .catch((error: unknown) => log.warn({ err: error }, 'deadline reminders failed'));
    return latest;
  };

  const tick = tickAt(schedule.pattern, run, { timezone: schedule.zone, suppressMissedWarning: true, logger: onlyErrors(log) });
  const beat = startBeat(beatMs, run);
  return {
    stop: async () => {
      const ended = beat.stop();
      await tick.destroy();
      await ended;
      await latest;
    },
  };
}

/** Passes only errors on, because node-cron would write everything to the console. */
const onlyErrors = (log: Logger) => ({
  info: () => {},
  warn: () => {},
  debug: () => {},
  error: (message: string | Error, cause?: Error) => log.error({ err: cause ?? message }, 'scheduler'),
});

const WEEKLY_BEAT_MS = 60_000;

export interface WeeklyMailJob extends GuardedCore {
  log: Pick<Logger, 'info' | 'warn'>;
}

/** Plans the mails of the week that are missing; from any number of processes, each once. Returns how many this call planned. */
export async function planMissingWeeklyMails({ core, log, clockGuard }: WeeklyMailJob): Promise<number> {
  if (clockGuard && !(await clockGuard.mayAct())) return 0;
  const { result } = await core.perform({ ...bySystem, useCase: planWeeklyMails, input: {} });
  if (result.count > 0) log.info(result, 'weekly mails planned');
  return result.count;
}

/** Plans missing weekly mails every minute until stopped. Several processes may run it. */
export const startWeeklyMails = (job: WeeklyMailJob): Job =>
  startBeat(WEEKLY_BEAT_MS, () =>
    planMissingWeeklyMails(job).catch((error: unknown) => job.log.warn({ err: error }, 'weekly mails not planned')),
  );
