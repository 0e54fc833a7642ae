import { IMAGES_PER_ACTIVITY } from '../../domain/activities/activity.ts';
import type { HistoryFacts } from '../../domain/activities/history-proof.ts';
import { Refused } from '../../domain/refusal.ts';
import type { Image } from '../../persistence/activities/images.ts';
import { recordAdminAct } from '../record-admin-act.ts';
import type { ActContext, UseCase } from '../use-case.ts';
import { applyAct, captureFacts, historyEntry, lockAuthorized, type MaybeCaptured } from './apply-act.ts';

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

/** Returns images as the proof keeps them. */
export const evidenceFacts = (images: readonly Image[]): HistoryFacts =>
  images.length > 0
    ? { evidence: images.map(({ id, sha256, capturedSha256 }) => ({ id, sha256, ...(capturedSha256 && { capturedSha256 }) })) }
    : {};

/** Adds images as proof, for anybody who can see the activity. */
export const addEvidence: UseCase<MaybeCaptured & { activityId: number; images: readonly Image[] }, void> = async (context) => {
  const { activityId, images, capturedAt } = context.input;
  const captured = captureFacts(context, context.input);
  const activity = await lockAuthorized('addEvidence', context, activityId);
  const count = await context.repos.images.count(activityId);
  if (count + images.length > IMAGES_PER_ACTIVITY) throw new Refused({ code: 'evidence.tooMany', count, max: IMAGES_PER_ACTIVITY });
  await fileImages(context, activityId, images, capturedAt);
  await applyAct('addEvidence', context, activity, { facts: { ...captured, ...evidenceFacts(images) } });
};

/**
 * Removes a mistaken image with its file; activities that share the file lose it too. Their histories keep its hash and the reason. It is
 * possible in every status, because what must not be stored must not stay in closed work either.
 */
export const withdrawImage: UseCase<{ imageId: string; reason: string }, void> = async (context) => {
  const { repos, now, input } = context;
  const image = await repos.images.find(input.imageId);
  const fileId = image?.fileId ?? image?.id;
  if (!fileId) throw new Refused({ code: 'image.unknown' });
  const folios = [...new Set((await repos.images.sharing(fileId)).map(({ activityId }) => activityId))].sort((a, b) => a - b);
  const activities = new Map<number, Awaited<ReturnType<typeof repos.activities.lock>>>();
  for (const folio of folios) activities.set(folio, await repos.activities.lock(folio));
  // Images are read again under the locks: of two withdrawals at once the second finds nothing left.
  const sharing = await repos.images.sharing(fileId);
  if (sharing.length === 0) throw new Refused({ code: 'image.unknown' });

  await repos.images.withdraw(
    sharing.map(({ id }) => id),
    now,
  );
  for (const { id, activityId, sha256 } of sharing) {
    const status = activities.get(activityId)?.status;
    if (!status) throw new Refused({ code: 'image.unknown' });
    const facts = { withdrawnImage: { id, sha256 }, reason: input.reason };
    await repos.history.add(activityId, historyEntry('withdrawImage', context, { from: status, to: status, facts }));
  }
  const after = { folios, reason: input.reason, sha256: (sharing[0] as { sha256: string }).sha256 };
  await recordAdminAct(context, { act: 'image.withdraw', subject: { kind: 'image', id: input.imageId }, after });
  context.discardImage(fileId);
};
