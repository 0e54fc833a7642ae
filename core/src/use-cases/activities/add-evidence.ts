import { IMAGES_PER_ACTIVITY } from '../../domain/activity/activity.ts';
import type { HistoryFacts } from '../../domain/history/proof.ts';
import { Refused } from '../../domain/refusal.ts';
import type { Image } from '../../persistence/images.ts';
import type { ActContext, UseCase } from '../use-case.ts';
import { applyAct, captureFacts, lockAuthorized, type MaybeCaptured } from './apply-act.ts';

/** Files images under an activity; their bytes are in the store already. */
export async function fileImages(
  { repos, actor, now }: ActContext,
  activityId: number,
  images: readonly Image[],
  capturedAt?: Date,
): Promise<void> {
  const upload = { activityId, uploadedById: actor?.id as number, uploadedAt: now, ...(capturedAt && { capturedAt }) };
  await repos.images.add(images.map((image, position) => ({ ...image, ...upload, position })));
}

/** Images as the proof keeps them. */
export const evidenceFacts = (images: readonly Image[]): HistoryFacts =>
  images.length > 0
    ? { evidence: images.map(({ id, sha256, capturedSha256 }) => ({ id, sha256, ...(capturedSha256 && { capturedSha256 }) })) }
    : {};

/** Anybody who can see the activity adds proof. */
export const addEvidence: UseCase<MaybeCaptured & { activityId: number; images: readonly Image[] }, void> = async (context) => {
  const { activityId, images, capturedAt } = context.input;
  const captured = captureFacts(context, context.input);
  const activity = await lockAuthorized('addEvidence', context, activityId);
  const count = await context.repos.images.countOf(activityId);
  if (count + images.length > IMAGES_PER_ACTIVITY) throw new Refused({ code: 'evidence.tooMany', count, max: IMAGES_PER_ACTIVITY });
  await fileImages(context, activityId, images, capturedAt);
  await applyAct('addEvidence', context, activity, { facts: { ...captured, ...evidenceFacts(images) } });
};
