import { type Activity, type ActivityPeople, openStatuses, type Status, statuses } from '../activities/activity.ts';
import { effectiveDeadline, isUndelivered, undeliveredStatuses } from '../activities/deadline.ts';
import type { Act } from '../activities/lifecycle.ts';
import { actsOpenTo } from '../activities/policy.ts';
import { addDays, type CalendarDate, type DateRange, localDay, localHour, MINUTE_MS } from '../calendar.ts';
import type { Privileges } from '../people/person.ts';
import { startOfWeek } from '../reports/punctuality.ts';
import { narrowWorkTime, nextOpening, openingFrom, type WorkTime } from '../work-time.ts';
import { type accountKinds, deadlineKinds, type NotificationKind, type requestKinds, type summaryKinds } from './notification.ts';

/** Kinds about an activity; the other kinds are about a person's own account or a request, or summaries. */
export type ActivityKind = Exclude<NotificationKind, (typeof accountKinds | typeof requestKinds | typeof summaryKinds)[number]>;

/**
 * `formerAssignee` had the work before it was reassigned. `viewer` is anybody who may see the activity. Managers are the two nearest active
 * bosses.
 */
type Party = 'assignee' | 'owner' | 'formerAssignee' | 'viewer' | 'assigneeManager' | 'ownerManager';
interface NotificationRule {
  recipients: readonly Party[];
  /** The notification is current while the activity has one of these. */
  statuses: readonly Status[];
  /** Time that it waits for others of its kind about the same activity, in ms. */
  gatherMs?: number;
}

/**
 * Decides who gets a notification and how long it is current. The reminder job's SQL reads this table too
 * (`persistence/notifications/notifications.sql.ts`). Delivered work waits for its verifier, so nobody is reminded of it.
 */
export const notificationRules: Record<ActivityKind, NotificationRule> = {
  dueSoon: { recipients: ['assignee'], statuses: undeliveredStatuses },
  dueTomorrow: { recipients: ['assignee'], statuses: undeliveredStatuses },
  overdue: { recipients: ['assignee', 'owner'], statuses: undeliveredStatuses },
  assigned: { recipients: ['assignee'], statuses: openStatuses },
  verificationRequested: { recipients: ['owner'], statuses: ['completed'] },
  extensionRequested: { recipients: ['owner'], statuses: undeliveredStatuses },
  verified: { recipients: ['assignee'], statuses: ['verified'] },
  rejected: { recipients: ['assignee'], statuses: undeliveredStatuses },
  canceled: { recipients: ['assignee'], statuses: ['canceled'] },
  extended: { recipients: ['assignee'], statuses: openStatuses },
  extensionDeclined: { recipients: ['assignee'], statuses: openStatuses },
  reminded: { recipients: ['assignee'], statuses: undeliveredStatuses },
  amended: { recipients: ['assignee'], statuses: openStatuses },
  reassigned: { recipients: ['formerAssignee'], statuses: openStatuses },
  seriesStopped: { recipients: ['owner'], statuses },
  overdueEscalated: { recipients: ['assigneeManager'], statuses: undeliveredStatuses },
  verdictOverdue: { recipients: ['owner', 'ownerManager'], statuses: ['completed'] },
  commented: { recipients: ['viewer'], statuses, gatherMs: 5 * MINUTE_MS },
};

/** Returns 0 for kinds that are due at once. */
export const gatherDelayMs = (kind: NotificationKind): number =>
  kind in notificationRules ? (notificationRules[kind as ActivityKind].gatherMs ?? 0) : 0;

const isDeadlineBound = (kind: ActivityKind) => kind === 'overdueEscalated' || deadlineKinds.some((one) => one === kind);

/** The reader of a notification: `substitutesFor` are the absent people that they substitute today. */
interface Reading extends Pick<Privileges, 'substitutesFor'> {
  recipientId: number;
  deadlineOn: CalendarDate | null;
  mayStillSee?: boolean;
  readManagers?: (personId: number) => readonly number[];
}

type DatedActivity = Pick<Activity, 'ownerId' | 'assigneeId' | 'status' | 'dueOn' | 'extendedTo' | 'requestedTo'>;

/** Tells whether a notification is still true when it is sent. One about a deadline is not, once the deadline has moved; nor one about a request that has ended. */
export function isNotificationCurrent(
  kind: ActivityKind,
  activity: DatedActivity,
  { recipientId, substitutesFor = [], deadlineOn, mayStillSee = false, readManagers: nearestManagers = () => [] }: Reading,
): boolean {
  const rule = notificationRules[kind];
  const { ownerId, assigneeId } = activity;
  const isRead = (personId: number) => personId === recipientId || substitutesFor.some(({ id }) => id === personId);
  const isParty: Record<Party, boolean> = {
    owner: isRead(ownerId),
    assignee: isRead(assigneeId),
    formerAssignee: assigneeId !== recipientId,
    viewer: mayStillSee,
    assigneeManager: nearestManagers(assigneeId).some(isRead),
    ownerManager: nearestManagers(ownerId).some(isRead),
  };
  const isRecipient = rule.recipients.some((party) => isParty[party]);
  if (kind === 'extensionRequested' && activity.requestedTo === null) return false;
  return isRecipient && rule.statuses.includes(activity.status) && (!isDeadlineBound(kind) || effectiveDeadline(activity) === deadlineOn);
}

export const isReminded = (activity: DatedActivity, { id, substitutesFor = [] }: Pick<Privileges, 'id' | 'substitutesFor'>): boolean =>
  deadlineKinds.some((kind) =>
    isNotificationCurrent(kind, activity, { recipientId: id, substitutesFor, deadlineOn: effectiveDeadline(activity) }),
  );

/** The acts that move the work on, the reader's own part first. */
const offeredActs: readonly Act[] = ['approve', 'start', 'resume', 'complete'];

const offeredByKind: Partial<Record<ActivityKind, readonly Act[]>> = { commented: ['comment'], extensionRequested: ['extend'] };

/** Returns the act that a notification offers its reader with the activity; null where there is none to offer. */
export function findNextAct(kind: ActivityKind, activity: ActivityPeople & { daysLeft: number }, reader: Privileges): Act | null {
  const open = actsOpenTo(reader, activity);
  const offered: readonly Act[] = offeredByKind[kind] ?? offeredActs;
  const act = offered.find((one) => open.has(one));
  if (act) return act;
  return activity.daysLeft < 0 && isUndelivered(activity) && open.has('remind') ? 'remind' : null;
}

/** The working time of the company and of its people, by which notifications wait. */
export interface Rest {
  zone: string;
  company: WorkTime;
  holidays: readonly CalendarDate[];
  ownTimes: readonly string[];
  /** Absences of today and later, with what their people chose. */
  absences: readonly { userId: number; fromOn: CalendarDate; toOn: CalendarDate; workTime: string | null }[];
}

/** Everything that a person can choose waits until `opensAt`: for everybody, those with this working time, or one person. */
export interface QuietHours {
  workTime?: string;
  recipientId?: number;
  opensAt: Date;
}

/**
 * Returns who rests now: outside the company's working time, outside that which people chose, and until the first working day after an
 * absence. Mails about accounts come at any hour, because somebody asked for them or must know.
 */
export function quietHours({ zone, company, holidays, ownTimes, absences }: Rest, now: Date): QuietHours[] {
  const today = localDay(zone, now);
  const closed = [null, ...ownTimes].flatMap((workTime): QuietHours[] => {
    const opensAt = nextOpening(zone, now, narrowWorkTime(company, workTime), holidays);
    return opensAt ? [{ ...(workTime && { workTime }), opensAt }] : [];
  });
  const away = absences.filter(({ fromOn, toOn }) => fromOn <= today && today <= toOn);
  return [
    ...closed,
    ...away.map(({ userId, toOn, workTime }) => ({
      recipientId: userId,
      opensAt: openingFrom(zone, addDays(toOn, 1), narrowWorkTime(company, workTime), holidays),
    })),
  ];
}

const WEEKLY_OPENS = 8;

/**
 * Returns the last week, from Monday to Sunday, at any time from 8:00 of this Monday in the business zone; null before. A server that was
 * away on Monday plans the mail when it is back.
 */
export function weekToMail(zone: string, now: Date, today: CalendarDate): DateRange | null {
  const monday = startOfWeek(today);
  if (today === monday && localHour(zone, now) < WEEKLY_OPENS) return null;
  return { from: addDays(monday, -7), to: addDays(monday, -1) };
}
