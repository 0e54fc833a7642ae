import type { ReadStatus } from '../../domain/activity/activity.ts';
import { maySee } from '../../domain/activity/policy.ts';
import type { ActivityKind } from '../../domain/notifications/notification-rules.ts';
import { assigneeName, ownerName } from '../../domain/people/person.ts';
import type { NotificationCause } from '../../persistence/history.ts';
import type { NotificationChoice } from '../../persistence/notifications.ts';
import { withDays } from '../activities/read-activity.ts';
import type { UseCase } from '../use-case.ts';

/** How far back the list reaches, and the most rows of it. */
export const LISTED_MS = 30 * 24 * 3_600_000;
const LISTED_MAX = 200;

export interface OwnNotification {
  id: number;
  kind: ActivityKind;
  activityId: number;
  description: string;
  topic: string;
  status: ReadStatus;
  daysLeft: number;
  ownerName: string;
  assigneeName: string;
  /** The act behind it; null for reminders of a deadline. */
  cause: NotificationCause | null;
  /** False where the activity is no longer the reader's to see. */
  isVisible: boolean;
  createdAt: Date;
  readAt: Date | null;
}

/** What the actor was notified of in the last 30 days, the newest first: 200 at most, and how many are unread. */
export const listOwnNotifications: UseCase<unknown, { unread: number; notifications: OwnNotification[] }> = async (context) => {
  const { repos, actor, now, today } = context;
  const since = new Date(now.getTime() - LISTED_MS);
  const stored = await repos.notifications.of(actor.id, since, LISTED_MAX);
  const activities = await repos.activityViews.of([...new Set(stored.map(({ activityId }) => activityId))]);
  const causes = await repos.history.causes(stored.flatMap(({ historyId }) => historyId ?? []));
  const byFolio = new Map(activities.map((activity) => [activity.id, withDays(today)(activity)]));
  const byHistoryId = new Map(causes.map((cause) => [cause.id, cause]));

  const notifications = stored.flatMap(({ id, kind, activityId, historyId, createdAt, readAt }) => {
    const activity = byFolio.get(activityId);
    const cause = byHistoryId.get(historyId ?? 0) ?? null;
    const isVisible = activity !== undefined && maySee(actor, activity);
    // The comments of work that is no longer the reader's are not theirs to read.
    if (!activity || (kind === 'commented' && !isVisible)) return [];
    const { description, topic, status, daysLeft } = activity;
    const names = { ownerName: ownerName(activity), assigneeName: assigneeName(activity) };
    return [{ id, kind, activityId, description, topic, status, daysLeft, ...names, cause, isVisible, createdAt, readAt }];
  });
  return { unread: await repos.notifications.countUnread(actor.id, since), notifications };
};

/** Marks some, those of one activity, or all of the actor's notifications as read; answers how many were unread. */
export const markNotificationsRead: UseCase<NotificationChoice, { count: number }> = async ({ repos, actor, input, now }) => ({
  count: await repos.notifications.markRead(actor.id, input, now),
});
