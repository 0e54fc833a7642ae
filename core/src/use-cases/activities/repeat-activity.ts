import { type Activity, untickedList } from '../../domain/activities/activity.ts';
import { nextOccurrence, UNDELIVERED_MAX } from '../../domain/activities/repetition.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import type { ActContext, OpenUseCase } from '../use-case.ts';
import { historyEntry, registrationFacts } from './apply-act.ts';

/** Returns what the next one demands: what the template of the series says now, else the same again. Nothing is ticked. */
async function demandsOfSuccessor({ repos }: ActContext, { templateId, topicId, checklist, minimumImages }: Activity) {
  const template = templateId === null ? undefined : await repos.activityTemplates.find(templateId);
  // Work that was moved to another topic no longer follows a template of the earlier one.
  return template?.topicId === topicId
    ? { checklist: untickedList(template.checklist), minimumImages: template.minimumImages }
    : { checklist: untickedList(checklist?.map(({ text }) => text)), minimumImages };
}

/** Reads the holidays on which nothing of a series is due; only weekdays leave holidays out. */
export const readRepetitionHolidays = async (
  { holidays }: Repositories,
  { repeats }: Pick<Activity, 'repeats'>,
): Promise<CalendarDate[]> => (repeats === 'weekday' ? (await holidays.all()).map(({ day }) => day) : []);

/** Tells the owner once that a series stands still. Its newest activity keeps the row, so that a later stop of the series is told again. */
async function stopSeries(context: ActContext, activity: Activity): Promise<void> {
  const { id, status, ownerId } = activity;
  if (await context.repos.history.findLastMoment(id, 'stopSeries')) return;
  const notifications = [['seriesStopped', ownerId]] as const;
  const entry = historyEntry('stopSeries', { ...context, actor: null }, { from: status, to: status, notifications });
  await context.repos.history.add(id, entry);
}

/**
 * Registers the next one of a series, for the system, under the lock of the activity before it (docs/product.md, 3). Where a person
 * registered the same work meanwhile there is nothing to register until that is closed.
 */
export async function registerSuccessor(context: ActContext, activity: Activity): Promise<void> {
  const { repos, today, now } = context;
  const { id, repeats, succession, assigneeId } = activity;
  if (!repeats || succession) return;
  const next = nextOccurrence(activity, today, await readRepetitionHolidays(repos, activity));
  if (!next) return repos.activities.setSuccession(id, 'ended');
  if ((await repos.activities.countUndelivered(id)) >= UNDELIVERED_MAX) return stopSeries(context, activity);

  const { skipped, ...place } = next;
  const demands = await demandsOfSuccessor(context, activity);
  const series = { seriesId: activity.seriesId ?? id, predecessorId: id, batchId: null, requesterId: null };
  const successor = { ...activity, ...place, ...demands, ...series, createdAt: now };
  const facts = { ...registrationFacts(successor), predecessorId: id, ...(skipped > 0 && { skipped }) };
  const notifications = [['assigned', assigneeId]] as const;
  const entry = historyEntry('repeat', { ...context, actor: null }, { from: null, to: 'not_started', facts, notifications });
  // The earlier one leaves the open duplicates first, because the next one would be a duplicate of it.
  await repos.activities.setSuccession(id, 'registered');
  if (!(await repos.activities.add(successor, entry))) await repos.activities.setSuccession(id, null);
}

/** So many rows are locked at once at most, so that nobody waits long for one of them. */
const BATCH = 50;

export interface RepetitionRun {
  /** The last folio that was seen; null where there are no more. */
  last: number | null;
  failures: { activityId: number; error: unknown }[];
}

/**
 * Registers the next one of each series whose newest was due before today. Any number of processes may run it at the same time. A series
 * that fails holds up no other.
 */
export const repeatDueActivities: OpenUseCase<{ after: number }, RepetitionRun> = async (context) => {
  const { input, today } = context;
  const due = await context.repos.activities.lockDueSeries({ after: input.after, today, undeliveredMax: UNDELIVERED_MAX, size: BATCH });
  const failures: RepetitionRun['failures'] = [];
  for (const activity of due)
    await context.repos
      .savepoint((repos) => registerSuccessor({ ...context, repos }, activity))
      .catch((error: unknown) => failures.push({ activityId: activity.id, error }));
  return { last: due.length === BATCH ? (due.at(-1)?.id ?? null) : null, failures };
};
