import { type Activity, isOpen, type Status } from '../../domain/activities/activity.ts';
import { CLOCK_TOLERANCE_S, type HistoryFacts } from '../../domain/activities/history-proof.ts';
import { type Act, changeAfter, isAct } from '../../domain/activities/lifecycle.ts';
import { actsFor, isViewer, refusal } from '../../domain/activities/policy.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import type { NotificationKind } from '../../domain/notifications/notification.ts';
import type { Actor } from '../../domain/people/person.ts';
import { type Refusal, Refused } from '../../domain/refusal.ts';
import type { ActFields } from '../../persistence/activities/activities.ts';
import type { NewHistoryEntry } from '../../persistence/activities/history.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import { sha256Hex } from '../../secrets/secrets.ts';
import type { ActContext, Context } from '../use-case.ts';

/** Locks and returns the activity once policy and life cycle allow the act. Two people acting at once are served one after the other. */
export async function lockAuthorized(act: Act, context: ActorContext, activityId: number): Promise<Activity> {
  return demandAuthorized(act, context, await context.repos.activities.lock(activityId));
}

/** Returns the activity as `lockAuthorized` does but without a lock, for a choice that is offered before the act. */
export async function findAuthorized(act: Act, context: ActorContext, activityId: number): Promise<Activity> {
  return demandAuthorized(act, context, await context.repos.activities.find(activityId));
}

interface ActorContext {
  actor: Actor;
  repos: Repositories;
}

async function demandAuthorized(act: Act, { actor, repos }: ActorContext, activity: Activity | undefined): Promise<Activity> {
  if (!activity) throw new Refused({ code: 'activity.unknown' });
  const no = refusal(act, actor, activity);
  if (no) throw new Refused(await explainRefusal(no, activity, repos));
  return activity;
}

/** Adds to a refusal the names of those who may act. A person who is refused an act may see the activity, and so its people. */
async function explainRefusal(no: Refusal, activity: Activity, repos: Repositories): Promise<Refusal> {
  if (no.code !== 'activity.forbidden' || no.holder === 'viewer') return no;
  const ids = { owner: [activity.ownerId], assignee: [activity.assigneeId], ownerOrAssignee: [activity.ownerId, activity.assigneeId] }[
    no.holder
  ];
  return { ...no, names: (await readNames({ repos }, [...new Set(ids)])).join(' y ') };
}

/** Returns full names in the order of the ids; `#7` where nobody has that id. */
export async function readNames({ repos }: { repos: Repositories }, ids: readonly number[]): Promise<string[]> {
  const names = await repos.users.readNames(ids);
  return ids.map((id) => names.get(id) ?? `#${id}`);
}

/** A device may keep for this many days what it could not send; the answer to its key is kept one day longer. */
export const CAPTURE_MAX_DAYS = 30;

/** An input that a device may have captured before it could send it. */
export interface MaybeCaptured {
  capturedAt?: Date | undefined;
}

/** Returns what the proof keeps of an hour of capture. Refuses one that the device's clock cannot have shown. */
export function captureFacts({ now }: ActContext, { capturedAt }: MaybeCaptured): HistoryFacts {
  if (!capturedAt) return {};
  const ageMs = now.getTime() - capturedAt.getTime();
  if (ageMs < -CLOCK_TOLERANCE_S * 1_000) throw new Refused({ code: 'capture.ahead', field: 'capturedAt' });
  if (ageMs > CAPTURE_MAX_DAYS * DAY_MS) throw new Refused({ code: 'capture.tooOld', field: 'capturedAt' });
  return { capturedAt: capturedAt.toISOString() };
}

interface ActDetails {
  /** The activity before the act, for acts that a substitute may do: the row then names the absent person too. */
  on?: Activity;
  note?: string | null;
  /** What the act added or changed beside `changes`, for the proof. */
  facts?: HistoryFacts;
  /** Notifications of the act. The actor gets none. */
  notifications?: readonly (readonly [kind: NotificationKind, recipientId: number])[];
}

const digestOrNull = (text: string | null) => text && sha256Hex(text);

/** Returns the fields that an act wrote, as the proof keeps them. */
const provenChanges = ({ resolution, extensionReason, extendedTo }: ActFields): HistoryFacts => ({
  ...(resolution !== undefined && { resolution: digestOrNull(resolution) }),
  ...(extendedTo !== undefined && { extendedTo }),
  ...(extensionReason !== undefined && { extensionReason: digestOrNull(extensionReason) }),
});

/** Writes the change of an act, its history row and its notifications in one statement. Who asked for the work hears of its end. */
export async function applyAct(
  act: Act,
  context: ActContext,
  activity: Activity & { hasChangedHands?: boolean },
  { changes = {}, facts, ...details }: ActDetails & { changes?: ActFields } = {},
) {
  const next = { ...activity, ...changeAfter(act, activity, context.now), ...changes };
  const entry = { on: activity, from: activity.status, to: next.status, facts: { ...provenChanges(changes), ...facts }, ...details };
  const { repos, actor, now } = context;
  await repos.activities.save(next, historyEntry(act, context, entry));
  const { requesterId } = activity;
  if (!requesterId || requesterId === actor?.id || isOpen(next.status)) return;
  const request = await repos.workRequests.findByActivity(activity.id);
  if (request) await repos.workRequests.notify('requestClosed', request.id, [requesterId], now);
}

export const registrationFacts = (
  activity: Pick<Activity, 'ownerId' | 'assigneeId' | 'topicId' | 'priority' | 'dueOn' | 'repeats' | 'description'> &
    Partial<Pick<Activity, 'checklist' | 'minimumImages' | 'repeatUntil' | 'requesterId'>>,
): HistoryFacts => {
  const { ownerId, assigneeId, topicId, priority, dueOn, repeats, repeatUntil, description, checklist, minimumImages, requesterId } =
    activity;
  const people = { ownerId, assigneeId };
  const nothingYet = { resolution: null, extendedTo: null, extensionReason: null };
  const demands = {
    ...(minimumImages ? { minimumImages } : {}),
    ...(repeatUntil ? { repeatUntil } : {}),
    ...(requesterId ? { requesterId } : {}),
    ...(checklist ? { checklist: checklist.map(({ text }) => sha256Hex(text)) } : {}),
  };
  return { ...people, topicId, priority, dueOn, repeats, description: sha256Hex(description), ...nothingYet, ...demands };
};

function actingForFacts(act: string, actor: Actor | null, activity: Activity | undefined): HistoryFacts {
  const actingFor = actor && activity && isAct(act) ? actsFor(act, actor, activity) : null;
  return actingFor ? { actingFor: { id: actingFor.id, name: actingFor.name } } : {};
}

/** Makes a row of the append-only history: who, when, what, from, to, through which client (docs/product.md, 3). */
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
 * Writes a comment. Returns what the proof keeps of it beside the author and date of the row, and the people to notify: owner, responsible and
 * earlier commenters who are still its viewers. `informed` are people that the act itself notifies.
 */
export async function addComment(
  { repos, actor, now }: Context<unknown, Actor>,
  activity: Activity,
  { body, capturedAt = null }: { body: string; capturedAt?: Date | null | undefined },
  informed: readonly number[] = [],
): Promise<{ facts: HistoryFacts & { comment: { id: number } }; notifications: ActNotifications }> {
  const authors = (await repos.comments.listAuthors(activity.id)).filter((author) => isViewer(author, activity)).map(({ id }) => id);
  const id = await repos.comments.add({ activityId: activity.id, authorId: actor.id, body, writtenAt: now, capturedAt });
  const people = new Set([activity.ownerId, activity.assigneeId, ...authors]);
  const notifications = [...people].filter((person) => !informed.includes(person)).map((person) => ['commented', person] as const);
  return { facts: { comment: { id, sha256: sha256Hex(body) } }, notifications };
}
