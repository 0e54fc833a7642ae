import type { Activity } from '../../domain/activities/activity.ts';
import { refusal } from '../../domain/activities/policy.ts';
import type { Actor } from '../../domain/people/person.ts';
import type { Context, UseCase } from '../use-case.ts';
import { applyAct, lockAuthorized } from './apply-act.ts';

interface Cancellation {
  activityId: number;
  /** Of a series: only this one, or all of it that is not delivered. Otherwise this one is canceled and no further one comes. */
  series?: 'continues' | 'canceled' | undefined;
}

const cancel = (context: Context<unknown, Actor>, activity: Activity) =>
  applyAct('cancel', context, activity, { notifications: [['canceled', activity.assigneeId]] });

/** Cancels the work for its owner, for good (docs/product.md, 3). */
export const cancelActivity: UseCase<Cancellation, void> = async (context) => {
  const { activityId, series } = context.input;
  const { activities } = context.repos;
  // Two cancellations of one series lock its activities in the same order.
  if (series === 'canceled') await activities.lockOpenSeries(activityId);
  const activity = await lockAuthorized('cancel', context, activityId);
  await cancel(context, activity);
  if (!activity.repeats || series === 'continues') return;
  await activities.endSeries(activityId);
  if (series !== 'canceled') return;
  // The next one may have been registered while the first lock was waited for.
  for (const id of await activities.lockOpenSeries(activityId)) {
    const member = await activities.lock(id);
    if (member && !refusal('cancel', context.actor, member)) await cancel(context, member);
  }
};
