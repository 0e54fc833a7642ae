import type { Activity, Status } from '../../domain/activity/activity.ts';
import { type Act, changeAfter, isAct } from '../../domain/activity/lifecycle.ts';
import { actsFor, maySee } from '../../domain/activity/policy.ts';
import type { HistoryFacts } from '../../domain/history/proof.ts';
import type { NotificationKind } from '../../domain/notifications/notification.ts';
import type { Actor } from '../../domain/people/person.ts';
import type { ActFields } from '../../persistence/activities.ts';
import type { NewHistoryEntry } from '../../persistence/history.ts';
import { digestOf } from '../../secrets/tokens.ts';
import type { ActContext, Context } from '../use-case.ts';

interface ActDetails {
  /** The activity as it was, for acts that a substitute may do: the row then names the absent person too. */
  on?: Activity;
  note?: string | null;
  /** What the act added or changed beside `changes`, for the proof. */
  facts?: HistoryFacts;
  /** Notifications of the act. The actor gets none. */
  notifications?: readonly (readonly [kind: NotificationKind, recipientId: number])[];
}

const digestOrNull = (text: string | null) => text && digestOf(text);

/** The fields that an act wrote, as the proof keeps them. */
const proven = ({ resolution, extensionReason, extendedTo }: ActFields): HistoryFacts => ({
  ...(resolution !== undefined && { resolution: digestOrNull(resolution) }),
  ...(extendedTo !== undefined && { extendedTo }),
  ...(extensionReason !== undefined && { extensionReason: digestOrNull(extensionReason) }),
});

/** Writes the change of an act, its history row and its notifications in one statement. */
export async function applyAct(
  act: Act,
  context: ActContext,
  activity: Activity,
  { changes = {}, facts, ...details }: ActDetails & { changes?: ActFields } = {},
) {
  const next = { ...activity, ...changeAfter(act, activity, context.now), ...changes };
  const entry = { on: activity, from: activity.status, to: next.status, facts: { ...proven(changes), ...facts }, ...details };
  await context.repos.activities.save(next, historyEntry(act, context, entry));
}

/** What is registered, as the proof keeps it. */
export const registrationFacts = (
  activity: Pick<Activity, 'ownerId' | 'assigneeId' | 'topicId' | 'priority' | 'dueOn' | 'repeats' | 'description'> &
    Partial<Pick<Activity, 'checklist' | 'minimumImages'>>,
): HistoryFacts => {
  const { ownerId, assigneeId, topicId, priority, dueOn, repeats, description, checklist, minimumImages } = activity;
  const people = { ownerId, assigneeId };
  const nothingYet = { resolution: null, extendedTo: null, extensionReason: null };
  const demands = {
    ...(minimumImages ? { minimumImages } : {}),
    ...(checklist ? { checklist: checklist.map(({ text }) => digestOf(text)) } : {}),
  };
  return { ...people, topicId, priority, dueOn, repeats, description: digestOf(description), ...nothingYet, ...demands };
};

function actingForFacts(act: string, actor: Actor | null, activity: Activity | undefined): HistoryFacts {
  const actingFor = actor && activity && isAct(act) ? actsFor(act, actor, activity) : null;
  return actingFor ? { actingFor: { id: actingFor.id, name: actingFor.name } } : {};
}

/** A row of the append-only history: who, when, what, from, to, through which client (docs/product.md, 3). */
export const historyEntry = (
  act: string,
  { actor, channel, now, today }: Pick<ActContext, 'actor' | 'channel' | 'now' | 'today'>,
  { on, from, to, note = null, facts = {}, notifications = [] }: ActDetails & { from: Status | null; to: Status },
): NewHistoryEntry => ({
  act,
  actorId: actor?.id ?? null,
  channel: actor ? channel : 'system',
  at: now,
  today,
  fromStatus: from,
  toStatus: to,
  note,
  facts: { ...facts, ...actingForFacts(act, actor, on) },
  notifications: notifications.filter(([, recipientId]) => recipientId !== actor?.id).map(([kind, recipientId]) => ({ kind, recipientId })),
});

type ActNotifications = NonNullable<ActDetails['notifications']>;

/**
 * Writes a comment. The answer is what the proof keeps of it beside the author and date of the row, and who is notified. These are owner,
 * responsible and earlier commenters who may still see the activity. `informed` are people that the act itself notifies.
 */
export async function addComment(
  { repos, actor, now }: Context<unknown, Actor>,
  activity: Activity,
  { body, capturedAt = null }: { body: string; capturedAt?: Date | null | undefined },
  informed: readonly number[] = [],
): Promise<{ facts: HistoryFacts & { comment: { id: number } }; notifications: ActNotifications }> {
  const authors = (await repos.comments.authorsOf(activity.id)).filter((author) => maySee(author, activity)).map(({ id }) => id);
  const id = await repos.comments.add({ activityId: activity.id, authorId: actor.id, body, writtenAt: now, capturedAt });
  const people = new Set([activity.ownerId, activity.assigneeId, ...authors]);
  const notifications = [...people].filter((person) => !informed.includes(person)).map((person) => ['commented', person] as const);
  return { facts: { comment: { id, sha256: digestOf(body) } }, notifications };
}
