import type { ActivityPart, ChecklistItem, EvidenceKind } from '../../domain/activities/activity.ts';
import { daysLeft, daysLeftOrZero } from '../../domain/activities/deadline.ts';
import { maySee, requestRefusal } from '../../domain/activities/policy.ts';
import { nextOccurrence, UNDELIVERED_MAX } from '../../domain/activities/repetition.ts';
import { type CalendarDate, daysBetween } from '../../domain/calendar.ts';
import type { Actor } from '../../domain/people/person.ts';
import { Refused } from '../../domain/refusal.ts';
import type { Occurrence } from '../../persistence/activities/activities.ts';
import type { ActivityFacts } from '../../persistence/activities/activity-views.sql.ts';
import { BATCH } from '../../persistence/activities/activity-views.ts';
import type { EncodedField, EncodedRows } from '../../persistence/activities/encoded-rows.sql.ts';
import { DOCUMENTS_PATH, type Evidence, type EvidenceFile, evidenceKind, IMAGES_PATH } from '../../persistence/activities/images.ts';
import type { Context, OpenUseCase, UseCase } from '../use-case.ts';
import { activityVersion } from './amend-activity.ts';
import { readNames } from './apply-act.ts';
import { readRepetitionHolidays } from './repeat-activity.ts';

/** An activity as its reader sees it today. */
export type ActivityWithDays = ActivityWithProof & { daysLeft: number; daysIdle: number };
type ActivityWithProof = Omit<ActivityFacts, 'checklist'> & DeliveryProof;
type DeliveryProof = { delivererId?: number | null | undefined; imageCount?: number };

export const withDays =
  (today: CalendarDate) =>
  (activity: ActivityWithProof): ActivityWithDays => ({
    ...activity,
    daysLeft: daysLeftOrZero(activity.status, daysLeft(activity, today)),
    daysIdle: daysBetween(activity.lastActOn, today),
  });

/** Returns the activity where it exists for the actor at all. */
async function visible({ repos, actor }: Context<unknown, Actor>, activityId: number): Promise<ActivityFacts> {
  const activity = await repos.activityViews.find(activityId);
  if (!activity || !maySee(actor, activity)) throw new Refused({ code: 'activity.unknown' });
  return activity;
}

type One = { activityId: number };

/** Reads who delivered completed work, because they may not verify it, and how many images prove it. */
async function readDeliveryProofs(
  { repos }: Pick<Context<unknown, unknown>, 'repos'>,
  activities: readonly Pick<ActivityWithProof, 'id' | 'status'>[],
): Promise<Map<number, DeliveryProof>> {
  const completed = activities.filter(({ status }) => status === 'completed').map(({ id }) => id);
  if (completed.length === 0) return new Map();
  const [deliverers, images] = [await repos.history.readDeliverers(completed), await repos.images.countByActivity(completed)];
  return new Map(completed.map((id) => [id, { delivererId: deliverers.get(id), imageCount: images.get(id) ?? 0 }]));
}

export async function withDeliverers(
  context: Pick<Context<unknown, unknown>, 'repos'>,
  activities: readonly ActivityWithProof[],
): Promise<ActivityWithProof[]> {
  const proofs = await readDeliveryProofs(context, activities);
  return activities.map((activity) => ({ ...activity, ...proofs.get(activity.id) }));
}

type NamedItem = Pick<ChecklistItem, 'text' | 'tickedById'> & { place: number; tickedByName: string | null; tickedAt: Date | null };
interface OnPage {
  version: string;
  batchTotal?: number;
  requesterName?: string;
  checklist?: NamedItem[];
}

async function namedItems({ repos }: Pick<Context<unknown, unknown>, 'repos'>, list: readonly ChecklistItem[]): Promise<NamedItem[]> {
  const ids = new Set(list.flatMap(({ tickedById }) => tickedById ?? []));
  const names = ids.size > 0 ? await repos.users.readNames([...ids]) : new Map<number, string>();
  return list.map(({ text, tickedById, tickedAt }, index) => ({
    place: index + 1,
    text,
    tickedById,
    tickedByName: tickedById === null ? null : (names.get(tickedById) ?? null),
    tickedAt: tickedAt === null ? null : new Date(tickedAt),
  }));
}

/** An activity as its own page shows it. */
export type ActivityOnPage = ActivityWithDays & OnPage;

async function toPage(context: Pick<Context<unknown, unknown>, 'repos' | 'today'>, activity: ActivityFacts): Promise<ActivityOnPage> {
  const { checklist: list, ...facts } = activity;
  const { id, batchId } = facts;
  const proof = (await readDeliveryProofs(context, [facts])).get(id);
  const batch = batchId ? { batchTotal: await context.repos.activities.countBatch(batchId) } : {};
  const checklist = list ? { checklist: await namedItems(context, list) } : {};
  const [requesterName] = facts.requesterId ? await readNames(context, [facts.requesterId]) : [];
  const requester = requesterName === undefined ? {} : { requesterName };
  return { ...withDays(context.today)(facts), ...proof, version: activityVersion(facts), ...batch, ...requester, ...checklist };
}

/** Reads one activity for its reader, with those of its parts that the input asks for. */
export const readActivity = async (context: Context<One & { include?: readonly ActivityPart[] | undefined }, Actor>) => {
  const { include = [] } = context.input;
  const facts = await visible(context, context.input.activityId);
  const part = <Items>(name: ActivityPart, read: (context: PartContext, activityId: number) => Promise<Items>) =>
    include.includes(name) ? read(context, facts.id) : undefined;
  const [activity, comments, evidence, documents, history] = await context.repos.readAll(
    () => toPage(context, facts),
    () => part('comments', readComments),
    () => part('evidence', readEvidence),
    () => part('documents', readDocuments),
    () => part('history', readHistory),
  );
  const parts = {
    ...(comments && { comments }),
    ...(evidence && { evidence }),
    ...(documents && { documents }),
    ...(history && { history }),
  };
  return { ...activity, ...parts };
};

/** Reads the activity as `readActivity` does, for the product itself, which sees every activity. */
export async function activityOnPage(
  context: Pick<Context<unknown, unknown>, 'repos' | 'today'>,
  activityId: number,
): Promise<ActivityOnPage | null> {
  const facts = await context.repos.activityViews.find(activityId);
  return facts ? toPage(context, facts) : null;
}

/** Returns a list of one batch whole and a longer one in batches, so that neither memory nor other callers' time grows with it. */
async function withDaysLeft(batches: AsyncGenerator<ActivityFacts[]>, today: CalendarDate): Promise<OwnActivities> {
  const { value: first = [] } = await batches.next();
  if (first.length < BATCH) return first.map(withDays(today));
  return (async function* () {
    yield first.map(withDays(today));
    for await (const batch of batches) yield batch.map(withDays(today));
  })();
}
type OwnActivities = ActivityWithDays[] | AsyncIterable<ActivityWithDays[]>;

export const listMyPending: UseCase<unknown, OwnActivities> = ({ repos, actor, today }) =>
  withDaysLeft(repos.activityViews.listPending(actor.id), today);

/** Encodes the pending list in its reader's words; in batches where there is more than one. */
export const encodedPending =
  (fields: readonly EncodedField[]): UseCase<unknown, OwnActivities | EncodedRows> =>
  async (context) => {
    const rows = await context.repos.activityViews.readEncodedPending(context.actor.id, context.today, fields);
    return rows.count < BATCH ? rows : listMyPending(context);
  };

export const listMyHistory: UseCase<unknown, OwnActivities> = ({ repos, actor, today }) =>
  withDaysLeft(repos.activityViews.listClosed(actor.id), today);

export const listAwaitingVerification: UseCase<unknown, ActivityWithDays[]> = async (context) =>
  (await withDeliverers(context, await context.repos.activityViews.listAwaitingVerification(context.actor.id))).map(
    withDays(context.today),
  );

type PartContext = Pick<Context<unknown, unknown>, 'repos'>;

async function readComments({ repos }: PartContext, activityId: number) {
  const comments = await repos.comments.list(activityId);
  return comments.map((comment) => ({ ...comment, capturedAt: comment.capturedAt ?? undefined }));
}

const imageUrl = (id: string) => IMAGES_PATH + id;

async function readEvidence({ repos }: PartContext, activityId: number) {
  const images = await repos.images.list('image', activityId);
  return images.map((image) => ({
    ...image,
    url: imageUrl(image.id),
    thumbnailUrl: `${imageUrl(image.id)}/thumbnail`,
    capturedAt: image.capturedAt ?? undefined,
    capturedSha256: image.capturedSha256 ?? undefined,
  }));
}

async function readDocuments({ repos }: PartContext, activityId: number) {
  const documents = await repos.images.list('document', activityId);
  return documents.map((document) => ({
    ...document,
    url: DOCUMENTS_PATH + document.id,
    thumbnailUrl: `${DOCUMENTS_PATH}${document.id}/thumbnail`,
    capturedAt: document.capturedAt ?? undefined,
  }));
}

async function readHistory({ repos }: PartContext, activityId: number) {
  const entries = await repos.history.list(activityId);
  return entries.map(({ fromStatus, toStatus, ...entry }) => ({ ...entry, from: fromStatus, to: toStatus }));
}

/** Lists one part by itself, for those who may see the activity. */
const listPart =
  <Items>(read: (context: PartContext, activityId: number) => Promise<Items>) =>
  async (context: Context<One, Actor>): Promise<Items> =>
    read(context, (await visible(context, context.input.activityId)).id);

export const listComments = listPart(readComments);
export const listEvidence = listPart(readEvidence);
export const listDocuments = listPart(readDocuments);
export const listHistory = listPart(readHistory);

/** Tells whether the actor may see the activity of a file, or the request while there is none. */
async function mayOpen(
  { repos, actor }: Pick<Context<unknown, Actor>, 'repos' | 'actor'>,
  { activityId, requestId }: Evidence,
): Promise<boolean> {
  const activity = activityId ? await repos.activities.find(activityId) : undefined;
  if (activity) return maySee(actor, activity);
  const [request] = requestId ? await repos.workRequests.find(requestId) : [];
  return request !== undefined && !requestRefusal('read', actor, request);
}

/** Finds evidence of one kind, for those who may see its activity or request. */
async function findFile({ repos, actor }: Context<unknown, Actor>, kind: EvidenceKind, id: string): Promise<Evidence> {
  const file = await repos.images.find(id);
  const isKnown = file && evidenceKind(file) === kind && (await mayOpen({ repos, actor }, file));
  if (!isKnown) throw new Refused({ code: `${kind}.unknown` });
  return { ...file, id: file.fileId ?? file.id };
}
export const findImage: UseCase<{ id: string }, Evidence> = (context) => findFile(context, 'image', context.input.id);
export const findDocument: UseCase<{ id: string }, Evidence> = (context) => findFile(context, 'document', context.input.id);

/** Finds an image for the person of a signed address, with the rights that they have now. */
export const findImageForReader: OpenUseCase<{ imageId: string; readerId: number }, Pick<EvidenceFile, 'id' | 'mediaType'>> = async (
  context,
) => {
  const { repos, input, channel, today } = context;
  const reader = await repos.users.find(input.readerId);
  if (!reader?.isActive) throw new Refused({ code: 'image.unknown' });
  const substitutesFor = await repos.absences.listRepresented(reader.id, today);
  return findImage({ ...context, input: { id: input.imageId }, actor: { ...reader, substitutesFor, channel } });
};

/** At most this many members of a series are shown at once: more than a year of weeks. */
const SERIES_MAX = 60;

type Series = { occurrences: Occurrence[]; nextOn: CalendarDate | null; isStopped?: boolean };

/** Reads the series an activity belongs to, as far as the actor may see it; none where it does not repeat. */
export const readSeries: UseCase<{ activityId: number }, Series> = async (context) => {
  const { repos, actor, input, today } = context;
  const activity = await visible(context, input.activityId);
  if (!activity.repeats) return { occurrences: [], nextOn: null };
  const occurrences = (await repos.activities.seriesAround(activity.id, SERIES_MAX)).filter((member) => maySee(actor, member));
  if (activity.succession) return { occurrences, nextOn: null };
  const isStopped = activity.dueOn < today && (await repos.activities.countUndelivered(activity.id)) >= UNDELIVERED_MAX;
  const nextOn = nextOccurrence(activity, today, await readRepetitionHolidays(repos, activity))?.dueOn ?? null;
  return { occurrences, nextOn, ...(isStopped && { isStopped }) };
};
