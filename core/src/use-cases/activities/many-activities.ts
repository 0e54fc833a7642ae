import type { Actor } from '../../domain/people/person.ts';
import { type Refusal, Refused } from '../../domain/refusal.ts';
import type { Context, UseCase } from '../use-case.ts';
import { cancelActivity } from './cancel-activity.ts';
import { reassignActivity } from './reassign-activity.ts';
import { remindActivity } from './remind-activity.ts';
import { type Verdict, validateActivity } from './validate-activity.ts';

export interface ActOutcome {
  activityId: number;
  /** Null when the act was done. */
  refusal: Refusal | null;
}
type Many = { activityIds: readonly number[] };

/** Does the act on one activity. A refusal undoes that activity's part of the transaction only. */
async function runOne<One extends { activityId: number }>(
  context: Context<unknown, Actor>,
  useCase: UseCase<One, unknown>,
  input: One,
): Promise<ActOutcome> {
  const { activityId } = input;
  try {
    await context.repos.savepoint((repos) => useCase({ ...context, repos, input }));
    return { activityId, refusal: null };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { activityId, refusal: error.refusal };
  }
}

/**
 * Does one act to many activities; each has its own result, in the order of the input. All are one transaction, so that a crash leaves none
 * of them done and a repeated request gets the answer of all. They are locked by folio, as elsewhere.
 */
const forEach =
  <One extends { activityId: number }, Rest>(
    useCase: UseCase<One, unknown>,
    createInput: (activityId: number, rest: Rest) => One,
  ): UseCase<Many & Rest, { results: ActOutcome[] }> =>
  async (context) => {
    const { activityIds } = context.input;
    const outcomes = new Map<number, ActOutcome>();
    for (const id of activityIds.toSorted((a, b) => a - b))
      outcomes.set(id, await runOne(context, useCase, createInput(id, context.input)));
    return { results: activityIds.map((id) => outcomes.get(id) as ActOutcome) };
  };

type Deliverers = NonNullable<Verdict['deliverers']>;
const validateEach = forEach(
  validateActivity,
  (activityId, { deliverers }: { deliverers: Deliverers }): Verdict => ({ activityId, comment: null, verdict: 'Verified', deliverers }),
);
/** Verifies many activities. It cannot reject, because each rejection has a reason of its own. */
export const validateActivities: UseCase<Many, { results: ActOutcome[] }> = async (context) => {
  const { repos, input } = context;
  // Activities are locked before the read, because a completion in between would change who delivered.
  await repos.activities.lockAll(input.activityIds);
  const deliverers = await repos.history.readDeliverers(input.activityIds);
  return validateEach({ ...context, input: { ...input, deliverers } });
};
export const cancelActivities = forEach(cancelActivity, (activityId, { series }: { series?: 'continues' | undefined }) => ({
  activityId,
  series,
}));
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
