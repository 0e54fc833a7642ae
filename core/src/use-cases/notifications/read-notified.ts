import type { CalendarDate } from '../../domain/calendar.ts';
import { type ActivityKind, isNotificationCurrent } from '../../domain/notifications/notification-rules.ts';
import { historyNote } from '../../messages/history-note.ts';
import type { NotificationCause } from '../../persistence/notified-activities.ts';
import type { ClaimedNotification } from '../../persistence/outbox.ts';
import { type ActivityWithDays, withDays } from '../activities/read-activity.ts';
import type { OpenUseCase } from '../use-case.ts';

export interface NotificationRef {
  id: number;
  kind: ActivityKind;
  activityId: number;
  /** The effective deadline it was announced for. */
  deadlineOn: CalendarDate | null;
  /** The history row that caused it; deadlines have none. */
  historyId: number | null;
}

export interface NotifiedActivity extends NotificationRef {
  activity: ActivityWithDays;
  cause: Pick<NotificationCause, 'actorName' | 'note'> | null;
}

/** Of what was announced to one person, what still holds, with the activity as it is now; in the order given. */
export const readNotified: OpenUseCase<{ recipientId: number; announced: readonly NotificationRef[] }, NotifiedActivity[]> = async ({
  repos,
  today,
  input,
}) => {
  const { recipientId, announced } = input;
  const historyIds = announced.flatMap(({ historyId }) => historyId ?? []);
  const [activities, causes] = await Promise.all([
    repos.announced.activities(announced.map(({ activityId }) => activityId)),
    repos.announced.causes(historyIds),
  ]);
  const byFolio = new Map(activities.map((activity) => [activity.id, activity]));
  const byHistoryId = new Map(causes.map((cause) => [cause.id, { actorName: cause.actorName, note: historyNote(cause) }]));

  return announced.flatMap((one) => {
    const activity = byFolio.get(one.activityId);
    if (!activity || !isNotificationCurrent(one.kind, activity, { recipientId, deadlineOn: one.deadlineOn })) return [];
    return [{ ...one, activity: withDays(today)(activity), cause: byHistoryId.get(one.historyId ?? 0) ?? null }];
  });
};

/** Announced once each as soon and as tomorrow, an activity is still one activity. */
export const onePerActivity = (told: readonly NotifiedActivity[]): NotifiedActivity[] => [
  ...new Map(told.map((one) => [one.activity.id, one])).values(),
];

/** Rejected, delivered and rejected again before the letter went, work is news as it was told last. */
export const latestPerKind = (told: readonly NotifiedActivity[]): NotifiedActivity[] => [
  ...new Map(told.map((one) => [`${one.kind} ${one.activity.id}`, one])).values(),
];

/** What a claimed letter holds, as it is looked up; no token is. */
export const notificationRefOf = ({ id, kind, activityId, deadlineOn, facts }: ClaimedNotification): NotificationRef => ({
  ...{ id, kind: kind as ActivityKind, activityId: activityId as number, deadlineOn },
  historyId: typeof facts.historyId === 'number' ? facts.historyId : null,
});
