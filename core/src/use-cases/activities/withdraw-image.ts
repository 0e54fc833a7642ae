import { Refused } from '../../domain/refusal.ts';
import { recordAdminAct } from '../admin/admin-history.ts';
import type { UseCase } from '../use-case.ts';
import { historyEntry } from './apply-act.ts';

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
  // Read again under the locks: of two withdrawals at once the second finds nothing left.
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
