import type { Activity } from '../domain/activity.ts';
import { nextOccurrence } from '../domain/repetition.ts';
import { recorded, registrationFacts } from './carry-out.ts';
import type { Scene } from './use-case.ts';

/**
 * After a repeatable activity is verified the system registers the next one (decisions, section 3). Where an open activity already
 * asks for the same work, or the successor exists, there is nothing to register.
 */
export async function registerSuccessor(scene: Scene, verified: Activity): Promise<void> {
  if (!verified.repeats) return;
  const { ownerId, assigneeId, topicId, description, priority, repeats, seriesStartsOn } = verified;
  const next = nextOccurrence(repeats, seriesStartsOn, verified.occurrence, scene.today);
  if (!next) return;
  const successor = {
    ...{ ownerId, assigneeId, topicId, description, priority, repeats, seriesStartsOn },
    ...next,
    createdAt: scene.now,
    predecessorId: verified.id,
  };
  const note = `Folio anterior: ${verified.id}`;
  const filed = registrationFacts(successor);
  const tells = [['assigned', assigneeId]] as const;
  const repeat = recorded('repeat', { ...scene, actor: null }, { from: null, to: 'not_started', note, filed, tells });
  await scene.repos.activities.add(successor, repeat);
}
