import type { ReadStatus } from '../../domain/activities/activity.ts';
import { maySee } from '../../domain/activities/policy.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import { assigneeName, isPrivileged, ownerName } from '../../domain/people/person.ts';
import { invalid } from '../../domain/refusal.ts';
import type { HistoryPoint, NotificationCause } from '../../persistence/activities/history.ts';
import type { StoredAdminEntry } from '../../persistence/admin/admin-history.ts';
import type { NotificationChoice, StoredNotification } from '../../persistence/notifications/notifications.ts';
import { type ActivityWithDays, withDays } from '../activities/read-activity.ts';
import { type RequestWithImages, withImages } from '../activities/work-requests.ts';
import type { UseCase } from '../use-case.ts';

/** The list reaches back this many milliseconds. */
export const LISTED_MS = 30 * DAY_MS;
const LISTED_MAX = 200;

/** The fields that a reader sees of an activity. Where they may no longer see it, text and topic are as of the notification, and the rest is null. */
interface SeenActivity {
  description: string | null;
  topic: string | null;
  daysLeft: number | null;
  status: ReadStatus | null;
  ownerName: string | null;
  assigneeName: string | null;
  isVisible: boolean;
}

export type OwnNotification = Omit<StoredNotification, 'deadlineOn' | 'adminId' | 'requestId' | 'otherIds'> &
  SeenActivity & {
    /** The further activities that the same act changed at once. */
    others: (SeenActivity & { activityId: number })[];
    /** The act that caused it; null for reminders of a deadline. */
    cause: NotificationCause | null;
    /** The administrative act on an account that caused it. */
    adminAct: StoredAdminEntry | null;
    request?: RequestWithImages;
  };

const emptyFacts = { description: null, topic: null, status: null, daysLeft: null, ownerName: null, assigneeName: null, isVisible: false };
const readVisibleFacts = (activity: ActivityWithDays): SeenActivity => {
  const { description, topic, status, daysLeft } = activity;
  return { description, topic, status, daysLeft, ownerName: ownerName(activity), assigneeName: assigneeName(activity), isVisible: true };
};

interface ListedPart {
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
  const folios = stored.flatMap(({ activityId, otherIds }) => (activityId === null ? [] : [activityId, ...otherIds]));
  const activities = new Map((await repos.activityViews.list([...new Set(folios)])).map((one) => [one.id, one]));
  const causes = await repos.history.causes(stored.flatMap(({ historyId }) => historyId ?? []));
  const adminIds = stored.flatMap(({ adminId }) => adminId ?? []);
  const adminActs = adminIds.length > 0 ? await repos.adminHistory.read(adminIds) : [];
  const hiddenActivities = [...activities.values()].filter((one) => !maySee(actor, one));
  const findKnownNames = await repos.history.createNameReader(hiddenActivities);
  const byHistoryId = new Map(causes.map((cause) => [cause.id, cause]));

  const requests = await repos.workRequests.find(...stored.flatMap(({ requestId }) => requestId ?? []));

  const notifications = stored.map(({ deadlineOn: _, adminId, requestId, otherIds, ...one }) => {
    const readFacts = (folio: number | null, point: HistoryPoint): SeenActivity => {
      const activity = activities.get(folio ?? 0);
      if (!activity) return emptyFacts;
      return hiddenActivities.includes(activity)
        ? { ...emptyFacts, ...findKnownNames(activity, point) }
        : readVisibleFacts(withDays(today)(activity));
    };
    const adminAct = adminActs.find(({ id }) => id === adminId) ?? null;
    const request = requests.find(({ id }) => id === requestId);
    return {
      ...one,
      ...readFacts(one.activityId, one),
      // The history row is of the first activity, so the others are named as of the moment.
      others: otherIds.map((activityId) => ({ activityId, ...readFacts(activityId, { historyId: null, createdAt: one.createdAt }) })),
      cause: byHistoryId.get(one.historyId ?? 0) ?? null,
      adminAct,
      ...(request && { request: withImages(request), description: request.text, topic: request.topicName }),
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
