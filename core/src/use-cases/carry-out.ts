import type { Activity, Status } from '../domain/activity.ts';
import type { AnnouncementKind } from '../domain/announcement.ts';
import { type Act, after } from '../domain/lifecycle.ts';
import type { Facts } from '../persistence/activities.ts';
import type { Recorded } from '../persistence/history.ts';
import type { Scene } from './use-case.ts';

interface Telling {
  note?: string | null;
  /** Who is told of it and how; nobody is told what they did themselves. */
  tells?: readonly (readonly [kind: AnnouncementKind, recipientId: number])[];
}

/** Carries out an act: the change, its row of the history and what is announced of it are one. */
export async function carryOut(act: Act, scene: Scene, activity: Activity, { facts, ...telling }: Telling & { facts?: Facts } = {}) {
  const next = { ...activity, ...after(act, activity, scene.now), ...facts };
  await scene.repos.activities.save(next, recorded(act, scene, { from: activity.status, to: next.status, ...telling }));
}

/** A row of the append-only history: who, when, what, from, to, through which client (decisions, section 3). */
export const recorded = (
  act: string,
  { actor, channel, now }: Pick<Scene, 'actor' | 'channel' | 'now'>,
  { from, to, note = null, tells = [] }: Telling & { from: Status | null; to: Status },
): Recorded => ({
  act,
  actorId: actor?.id ?? null,
  channel: actor ? channel : 'system',
  at: now,
  fromStatus: from,
  toStatus: to,
  note,
  tells: tells.filter(([, recipientId]) => recipientId !== actor?.id).map(([kind, recipientId]) => ({ kind, recipientId })),
});
