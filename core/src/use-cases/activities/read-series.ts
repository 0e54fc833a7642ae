import { isOpen } from '../../domain/activity/activity.ts';
import { maySee } from '../../domain/activity/policy.ts';
import { nextOccurrence } from '../../domain/activity/repetition.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import type { Occurrence } from '../../persistence/activities.ts';
import type { ActivityFacts } from '../../persistence/activity-views.sql.ts';
import type { UseCase } from '../use-case.ts';
import { visible } from './read-activity.ts';

/** Members of a series that are shown at once: more than a year of weeks. */
const SERIES_MAX = 60;

type Series = { occurrences: Occurrence[]; nextOn: CalendarDate | null };

/** When the next one would be due if this one were verified today. Closed work has its successor already, or none. */
function nextDateOf({ repeats, status, seriesStartsOn, occurrence }: ActivityFacts, today: CalendarDate): CalendarDate | null {
  if (!repeats || !isOpen(status)) return null;
  return nextOccurrence(repeats, seriesStartsOn, occurrence, today)?.dueOn ?? null;
}

/** The series an activity belongs to, as far as the actor may see it; none where it does not repeat. */
export const readSeries: UseCase<{ activityId: number }, Series> = async (context) => {
  const { repos, actor, input, today } = context;
  const activity = await visible(context, input.activityId);
  if (!activity.repeats) return { occurrences: [], nextOn: null };
  const members = await repos.activities.seriesAround(activity.id, SERIES_MAX);
  return { occurrences: members.filter((member) => maySee(actor, member)), nextOn: nextDateOf(activity, today) };
};
