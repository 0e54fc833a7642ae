import { isOwnActivity, missingProof } from '../../domain/activities/activity.ts';
import { Refused } from '../../domain/refusal.ts';
import type { UseCase } from '../use-case.ts';
import { applyAct, captureFacts, lockAuthorized, type MaybeCaptured } from './apply-act.ts';
import { registerSuccessor } from './repeat-activity.ts';

/**
 * Declares the work done for its assignee; its owner is asked to verify it. Work that was registered as own is verified at once, also when
 * a substitute completes it.
 */
export const completeActivity: UseCase<MaybeCaptured & { activityId: number; resolution: string }, void> = async (context) => {
  const { activityId, resolution } = context.input;
  const facts = captureFacts(context, context.input);
  const activity = await lockAuthorized('complete', context, activityId);
  const images = activity.minimumImages > 0 ? await context.repos.images.count('image', activityId) : 0;
  const missing = missingProof(activity, images);
  if (missing) throw new Refused({ code: 'activity.incomplete', ...missing });

  const hasChangedHands = isOwnActivity(activity) && (await context.repos.history.hasChangedHands(activityId));
  const isOwn = isOwnActivity(activity) && !hasChangedHands;
  const notifications = [[isOwn ? 'verified' : 'verificationRequested', activity.ownerId]] as const;
  await applyAct(
    'complete',
    context,
    { ...activity, hasChangedHands },
    { changes: { resolution }, note: resolution, facts, notifications },
  );
  if (isOwn) await registerSuccessor(context, activity);
};
