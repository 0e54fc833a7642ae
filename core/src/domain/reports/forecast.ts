import { addDays, type CalendarDate, type DateRange } from '../calendar.ts';
import { startOfWeek } from './punctuality.ts';

/** A forecast judges people by the whole weeks before this one, as many as this. */
const WEEKS = 8;
/** With less due work in those weeks there is no forecast. */
export const LEAST_HISTORY = 20;
/** The share of all people counts as much as this many deliveries of one's own. */
const PRIOR = 5;
const NAMED = 3;

/** Counts due work of those weeks by its responsible and the days that were left when it was delivered. -1 is late or undelivered work. */
export interface PastWork {
  assigneeId: number;
  daysLeft: number;
  total: number;
}

interface NamedActivity {
  id: number;
  description: string;
}

/** Counts undelivered work of one responsible and one deadline; `activities` has the first ones by folio. */
export interface DueWork extends PastWork {
  activities: NamedActivity[];
}

/** Of the undelivered work that is due this week, how much will be late if each person delivers as in the last eight weeks. */
export interface Forecast {
  due: number;
  late: number;
  heaviest: NamedActivity[];
}

export function forecastWeeks(today: CalendarDate): { past: DateRange; week: DateRange } {
  const monday = startOfWeek(today);
  return {
    past: { from: addDays(monday, -7 * WEEKS), to: addDays(monday, -1) },
    week: { from: monday, to: addDays(monday, 6) },
  };
}

const countTotal = (work: readonly PastWork[]) => work.reduce((sum, { total }) => sum + total, 0);

/** Returns the late share of the work that was still undelivered so many days before its deadline. */
function lateShare(past: readonly PastWork[], daysLeft: number, prior: number): number {
  const undelivered = past.filter((work) => work.daysLeft <= daysLeft);
  return (countTotal(undelivered.filter((work) => work.daysLeft < 0)) + PRIOR * prior) / (countTotal(undelivered) + PRIOR);
}

/** Returns null where nothing is due, or where the past is too short to judge by (docs/decisions/0057). */
export function forecastLateness(past: readonly PastWork[], due: readonly DueWork[]): Forecast | null {
  const all = countTotal(past);
  if (due.length === 0 || all < LEAST_HISTORY) return null;
  const companyShare = countTotal(past.filter((work) => work.daysLeft < 0)) / all;
  const byPerson = Map.groupBy(past, ({ assigneeId }) => assigneeId);
  const shares = new Map([...new Set(due.map(({ daysLeft }) => daysLeft))].map((days) => [days, lateShare(past, days, companyShare)]));
  const chances = due.map((work) => {
    const share = shares.get(work.daysLeft) as number;
    return { ...work, chance: work.daysLeft < 0 ? 1 : lateShare(byPerson.get(work.assigneeId) ?? [], work.daysLeft, share) };
  });
  const late = Math.round(chances.reduce((sum, { chance, total }) => sum + chance * total, 0));
  const heaviest = chances
    .flatMap(({ activities, chance, daysLeft }) => activities.map((activity) => ({ activity, chance, daysLeft })))
    .sort((a, b) => b.chance - a.chance || a.daysLeft - b.daysLeft || a.activity.id - b.activity.id)
    .slice(0, Math.min(NAMED, late));
  return { due: countTotal(due), late, heaviest: heaviest.map(({ activity }) => activity) };
}
