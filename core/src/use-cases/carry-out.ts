import type { Activity, Status } from '../domain/activity.ts';
import type { AnnouncementKind } from '../domain/announcement.ts';
import { type Act, after } from '../domain/lifecycle.ts';
import type { Actor } from '../domain/person.ts';
import type { HistoryFacts } from '../domain/proof.ts';
import type { Facts } from '../persistence/activities.ts';
import type { Recorded } from '../persistence/history.ts';
import { digestOf } from '../secrets/seal.ts';
import type { Context, Scene } from './use-case.ts';

interface Telling {
  note?: string | null;
  /** What the act filed or changed beside the activity's own fields, for the proof. */
  filed?: HistoryFacts;
  /** Who is told of it and how; nobody is told what they did themselves. */
  tells?: readonly (readonly [kind: AnnouncementKind, recipientId: number])[];
}

const digestOrNull = (text: string | null) => text && digestOf(text);

/** The fields that an act wrote, as the proof keeps them. */
const proven = ({ resolution, extensionReason, extendedTo }: Facts): HistoryFacts => ({
  ...(resolution !== undefined && { resolution: digestOrNull(resolution) }),
  ...(extendedTo !== undefined && { extendedTo }),
  ...(extensionReason !== undefined && { extensionReason: digestOrNull(extensionReason) }),
});

/** Carries out an act: the change, its row of the history and what is announced of it are one. */
export async function carryOut(
  act: Act,
  scene: Scene,
  activity: Activity,
  { facts = {}, filed, ...telling }: Telling & { facts?: Facts } = {},
) {
  const next = { ...activity, ...after(act, activity, scene.now), ...facts };
  const entry = { from: activity.status, to: next.status, filed: { ...proven(facts), ...filed }, ...telling };
  await scene.repos.activities.save(next, recorded(act, scene, entry));
}

/** What is registered, as the proof keeps it. */
export const registrationFacts = (
  activity: Pick<Activity, 'ownerId' | 'assigneeId' | 'topicId' | 'priority' | 'dueOn' | 'repeats' | 'description'>,
): HistoryFacts => {
  const { ownerId, assigneeId, topicId, priority, dueOn, repeats, description } = activity;
  const people = { ownerId, assigneeId };
  const nothingYet = { resolution: null, extendedTo: null, extensionReason: null };
  return { ...people, topicId, priority, dueOn, repeats, description: digestOf(description), ...nothingYet };
};

/** A row of the append-only history: who, when, what, from, to, through which client (decisions, section 3). */
export const recorded = (
  act: string,
  { actor, channel, now }: Pick<Scene, 'actor' | 'channel' | 'now'>,
  { from, to, note = null, filed = {}, tells = [] }: Telling & { from: Status | null; to: Status },
): Recorded => ({
  act,
  actorId: actor?.id ?? null,
  channel: actor ? channel : 'system',
  at: now,
  fromStatus: from,
  toStatus: to,
  note,
  facts: filed,
  tells: tells.filter(([, recipientId]) => recipientId !== actor?.id).map(([kind, recipientId]) => ({ kind, recipientId })),
});

/** Writes a comment; the answer is what the proof keeps of it beside author and date, which are the row's. */
export async function addComment({ repos, actor, now }: Context<unknown, Actor>, activityId: number, body: string) {
  const id = await repos.comments.add({ activityId, authorId: actor.id, body, writtenAt: now });
  return { comment: { id, sha256: digestOf(body) } };
}
