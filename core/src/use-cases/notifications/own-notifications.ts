import type { ReadStatus } from '../../domain/activities/activity.ts';
import { maySee } from '../../domain/activities/policy.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import { assigneeName, isPrivileged, ownerName } from '../../domain/people/person.ts';
import { invalid } from '../../domain/refusal.ts';
import type { NotificationCause } from '../../persistence/activities/history.ts';
import type { StoredAdminEntry } from '../../persistence/admin/admin-history.ts';
import type { NotificationChoice, StoredNotification } from '../../persistence/notifications/notifications.ts';
import { type ActivityWithDays, withDays } from '../activities/read-activity.ts';
import type { UseCase } from '../use-case.ts';

/** The list reaches back this many milliseconds. */
export const LISTED_MS = 30 * DAY_MS;
const LISTED_MAX = 200;

/** The fields that a reader sees of an activity; all null where they may no longer see it, because they may have changed since. */
type SeenActivity = Pick<ActivityWithDays, 'description' | 'topic' | 'daysLeft'> & {
  status: ReadStatus;
  ownerName: string;
  assigneeName: string;
};
type MaybeSeen = SeenActivity | Record<keyof SeenActivity, null>;

export type OwnNotification = Omit<StoredNotification, 'deadlineOn' | 'adminId'> &
  MaybeSeen & {
    /** The act that caused it; null for reminders of a deadline. */
    cause: NotificationCause | null;
    /** The administrative act on an account that caused it. */
    adminAct: StoredAdminEntry | null;
    isVisible: boolean;
  };

const readVisibleFacts = (activity: ActivityWithDays | undefined): MaybeSeen => {
  if (!activity) return { description: null, topic: null, status: null, daysLeft: null, ownerName: null, assigneeName: null };
  const { description, topic, status, daysLeft } = activity;
  return { description, topic, status, daysLeft, ownerName: ownerName(activity), assigneeName: assigneeName(activity) };
};

interface ListedPart {
  /** Lists only those older than this id. */
  before?: number | undefined;
  /** 0 lists none, because only the unread count is wanted. */
  limit?: number | undefined;
}

/** Lists the actor's notifications of the last 30 days, the newest first, 200 at most, and counts the unread ones. */
export const listOwnNotifications: UseCase<ListedPart, { unread: number; notifications: OwnNotification[] }> = async ({
  repos,
  actor,
  input: { before, limit = LISTED_MAX },
  now,
  today,
}) => {
  const actsFor = [actor.id, ...(actor.substitutesFor ?? []).map(({ id }) => id)];
  const reader = { recipientId: actor.id, actsFor, seesAll: isPrivileged(actor), since: new Date(now.getTime() - LISTED_MS) };
  const unread = await repos.notifications.countUnread(reader);
  if (limit === 0) return { unread, notifications: [] };
  const stored = await repos.notifications.list(reader, { before, limit });
  const activities = await repos.activityViews.list([...new Set(stored.flatMap(({ activityId }) => activityId ?? []))]);
  const causes = await repos.history.causes(stored.flatMap(({ historyId }) => historyId ?? []));
  const adminIds = stored.flatMap(({ adminId }) => adminId ?? []);
  const adminActs = adminIds.length > 0 ? await repos.adminHistory.read(adminIds) : [];
  const byFolio = new Map(activities.filter((one) => maySee(actor, one)).map((one) => [one.id, withDays(today)(one)]));
  const byHistoryId = new Map(causes.map((cause) => [cause.id, cause]));

  const notifications = stored.map(({ deadlineOn: _, adminId, ...one }) => {
    const activity = byFolio.get(one.activityId ?? 0);
    const adminAct = adminActs.find(({ id }) => id === adminId) ?? null;
    return {
      ...one,
      ...readVisibleFacts(activity),
      cause: byHistoryId.get(one.historyId ?? 0) ?? null,
      adminAct,
      isVisible: activity !== undefined,
    };
  });
  return { unread, notifications };
};

/**
 * Marks some, those of one activity, or all of the actor's notifications as read; returns how many were unread. Marking all needs `all`, so
 * that a call with a misspelt key marks nothing. With `until`, the newest id on the screen, later ones stay unread.
 */
export const markNotificationsRead: UseCase<NotificationChoice & { all?: boolean | undefined }, { count: number }> = async ({
  repos,
  actor,
  input,
  now,
}) => {
  const { ids, activityId, all, until } = input;
  if (!ids && !activityId && !all) throw invalid('all', 'required');
  return { count: await repos.notifications.markRead(actor.id, { ids, activityId, until: all ? until : undefined }, now) };
};
