import type { Activity, Status } from '../domain/activity.ts';
import type { AnnouncementKind } from '../domain/announcement.ts';
import { type Act, after } from '../domain/lifecycle.ts';
import type { Facts } from '../persistence/activities.ts';
import type { Scene } from './use-case.ts';

/** Carries out an act: the change and its history row together. Answers the row's id, which keys what is announced. */
export async function carryOut(act: Act, scene: Scene, activity: Activity, facts: Facts = {}, note: string | null = null): Promise<number> {
  const change = after(act, activity, scene.now);
  await scene.repos.activities.save(activity.id, { ...change, ...facts });
  return record(act, scene, activity.id, { from: activity.status, to: change.status, note });
}

/** One row of the append-only history: who, when, what, from, to, through which client (decisions, section 3). */
export async function record(
  act: string,
  { actor, channel, repos, now }: Scene,
  activityId: number,
  { from, to, note = null }: { from: Status | null; to: Status; note?: string | null },
): Promise<number> {
  return repos.history.add({
    activityId,
    act,
    actorId: actor?.id ?? null,
    channel: actor ? channel : 'system',
    at: now,
    fromStatus: from,
    toStatus: to,
    note,
  });
}

/** Tells someone of a change, once; nobody is told what they did themselves. */
export async function announce(
  kind: AnnouncementKind,
  { actor, repos, now }: Scene,
  { activityId, recipientId, historyId }: { activityId: number; recipientId: number; historyId: number },
): Promise<void> {
  if (recipientId === actor?.id) return;
  await repos.outbox.add({ key: `${kind}:${historyId}:${recipientId}`, kind, recipientId, activityId, facts: { historyId } }, now);
}
