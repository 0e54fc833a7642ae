import type { Act } from '../../domain/activities/lifecycle.ts';
import { maySee } from '../../domain/activities/policy.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import { newsKey } from '../../domain/notifications/delivery.ts';
import { deadlineKinds, escalationKinds } from '../../domain/notifications/notification.ts';
import { type ActivityKind, findNextAct, isNotificationCurrent } from '../../domain/notifications/notification-rules.ts';
import type { NotificationCause } from '../../persistence/activities/history.ts';
import type { ClaimedNotification } from '../../persistence/notifications/outbox.ts';
import { type ActivityWithDays, withDays, withDeliverers } from '../activities/read-activity.ts';
import type { OpenUseCase } from '../use-case.ts';

export interface NotificationRef {
  id: number;
  kind: ActivityKind;
  activityId: number;
  /** The effective deadline when the row was written. */
  deadlineOn: CalendarDate | null;
  /** The history row that caused it; reminders have none. */
  historyId: number | null;
  /** The completion that waits for a verdict, in ms; another one is not announced any more. */
  closedAt?: number | null;
}

export interface NotifiedActivity extends NotificationRef {
  activity: ActivityWithDays;
  cause: NotificationCause | null;
  /** False for the earlier responsible who may no longer see it: they learn folio, actor and note. */
  isVisible: boolean;
  /** False also for a boss who may not see it: they learn all of it, without a link. */
  hasPage: boolean;
  /** The act by which the recipient may move it on now; null where nothing is open to them. */
  nextAct: Act | null;
}

const isEscalation = (kind: ActivityKind) => escalationKinds.some((one) => one === kind);

/** Reads the notifications of one person that are still current, with the activity as it is now; in the order of the input. */
export const readNotified: OpenUseCase<{ recipientId: number; notifications: readonly NotificationRef[] }, NotifiedActivity[]> = async ({
  repos,
  today,
  input,
}) => {
  const { recipientId, notifications } = input;
  const historyIds = notifications.flatMap(({ historyId }) => historyId ?? []);
  const [rows, causes] = await repos.readAll(
    () => repos.activityViews.list(notifications.map(({ activityId }) => activityId)),
    () => repos.history.causes(historyIds),
  );
  const activities = await withDeliverers({ repos }, rows);
  const isForViewers = notifications.some(({ kind }) => kind === 'commented' || kind === 'reassigned' || isEscalation(kind));
  const recipient = isForViewers ? await repos.users.find(recipientId) : undefined;
  const isEscalated = notifications.some(({ kind }) => isEscalation(kind));
  const people = activities.flatMap(({ ownerId, assigneeId }) => [ownerId, assigneeId]);
  const managers = isEscalated ? await repos.users.readActiveManagers(people) : new Map<number, number[]>();
  const readManagers = (personId: number) => managers.get(personId) ?? [];
  const substitutesFor = await repos.absences.listRepresented(recipientId, today);
  const readKnown = await repos.history.createNameReader(notifications.some(({ kind }) => kind === 'reassigned') ? activities : []);
  const byFolio = new Map(activities.map((activity) => [activity.id, activity]));
  const byHistoryId = new Map(causes.map((cause) => [cause.id, cause]));

  return notifications.flatMap((one) => {
    const activity = byFolio.get(one.activityId);
    const mayStillSee = activity && recipient ? maySee({ ...recipient, substitutesFor }, activity) : false;
    const reading = { recipientId, substitutesFor, deadlineOn: one.deadlineOn, mayStillSee, readManagers };
    if (!activity || !isNotificationCurrent(one.kind, activity, reading)) return [];
    const cause = byHistoryId.get(one.historyId ?? 0);
    if (one.kind === 'commented' && !cause?.comment) return [];
    if (one.kind === 'verdictOverdue' && one.closedAt && one.closedAt !== activity.closedAt?.getTime()) return [];
    const isVisible = one.kind !== 'reassigned' || mayStillSee;
    const hasPage = isVisible && (!isEscalation(one.kind) || mayStillSee);
    // Who left the work keeps the name that they knew.
    const withDaysLeft = {
      ...withDays(today)(activity),
      ...(!isVisible && readKnown(activity, { historyId: one.historyId, createdAt: new Date(0) })),
    };
    // The acts that are offered belong to owner and responsible, so privilege does not matter.
    const nextAct = hasPage ? findNextAct(one.kind, withDaysLeft, { id: recipientId, kind: '', position: '', substitutesFor }) : null;
    return [{ ...one, activity: withDaysLeft, cause: cause ?? null, isVisible, hasPage, nextAct }];
  });
};

export const isReminder = ({ kind }: NotifiedActivity) => deadlineKinds.some((one) => one === kind);

/**
 * Keeps what a digest shows, reminders first: one of each activity, because it can have two, such as `dueSoon` and `dueTomorrow`; and the
 * latest news of each kind.
 */
export const onePerNews = (notified: readonly NotifiedActivity[]): NotifiedActivity[] => [
  ...new Map(notified.filter(isReminder).map((one) => [one.activity.id, one])).values(),
  ...new Map(notified.filter((one) => !isReminder(one)).map((one) => [newsKey(one.kind, one.activity.id, one.historyId), one])).values(),
];

/** Makes a reference of a row about an activity; rows with a token have no activity. */
export const notificationRef = ({ id, kind, activityId, deadlineOn, facts }: ClaimedNotification): NotificationRef => ({
  id,
  kind: kind as ActivityKind,
  activityId: activityId as number,
  deadlineOn,
  historyId: typeof facts.historyId === 'number' ? facts.historyId : null,
  closedAt: typeof facts.closedAt === 'number' ? facts.closedAt : null,
});
