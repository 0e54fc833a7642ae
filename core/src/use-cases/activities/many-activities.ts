import type { Actor } from '../../domain/people/person.ts';
import { Refused } from '../../domain/refusal.ts';
import { sentenceOf } from '../../messages/refusals.ts';
import { DONE, type Done } from '../done.ts';
import type { Context, UseCase } from '../use-case.ts';
import { cancelActivity } from './cancel-activity.ts';
import { reassignActivity } from './reassign-activity.ts';
import { remindActivity } from './remind-activity.ts';
import { validateActivity } from './validate-activity.ts';

interface Outcome {
  activityId: number;
  success: boolean;
  error?: string;
  code?: string;
}
type Many = { activityIds: readonly number[] };

/** What became of one of many: its refusal undoes its own part of the transaction only. */
async function outcomeOf<One extends { activityId: number }>(
  context: Context<unknown, Actor>,
  useCase: UseCase<One, unknown>,
  input: One,
): Promise<Outcome> {
  const { activityId } = input;
  try {
    await context.repos.savepoint((repos) => useCase({ ...context, repos, input }));
    return { activityId, success: true };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { activityId, success: false, error: sentenceOf(error.refusal), code: error.refusal.code };
  }
}

/**
 * Does one act to many activities, and each answers for itself, in the order of the input. All of them are one transaction, so that a
 * crash leaves none of them done and a repeated request gets the answer of all. They are locked by folio, as elsewhere.
 */
const forEach =
  <One extends { activityId: number }, Rest>(
    useCase: UseCase<One, unknown>,
    inputOf: (activityId: number, rest: Rest) => One,
  ): UseCase<Many & Rest, Done & { results: Outcome[] }> =>
  async (context) => {
    const { activityIds } = context.input;
    const outcomes = new Map<number, Outcome>();
    for (const id of activityIds.toSorted((a, b) => a - b)) outcomes.set(id, await outcomeOf(context, useCase, inputOf(id, context.input)));
    return { ...DONE, results: activityIds.map((id) => outcomes.get(id) as Outcome) };
  };

/** A rejection has a reason of its own, so that many at once are only verified. */
export const validateActivities = forEach(validateActivity, (activityId) => ({ activityId, comment: null, verdict: 'Verified' as const }));
export const cancelActivities = forEach(cancelActivity, (activityId) => ({ activityId }));
export const remindActivities = forEach(remindActivity, (activityId, { message }: { message: string | null }) => ({ activityId, message }));

const reassignEach = forEach(reassignActivity, (activityId, { assigneeId, reason }: { assigneeId: number; reason: string | null }) => ({
  activityId,
  assigneeId,
  reason,
}));
/** The new responsible is held before any activity is locked; the other order could deadlock with a deactivation. */
export const reassignActivities: typeof reassignEach = async (context) => {
  await context.repos.users.hold(context.input.assigneeId);
  return reassignEach(context);
};
