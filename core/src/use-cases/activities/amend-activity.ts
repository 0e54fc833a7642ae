import type { Activity, Lapse, Priority } from '../../domain/activities/activity.ts';
import { isDateAmendable, needsDateReason } from '../../domain/activities/deadline.ts';
import type { AmendedFields, HistoryFacts } from '../../domain/activities/history-proof.ts';
import { actsFor, isEligibleAssignee, mayRegisterUnder } from '../../domain/activities/policy.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import type { HolidayNotice } from '../../domain/holidays.ts';
import type { Actor } from '../../domain/people/person.ts';
import { invalid, Refused } from '../../domain/refusal.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import { sha256Hex } from '../../secrets/secrets.ts';
import { demandUnchanged, editVersion } from '../demand-unchanged.ts';
import type { Context, UseCase } from '../use-case.ts';
import { historyEntry, lockAuthorized } from './apply-act.ts';

interface Amendment {
  activityId: number;
  /** A field that is undefined stays as it is. */
  description?: string | undefined;
  priority?: Priority | undefined;
  topicId?: number | undefined;
  repeats?: Lapse | null | undefined;
  repeatUntil?: CalendarDate | null | undefined;
  dueOn?: CalendarDate | undefined;
  reason: string | null;
  seen?: string | undefined;
}

type AmendableFields = Pick<Activity, 'description' | 'priority' | 'dueOn' | 'repeats' | 'repeatUntil'> & { topic: string };

export const activityVersion = ({ description, priority, dueOn, repeats, repeatUntil, topic }: AmendableFields): string =>
  editVersion({ description, priority, dueOn, repeats, repeatUntil, topic });

/**
 * Refuses a topic under which the owner, perhaps represented by a substitute, may not register, or whose work the responsible may not have.
 * The caller holds the people.
 */
async function demandTopic({ repos, actor }: { repos: Repositories; actor: Actor }, topicId: number, activity: Activity) {
  const { ownerId, assigneeId, dueOn } = activity;
  const { topic, people } = await repos.activities.holdPreconditions({ topicId, dueOn, people: [ownerId, assigneeId] });
  const [own, assignee] = [people.get(ownerId), people.get(assigneeId)];
  const holder = actsFor('amend', actor, activity) ?? actor;
  if (!topic || !own || !mayRegisterUnder(topic, holder, own)) throw invalid('topicId', 'topicUnknown');
  if (!assignee || !isEligibleAssignee(topic, assignee)) throw invalid('topicId', 'topicNotOfAssignee');
}

function differenceBetween(before: AmendableFields, after: AmendableFields): NonNullable<HistoryFacts['amended']> | null {
  const fields = (Object.keys(after) as (keyof AmendableFields)[]).filter((field) => before[field] !== after[field]);
  if (fields.length === 0) return null;
  const pick = (from: AmendableFields) => Object.fromEntries(fields.map((field) => [field, from[field]])) as AmendedFields;
  return { before: pick(before), after: pick(after) };
}

function demandDateOpen({ input, now, today }: Context<Amendment, Actor>, activity: Activity) {
  if (!input.dueOn || input.dueOn === activity.dueOn) return;
  if (!isDateAmendable(activity)) throw invalid('dueOn', 'dueFixed');
  if (input.dueOn < today) throw invalid('dueOn', 'dueInPast');
  if (input.reason === null && needsDateReason(activity, now)) throw invalid('reason', 'dateReason');
}

/** Corrects what the owner registered; the history keeps before and after (docs/product.md, 3). */
export const amendActivity: UseCase<Amendment, HolidayNotice> = async (context) => {
  const { repos, input } = context;
  const { activityId, reason } = input;
  const current = await repos.activities.find(activityId);
  // People are locked before activities, as in a deactivation, because the other order could deadlock.
  if (current) await repos.users.hold(current.ownerId, current.assigneeId);
  const activity = await lockAuthorized('amend', context, activityId);
  const { description = activity.description, priority = activity.priority, repeats = activity.repeats } = input;
  const { topicId = activity.topicId, dueOn = activity.dueOn } = input;
  const repeatUntil = repeats && (input.repeatUntil === undefined ? activity.repeatUntil : input.repeatUntil);
  const isHeld = current?.assigneeId === activity.assigneeId && current.ownerId === activity.ownerId;
  if (topicId !== activity.topicId && !isHeld)
    throw new Refused({
      code: 'edit.outdated',
      now: { assignee: (await repos.users.readNames([activity.assigneeId])).get(activity.assigneeId) ?? null },
    });
  demandDateOpen(context, activity);

  const [from, to] = [await repos.topics.find(activity.topicId), await repos.topics.find(topicId)];
  if (!from || !to) throw invalid('topicId', 'topicUnknown');
  const before = {
    description: activity.description,
    topic: from.name,
    priority: activity.priority,
    dueOn: activity.dueOn,
    repeats: activity.repeats,
    repeatUntil: activity.repeatUntil,
  };
  const after = { description, topic: to.name, priority, dueOn, repeats, repeatUntil };
  demandUnchanged(input.seen, before, after);
  const amended = differenceBetween(before, after);
  if (!amended) throw new Refused({ code: 'activity.unchanged' });
  if (topicId !== activity.topicId) await demandTopic(context, topicId, activity);

  // The series is counted from a first date, so that a new date or lapse begins it anew.
  const isSeriesNew = dueOn !== activity.dueOn || repeats !== activity.repeats;
  const isPlanNew = repeats !== activity.repeats || repeatUntil !== activity.repeatUntil;
  if (isPlanNew && activity.succession === 'registered') throw new Refused({ code: 'activity.seriesMoved' });
  if ((isSeriesNew || isPlanNew) && repeatUntil && repeatUntil < dueOn) throw invalid('repeatUntil', 'untilBeforeDue');
  const series = { ...(isSeriesNew && { seriesStartsOn: dueOn, occurrence: 0 }), ...(isPlanNew && { succession: null }) };
  const changed = {
    ...(description !== activity.description && { description: sha256Hex(description) }),
    ...(topicId !== activity.topicId && { topicId }),
    ...(priority !== activity.priority && { priority }),
    ...(dueOn !== activity.dueOn && { dueOn }),
    ...(repeats !== activity.repeats && { repeats }),
    ...(repeatUntil !== activity.repeatUntil && { repeatUntil }),
  };
  const facts = { ...changed, amended, ...(reason !== null && { reason }) };
  const { status } = activity;
  const notifications = [['amended', activity.assigneeId]] as const;
  const entry = historyEntry('amend', context, { on: activity, from: status, to: status, facts, notifications });
  const next = { ...activity, topicId, description, priority, dueOn, repeats, repeatUntil, ...series };
  if (!(await repos.activities.amend(next, entry))) throw new Refused({ code: 'activity.duplicate' });
  return { holiday: dueOn === activity.dueOn ? undefined : await repos.holidays.find(dueOn) };
};
