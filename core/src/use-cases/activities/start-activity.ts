import type { UseCase } from '../use-case.ts';
import { applyAct } from './apply-act.ts';
import { captureFacts, type MaybeCaptured } from './capture.ts';
import { lockAuthorized } from './lock-authorized.ts';

/** The assignee takes up the work. */
export const startActivity: UseCase<MaybeCaptured & { activityId: number }, void> = async (context) => {
  const facts = captureFacts(context, context.input);
  const activity = await lockAuthorized('start', context, context.input.activityId);
  await applyAct('start', context, activity, { facts });
};
