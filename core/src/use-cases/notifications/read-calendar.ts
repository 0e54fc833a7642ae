import type { CalendarDate } from '../../domain/calendar.ts';
import type { ActivityFacts } from '../../persistence/activity-views.sql.ts';
import type { StampedFacts } from '../../persistence/activity-views.ts';
import type { UseCase } from '../use-case.ts';

/** More than any calendar program shows, and little enough to send every hour. */
const MOST_ENTRIES = 1_000;

export interface Calendar {
  today: CalendarDate;
  /** Open work the actor is responsible for, those due nearest to today first. */
  deadlines: StampedFacts[];
  /** What others finished for the actor, the longest waiting first. */
  awaiting: ActivityFacts[];
}

/** What is in the actor's calendar: a thousand entries at most, their own deadlines before what waits for their verification. */
export const readCalendar: UseCase<unknown, Calendar> = async ({ repos, actor, today }) => {
  const deadlines = await repos.activityViews.nearestOf(actor.id, today, MOST_ENTRIES);
  const awaiting = await repos.activityViews.awaitingVerificationOf(actor.id);
  return { today, deadlines, awaiting: awaiting.slice(0, MOST_ENTRIES - deadlines.length) };
};
