import type { Actor } from '../../domain/people/person.ts';
import { Refused } from '../../domain/refusal.ts';
import { sentenceOf } from '../../messages/refusals.ts';
import { DONE, type Done } from '../done.ts';
import type { Context, UseCase } from '../use-case.ts';
import { validateActivity } from './validate-activity.ts';

interface Outcome {
  activityId: number;
  success: boolean;
  error?: string;
  code?: string;
}

async function verified(context: Context<unknown, Actor>, activityId: number): Promise<Outcome> {
  const input = { activityId, comment: null, verdict: 'Verified' } as const;
  try {
    await context.repos.savepoint((repos) => validateActivity({ ...context, repos, input }));
    return { activityId, success: true };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { activityId, success: false, error: sentenceOf(error.refusal), code: error.refusal.code };
  }
}

/**
 * The owner verifies many at once, and each answers for itself. All of them are one transaction with a part for each, so that a crash
 * leaves none of them done and the answer to a repeated request tells of all. They are taken by folio, the order in which activities
 * are locked elsewhere too; the outcomes come in the order asked.
 */
export const validateActivities: UseCase<{ activityIds: readonly number[] }, Done & { results: Outcome[] }> = async (context) => {
  const { activityIds } = context.input;
  const outcomes = new Map<number, Outcome>();
  for (const id of activityIds.toSorted((a, b) => a - b)) outcomes.set(id, await verified(context, id));
  return { ...DONE, results: activityIds.map((id) => outcomes.get(id) as Outcome) };
};
