import { type RequestAct, requestRefusal } from '../../domain/activities/policy.ts';
import { chooseAnswerers, type WorkRequest } from '../../domain/activities/work-request.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import { answererKinds, type RequestKind } from '../../domain/notifications/notification.ts';
import { type Actor, adminPolicy } from '../../domain/people/person.ts';
import { invalid, Refused } from '../../domain/refusal.ts';
import { IMAGES_PATH, type Image } from '../../persistence/activities/images.ts';
import type { StoredRequest } from '../../persistence/activities/work-requests.ts';
import type { ClaimedNotification } from '../../persistence/notifications/outbox.ts';
import type { Context, OpenUseCase, RegisteredId, UseCase } from '../use-case.ts';

type One = { id: number };
type RequestContext = Pick<Context<unknown, Actor | null>, 'repos' | 'now' | 'today'>;

export type RequestWithImages = Omit<WorkRequest, 'images'> & {
  images: (WorkRequest['images'][number] & Record<'url' | 'thumbnailUrl', string>)[];
};

export const withImages = ({ requesterDepartment: _, images, ...request }: StoredRequest): RequestWithImages => ({
  ...request,
  images: images.map((image) => ({ ...image, url: IMAGES_PATH + image.id, thumbnailUrl: `${IMAGES_PATH}${image.id}/thumbnail` })),
});

/** Locks and returns a request once policy and state allow the act. */
export async function lockRequest(act: RequestAct, { repos, actor }: Pick<Context<unknown, Actor>, 'repos' | 'actor'>, id: number) {
  return demandRequest(act, actor, await repos.workRequests.lock(id));
}

/** Returns the request as `lockRequest` does but without a lock. */
export async function findRequest(act: RequestAct, { repos, actor }: Pick<Context<unknown, Actor>, 'repos' | 'actor'>, id: number) {
  return demandRequest(act, actor, (await repos.workRequests.find(id))[0]);
}

function demandRequest(act: RequestAct, actor: Actor, request: StoredRequest | undefined): StoredRequest {
  if (!request) throw new Refused({ code: 'request.unknown' });
  const no = requestRefusal(act, actor, request);
  if (no) throw new Refused(no);
  return request;
}

async function notifyAnswerers(kind: RequestKind, { repos, now, today }: RequestContext, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const present = await repos.workRequests.listPresent(today);
  for (const request of await repos.workRequests.find(...ids))
    await repos.workRequests.notify(kind, request.id, chooseAnswerers(request, request.requesterDepartment, present), now);
}

/** Asks for work under any topic. Who may assign it is told. */
export const createRequest: UseCase<
  Pick<WorkRequest, 'topicId' | 'text' | 'wantedOn'> & { images: readonly Image[] },
  RegisteredId
> = async (context) => {
  const { repos, actor, now, today, input } = context;
  const { images, ...request } = input;
  if (!(await repos.topics.find(request.topicId))) throw invalid('topicId', 'topicUnknown');
  if (request.wantedOn < today) throw invalid('wantedOn', 'dueInPast');
  const id = await repos.workRequests.add({ ...request, requesterId: actor.id, createdAt: now });
  const place = { activityId: null, requestId: id, uploadedById: actor.id, uploadedAt: now };
  await repos.images.add(images.map((image, position) => ({ ...image, ...place, position })));
  await notifyAnswerers('requestReceived', context, [id]);
  return { id };
};

/** At most this many are listed. */
const LISTED_MAX = 200;

interface RequestSelection {
  view?: 'mine' | 'toAnswer' | undefined;
  state?: 'open' | 'all' | undefined;
  /** 0 lists none, because only the counts are wanted. */
  limit?: number | undefined;
}
type ListedRequests = { total: number; toAnswer: number; requests: RequestWithImages[] };

/** Lists the actor's own requests, or those that they may answer, and counts both these and what they may answer now. */
export const listRequests: UseCase<RequestSelection, ListedRequests> = async ({ repos, actor, input }) => {
  const { view = 'mine', limit = LISTED_MAX } = input;
  const isMine = view === 'mine';
  const isOpen = (input.state ?? (isMine ? 'all' : 'open')) === 'open';
  const { requests, toAnswer, ...counted } = await repos.workRequests.list({ userId: actor.id, isMine, isOpen, limit });
  return { ...counted, toAnswer: adminPolicy.assignActivities(actor) ? toAnswer : 0, requests: requests.map(withImages) };
};

export const readRequest: UseCase<One, RequestWithImages> = async (context) =>
  withImages(await findRequest('read', context, context.input.id));

/** Reads a request for the product itself, which sees every one. */
export const readAnyRequest: OpenUseCase<One, RequestWithImages> = async ({ repos, input }) =>
  withImages((await repos.workRequests.find(input.id))[0] as StoredRequest);

/** Declines with the reason, which the requester reads. */
export const declineRequest: UseCase<One & { reason: string }, void> = async (context) => {
  const { repos, actor, now, input } = context;
  const { id, requesterId } = await lockRequest('decline', context, input.id);
  await repos.workRequests.decide(id, { state: 'declined', decidedById: actor.id, decidedAt: now, reason: input.reason });
  await repos.workRequests.notify('requestAnswered', id, [requesterId], now);
};

export const withdrawRequest: UseCase<One, void> = async (context) => {
  const { id } = await lockRequest('withdraw', context, context.input.id);
  await context.repos.workRequests.decide(id, { state: 'withdrawn', decidedById: context.actor.id, decidedAt: context.now });
};

/** Closes a request with the activity that came of it. Call it under the lock of the request. */
export async function acceptRequest({ repos, actor, now }: Context<unknown, Actor>, { id, requesterId }: WorkRequest, activityId: number) {
  await repos.images.fileRequested(id, activityId);
  await repos.workRequests.decide(id, { state: 'accepted', decidedById: actor.id, decidedAt: now, activityId });
  if (requesterId !== actor.id) await repos.workRequests.notify('requestAnswered', id, [requesterId], now);
}

/** Tells those who may answer once more of what waits since this day or longer. Returns how many requests. */
export async function remindRequests(context: RequestContext, day: CalendarDate): Promise<number> {
  const ids = await context.repos.workRequests.takeUnanswered(day, context.now);
  await notifyAnswerers('requestOverdue', context, ids);
  return ids.length;
}

export interface NotifiedRequest {
  id: number;
  kind: RequestKind;
  request: RequestWithImages;
}
type RequestNotices = { recipientId: number; notifications: readonly Pick<ClaimedNotification, 'id' | 'kind' | 'facts'>[] };

/** Reads the notifications of requests that still hold for their recipient: who may answer hears only of what is open. */
export const readNotifiedRequests: OpenUseCase<RequestNotices, NotifiedRequest[]> = async ({ repos, input }) => {
  const { recipientId, notifications } = input;
  const recipient = await repos.users.find(recipientId);
  const requests = await repos.workRequests.find(...notifications.map(({ facts }) => Number(facts.requestId)));
  return notifications.flatMap(({ id, kind, facts }) => {
    const request = requests.find((one) => one.id === facts.requestId);
    if (!request || !recipient) return [];
    const isForAnswerer = answererKinds.some((one) => one === kind);
    const holds = isForAnswerer ? !requestRefusal('decline', recipient, request) : request.requesterId === recipientId;
    return holds ? [{ id, kind: kind as RequestKind, request: withImages(request) }] : [];
  });
};
