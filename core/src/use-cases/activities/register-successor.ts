import type { Activity } from '../../domain/activity/activity.ts';
import { nextOccurrence } from '../../domain/activity/repetition.ts';
import type { ActContext } from '../use-case.ts';
import { historyEntry, registrationFacts } from './apply-act.ts';

/**
 * After a repeatable activity is verified the system registers the next one (docs/product.md, 3). Where an open activity already
 * asks for the same work, or the successor exists, there is nothing to register.
 */
export async function registerSuccessor(context: ActContext, verified: Activity): Promise<void> {
  if (!verified.repeats) return;
  const next = nextOccurrence(verified.repeats, verified.seriesStartsOn, verified.occurrence, context.today);
  if (!next) return;
  const successor = { ...verified, ...next, createdAt: context.now, predecessorId: verified.id, batchId: null };
  const facts = { ...registrationFacts(successor), predecessorId: verified.id };
  const notifications = [['assigned', verified.assigneeId]] as const;
  const repeat = historyEntry('repeat', { ...context, actor: null }, { from: null, to: 'not_started', facts, notifications });
  await context.repos.activities.add(successor, repeat);
}
