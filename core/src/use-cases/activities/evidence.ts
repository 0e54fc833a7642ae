import { DOCUMENTS_PER_ACTIVITY, type EvidenceKind, IMAGES_PER_ACTIVITY } from '../../domain/activities/activity.ts';
import type { HistoryFacts } from '../../domain/activities/history-proof.ts';
import type { Actor } from '../../domain/people/person.ts';
import { Refused } from '../../domain/refusal.ts';
import { type Document, type Evidence, type EvidenceFile, evidenceKind, type Image } from '../../persistence/activities/images.ts';
import { recordAdminAct } from '../record-admin-act.ts';
import type { ActContext, Context, UseCase } from '../use-case.ts';
import { applyAct, captureFacts, findAuthorized, historyEntry, lockAuthorized, type MaybeCaptured } from './apply-act.ts';

export async function fileEvidence(
  { repos, actor, now }: ActContext,
  activityId: number,
  files: readonly EvidenceFile[],
  capturedAt?: Date,
): Promise<void> {
  const upload = { activityId, uploadedById: actor?.id as number, uploadedAt: now, ...(capturedAt && { capturedAt }) };
  await repos.images.add(files.map((file, position) => ({ ...file, ...upload, position })));
}

/** Returns images or documents as the proof keeps them. Those of a request keep who uploaded them, and when. */
export const evidenceFacts = (files: readonly EvidenceFile[], requested: readonly Evidence[] = []): HistoryFacts => {
  const evidence = [
    ...requested.map(({ id, sha256, uploadedById, uploadedAt }) => ({ id, sha256, author: uploadedById, at: uploadedAt.toISOString() })),
    ...files.map(({ id, sha256, capturedSha256 }) => ({ id, sha256, ...(capturedSha256 && { capturedSha256 }) })),
  ];
  return evidence.length > 0 ? { evidence } : {};
};

const kinds = {
  image: { act: 'addEvidence', max: IMAGES_PER_ACTIVITY, tooMany: 'evidence.tooMany' },
  document: { act: 'addDocuments', max: DOCUMENTS_PER_ACTIVITY, tooMany: 'document.tooMany' },
} as const;

type Addition = MaybeCaptured & { activityId: number };

/** Refuses what policy and life cycle refuse, before the files are decoded. */
export const demandAdditionAllowed =
  (act: 'addEvidence' | 'addDocuments'): UseCase<Addition, void> =>
  async (context) => {
    await findAuthorized(act, context, context.input.activityId);
  };

async function add(context: Context<Addition, Actor>, kind: EvidenceKind, files: readonly EvidenceFile[]): Promise<void> {
  const { activityId, capturedAt } = context.input;
  const { act, max, tooMany } = kinds[kind];
  const captured = captureFacts(context, context.input);
  const activity = await lockAuthorized(act, context, activityId);
  const count = await context.repos.images.count(kind, activityId);
  if (count + files.length > max) throw new Refused({ code: tooMany, count, max });
  await fileEvidence(context, activityId, files, capturedAt);
  await applyAct(act, context, activity, { facts: { ...captured, ...evidenceFacts(files) } });
}

export const addEvidence: UseCase<Addition & { images: readonly Image[] }, void> = (context) => add(context, 'image', context.input.images);
export const addDocuments: UseCase<Addition & { documents: readonly Document[] }, void> = (context) =>
  add(context, 'document', context.input.documents);

/**
 * Removes a mistaken image or document with its file; activities that share the file lose it too. Their histories keep its hash and the reason. It is
 * possible in every status, because what must not be stored must not stay in closed work either.
 */
export const withdrawImage: UseCase<{ imageId: string; reason: string }, void> = async (context) => {
  const { repos, now, input } = context;
  const image = await repos.images.find(input.imageId);
  const fileId = image?.fileId ?? image?.id;
  if (!image || !fileId) throw new Refused({ code: 'image.unknown' });
  const folios = [...new Set((await repos.images.sharing(fileId)).flatMap(({ activityId }) => activityId ?? []))].sort((a, b) => a - b);
  // The image of a request that nobody has accepted has no history; the lock keeps it from being accepted meanwhile.
  if (image.requestId) await repos.workRequests.lock(image.requestId);
  const activities = new Map<number, Awaited<ReturnType<typeof repos.activities.lock>>>();
  for (const folio of folios) activities.set(folio, await repos.activities.lock(folio));
  // Images are read again under the locks: of two withdrawals at once the second finds nothing left.
  const sharing = await repos.images.sharing(fileId);
  if (sharing.length === 0) throw new Refused({ code: 'image.unknown' });

  const act = evidenceKind(image) === 'document' ? 'withdrawDocument' : 'withdrawImage';
  await repos.images.withdraw(
    sharing.map(({ id }) => id),
    now,
  );
  for (const { id, activityId, sha256 } of sharing) {
    if (activityId === null) continue;
    const status = activities.get(activityId)?.status;
    if (!status) throw new Refused({ code: 'image.unknown' });
    const facts = { withdrawnImage: { id, sha256 }, reason: input.reason };
    await repos.history.add(activityId, historyEntry(act, context, { from: status, to: status, facts }));
  }
  const after = { folios, reason: input.reason, sha256: (sharing[0] as { sha256: string }).sha256 };
  await recordAdminAct(context, { act: `${evidenceKind(image)}.withdraw`, subject: { kind: 'image', id: input.imageId }, after });
  context.discardImage(fileId);
};
