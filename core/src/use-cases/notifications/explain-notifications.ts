import type { Activity } from '../../domain/activities/activity.ts';
import { effectiveDeadline } from '../../domain/activities/deadline.ts';
import type { Act } from '../../domain/activities/lifecycle.ts';
import { maySee } from '../../domain/activities/policy.ts';
import { type ChosenKind, completePreferences, type Preference } from '../../domain/notifications/notification.ts';
import { type ActivityKind, isNotificationCurrent, notificationRules, quietHours } from '../../domain/notifications/notification-rules.ts';
import { fullName } from '../../domain/people/person.ts';
import { Refused } from '../../domain/refusal.ts';
import { normalise } from '../../domain/text.ts';
import { workingDays } from '../../domain/work-time.ts';
import type { NotificationTrace, TracedDelivery } from '../../persistence/notifications/notification-trace.ts';
import type { NamedAbsence } from '../../persistence/people/days-off.ts';
import type { StoredAccount } from '../../persistence/people/users.ts';
import type { OpenUseCase } from '../use-case.ts';
import { readRest } from './read-rest.ts';

export type MissingReason =
  | 'inactive'
  | 'notHappened'
  | 'ownAct'
  | 'notRecipient'
  | 'silenced'
  | 'read'
  | 'withdrawn'
  | 'doesNotHold'
  | 'holiday'
  | 'notDue';

export interface ExplainedKind {
  kind: ActivityKind;
  deliveries: TracedDelivery[];
  /** Null where there are deliveries. */
  missing: MissingReason | null;
}

export interface Explanation extends Pick<NotificationTrace, 'hasChat' | 'hasConversation' | 'hasBrowser' | 'remindersAt'> {
  person: Pick<StoredAccount, 'id' | 'firstName' | 'lastName' | 'employeeNumber' | 'isActive'>;
  wantsChat: boolean;
  wantsPush: boolean;
  /** Today's absences, in which the person is absent or a substitute. */
  absences: NamedAbsence[];
  kinds: ExplainedKind[];
  /** When what waits for working time, or for the end of an absence, may leave; null in working time. */
  restsUntil: Date | null;
}

/** The acts that cause each kind of news; the reminder job writes the other kinds. */
const causes: Partial<Record<ActivityKind, readonly (Act | 'register' | 'repeat' | 'stopSeries')[]>> = {
  assigned: ['register', 'reassign', 'repeat'],
  verificationRequested: ['complete'],
  extensionRequested: ['requestExtension'],
  verified: ['approve'],
  rejected: ['reject'],
  canceled: ['cancel'],
  extended: ['extend'],
  extensionDeclined: ['declineExtension'],
  reminded: ['remind'],
  amended: ['amend'],
  reassigned: ['reassign'],
  seriesStopped: ['stopSeries'],
  commented: ['comment'],
};

const kinds = Object.keys(notificationRules) as ActivityKind[];
const isSilenced = (preferences: readonly Preference[], kind: ChosenKind) =>
  preferences.some((preference) => preference.kind === kind && !preference.byEmail && !preference.byChat && !preference.byPush);

function findPeople(accounts: readonly StoredAccount[], typed: string): StoredAccount[] {
  const words = normalise(typed);
  const keys = [({ employeeNumber }: StoredAccount) => employeeNumber, ({ email }: StoredAccount) => email, fullName];
  return keys.map((key) => accounts.filter((account) => normalise(key(account)) === words)).find((found) => found.length > 0) ?? [];
}

/** Answers for the operator of the server why a person was notified of an activity, or was not (docs/notifications.md). */
export const explainNotifications: OpenUseCase<{ activityId: number; person: string }, Explanation | 'nobody' | 'several'> = async (
  context,
) => {
  const { repos, today, now, input } = context;
  const activity = await repos.activities.find(input.activityId);
  if (!activity) throw new Refused({ code: 'activity.unknown' });
  const [person, ...others] = findPeople(await repos.users.all(), input.person);
  if (!person) return 'nobody';
  if (others.length > 0) return 'several';

  const trace = await repos.notificationTraces.find(activity.id, person.id);
  const preferences = completePreferences(await repos.notificationPreferences.list(person.id));
  const substitutesFor = await repos.absences.listRepresented(person.id, today);
  const managers = await repos.users.readActiveManagers([activity.ownerId, activity.assigneeId]);
  const rest = await readRest(context);
  const isDayOff = !workingDays(rest.company, rest.holidays)(today);
  const { workTime } = await repos.users.readChoices(person.id);
  const openings = quietHours(rest, now)
    .filter((rule) => (rule.recipientId ? rule.recipientId === person.id : !rule.workTime || rule.workTime === workTime))
    .map(({ opensAt }) => opensAt.getTime());

  /** Tells whether the person is a recipient of the kind in the status of `on`. */
  const isCurrent = (kind: ActivityKind, on: Activity) =>
    isNotificationCurrent(kind, on, {
      recipientId: person.id,
      substitutesFor,
      deadlineOn: effectiveDeadline(on),
      mayStillSee: maySee({ ...person, substitutesFor }, on),
      readManagers: (personId) => managers.get(personId) ?? [],
    });
  const isRecipient = (kind: ActivityKind) => {
    const [status = activity.status] = notificationRules[kind].statuses;
    const wasAssignee = trace.acts.some(({ formerAssignee }) => formerAssignee === fullName(person));
    return isCurrent(kind, { ...activity, status }) && (kind !== 'reassigned' || wasAssignee);
  };

  function findReason(kind: ActivityKind): MissingReason {
    const listed = trace.listed.filter((row) => row.kind === kind);
    if (listed.length > 0) return isSilenced(preferences, kind) ? 'silenced' : listed.some(({ readAt }) => readAt) ? 'read' : 'withdrawn';
    if (!person?.isActive) return 'inactive';
    const acts = trace.acts.filter(({ act }) => causes[kind]?.some((cause) => cause === act));
    if (causes[kind] && acts.length === 0) return 'notHappened';
    if (!isRecipient(kind)) return 'notRecipient';
    if (causes[kind] && acts.every(({ actorId }) => actorId === person.id)) return 'ownAct';
    if (isSilenced(preferences, kind)) return 'silenced';
    if (causes[kind]) return 'withdrawn';
    if (!isCurrent(kind, activity as Activity)) return 'doesNotHold';
    return isDayOff ? 'holiday' : 'notDue';
  }

  const { id, firstName, lastName, employeeNumber, isActive } = person;
  const { hasChat, hasConversation, hasBrowser, remindersAt } = trace;
  const absences = (await repos.absences.listSince(today, person.id)).filter(({ fromOn }) => fromOn <= today);
  return {
    person: { id, firstName, lastName, employeeNumber, isActive },
    hasChat,
    hasConversation,
    hasBrowser,
    remindersAt,
    absences,
    restsUntil: openings.length > 0 ? new Date(Math.max(...openings)) : null,
    wantsChat: preferences.some(({ byChat }) => byChat),
    wantsPush: preferences.some(({ byPush }) => byPush),
    kinds: kinds.map((kind) => {
      const deliveries = trace.deliveries.filter((delivery) => delivery.kind === kind);
      return { kind, deliveries, missing: deliveries.length > 0 ? null : findReason(kind) };
    }),
  };
};
