import type { UseCase } from '../use-case.ts';
import { applyAct, captureFacts, lockAuthorized, type MaybeCaptured } from './apply-act.ts';

export const startActivity: UseCase<MaybeCaptured & { activityId: number }, void> = async (context) => {
  const facts = captureFacts(context, context.input);
  const activity = await lockAuthorized('start', context, context.input.activityId);
  await applyAct('start', context, activity, { facts });
};
