import { maySee } from '../../domain/activity/policy.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import { type ActivityKind, isNotificationCurrent } from '../../domain/notifications/notification-rules.ts';
import type { NotificationCause } from '../../persistence/history.ts';
import type { ClaimedNotification } from '../../persistence/outbox.ts';
import { type ActivityWithDays, withDays } from '../activities/read-activity.ts';
import type { OpenUseCase } from '../use-case.ts';

export interface NotificationRef {
  id: number;
  kind: ActivityKind;
  activityId: number;
  /** The effective deadline when the row was written. */
  deadlineOn: CalendarDate | null;
  /** The history row that caused it; reminders have none. */
  historyId: number | null;
}

export interface NotifiedActivity extends NotificationRef {
  activity: ActivityWithDays;
  cause: NotificationCause | null;
}

/** The notifications of one person that are still current, with the activity as it is now; in the order of the input. */
export const readNotified: OpenUseCase<{ recipientId: number; notifications: readonly NotificationRef[] }, NotifiedActivity[]> = async ({
  repos,
  today,
  input,
}) => {
  const { recipientId, notifications } = input;
  const historyIds = notifications.flatMap(({ historyId }) => historyId ?? []);
  const [activities, causes] = await Promise.all([
    repos.activityViews.of(notifications.map(({ activityId }) => activityId)),
    repos.history.causes(historyIds),
  ]);
  const recipient = notifications.some(({ kind }) => kind === 'commented') ? await repos.users.find(recipientId) : undefined;
  const substitutesFor = await repos.absences.representedBy(recipientId, today);
  const byFolio = new Map(activities.map((activity) => [activity.id, activity]));
  const byHistoryId = new Map(causes.map((cause) => [cause.id, cause]));

  return notifications.flatMap((one) => {
    const activity = byFolio.get(one.activityId);
    const mayStillSee = activity && recipient ? maySee({ ...recipient, substitutesFor }, activity) : false;
    const reading = { recipientId, substitutesFor, deadlineOn: one.deadlineOn, mayStillSee };
    if (!activity || !isNotificationCurrent(one.kind, activity, reading)) return [];
    const cause = byHistoryId.get(one.historyId ?? 0);
    if (one.kind === 'commented' && !cause?.comment) return [];
    return [{ ...one, activity: withDays(today)(activity), cause: cause ?? null }];
  });
};

/** An activity can have two reminders, such as `dueSoon` and `dueTomorrow`; a digest shows it once. */
export const onePerActivity = (notified: readonly NotifiedActivity[]): NotifiedActivity[] => [
  ...new Map(notified.map((one) => [one.activity.id, one])).values(),
];

/** Work that was rejected twice before the digest went is shown once, as it was last; of comments each is shown. */
export const latestPerKind = (notified: readonly NotifiedActivity[]): NotifiedActivity[] => [
  ...new Map(notified.map((one) => [`${one.kind} ${one.activity.id} ${one.kind === 'commented' ? one.historyId : ''}`, one])).values(),
];

/** For rows about activities; rows with a token have no activity. */
export const notificationRefOf = ({ id, kind, activityId, deadlineOn, facts }: ClaimedNotification): NotificationRef => ({
  ...{ id, kind: kind as ActivityKind, activityId: activityId as number, deadlineOn },
  historyId: typeof facts.historyId === 'number' ? facts.historyId : null,
});
