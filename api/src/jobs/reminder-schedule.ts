import { addDays, type CalendarDate, dayIn, instantAt, minuteIn } from '@bitacora/core/domain/calendar';
import { createTask, parse } from 'node-cron';

const HORIZON_DAYS = 366;

/** When sweeps are due: the five fields of REMINDER_CRON, read on the wall clock of a zone. */
export function reminderSchedule(pattern: string, zone: string) {
  const { hour: hours, minute: minutes } = parse(pattern);
  /** Minutes of a day, the last one first. */
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
      const today = dayIn(zone, until);
      const minute = minuteIn(zone, until);
      const firstDay = dayIn(zone, after);
      for (let day = today; day >= firstDay; day = addDays(day, -1)) {
        if (!isOn(day)) continue;
        for (const time of day === today ? times.filter((one) => one <= minute) : times) {
          const moment = instantAt(zone, day, time);
          if (moment <= until) return moment > after ? moment : null;
        }
      }
      return null;
    },

    /** The next scheduled moment, or null where there is none within a year. */
    next(after: Date): Date | null {
      const today = dayIn(zone, after);
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
