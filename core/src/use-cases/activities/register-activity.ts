import { randomUUID } from 'node:crypto';
import { type ActivityPromise, untickedList } from '../../domain/activities/activity.ts';
import { hasSameDemands } from '../../domain/activities/activity-template.ts';
import { isEligibleAssignee, mayRegisterUnder } from '../../domain/activities/policy.ts';
import type { WorkRequest } from '../../domain/activities/work-request.ts';
import type { HolidayNotice } from '../../domain/holidays.ts';
import type { Actor } from '../../domain/people/person.ts';
import { invalid, Refused } from '../../domain/refusal.ts';
import type { RegistrationPreconditions } from '../../persistence/activities/activities.ts';
import type { Image } from '../../persistence/activities/images.ts';
import type { Context, RegisteredId, UseCase } from '../use-case.ts';
import { historyEntry, readNames, registrationFacts } from './apply-act.ts';
import { evidenceFacts, fileEvidence } from './evidence.ts';
import { acceptRequest, findRequest, lockRequest } from './work-requests.ts';

interface PromisedActivity extends ActivityPromise {
  images: readonly Image[];
  /** Items to tick before the work is completed. */
  checklist?: readonly string[] | undefined;
  minimumImages?: number | undefined;
  /** Set where the form started from a template. */
  templateId?: number | undefined;
}

type AllowedRegistration = RegistrationPreconditions & { topic: NonNullable<RegistrationPreconditions['topic']> };

/** Returns the template that a series follows: a current one of the topic, whose demands the person left as they were. */
async function followedTemplate({ repos, input }: Context<PromisedActivity, Actor>): Promise<number | null> {
  const { templateId, topicId, checklist = [], minimumImages = 0 } = input;
  const template = templateId && (await repos.activityTemplates.find(templateId));
  return template && template.topicId === topicId && hasSameDemands(template, { checklist: [...checklist], minimumImages })
    ? template.id
    : null;
}

async function register(
  context: Context<PromisedActivity, Actor>,
  assigneeId: number,
  images: readonly Image[],
  { batchId, request }: { batchId?: string | undefined; request?: WorkRequest | undefined } = {},
) {
  const { repos, actor, now, input } = context;
  const { images: _, checklist, minimumImages = 0, ...promise } = input;
  const demands = { checklist: untickedList(checklist), minimumImages, templateId: await followedTemplate(context) };
  const origin = { requesterId: request?.requesterId ?? null, createdAt: now };
  const promised = { ...promise, ...demands, ...origin, ownerId: actor.id, assigneeId, seriesStartsOn: promise.dueOn, occurrence: 0 };
  const notifications = [['assigned', assigneeId]] as const;
  const batch = batchId === undefined ? {} : { batchId };
  const evidence = evidenceFacts(images, request && (await repos.images.listRequested(request.id)));
  const facts = { ...registrationFacts(promised), ...evidence, ...batch, ...(request && { requesterName: request.requesterName }) };
  const entry = historyEntry('register', context, { from: null, to: 'not_started', facts, notifications });
  const id = await repos.activities.add({ ...promised, ...batch }, entry);
  if (!id) return undefined;
  await fileEvidence(context, id, images);
  if (request) await acceptRequest(context, request, id);
  return id;
}

/**
 * Reads what registering depends on. It locks the people until the end, so that nobody who is deactivated at this moment keeps open work.
 */
async function holdPreconditions(
  { repos, actor, today, input }: Context<ActivityPromise, Actor>,
  assigneeIds: readonly number[],
  options?: { isDryRun: boolean },
): Promise<AllowedRegistration> {
  const { topicId, dueOn, repeatUntil } = input;
  const preconditions = await repos.activities.holdPreconditions({ topicId, dueOn, people: [actor.id, ...assigneeIds] }, options);
  const { topic, people } = preconditions;
  const own = people.get(actor.id);
  if (!own) throw new Refused({ code: 'user.notActive' });
  if (!topic || !mayRegisterUnder(topic, actor, own)) throw invalid('topicId', 'topicUnknown');
  if (dueOn < today) throw invalid('dueOn', 'dueInPast');
  if (repeatUntil && repeatUntil < dueOn) throw invalid('repeatUntil', 'untilBeforeDue');
  return { ...preconditions, topic };
}

/** Refuses a topic or a request that the actor may not use, before the images are decoded. */
export const demandRegistrationAllowed: UseCase<ActivityPromise & { requestId?: number | undefined }, void> = async (context) => {
  const { requestId } = context.input;
  if (requestId !== undefined) await findRequest('accept', context, requestId);
  await holdPreconditions(context, [], { isDryRun: true });
};

async function registerOne(
  context: Context<PromisedActivity, Actor>,
  assigneeId: number,
  { holiday }: AllowedRegistration,
  request?: WorkRequest,
): Promise<RegisteredId & HolidayNotice> {
  const id = await register(context, assigneeId, context.input.images, { request });
  if (!id) throw new Refused({ code: 'activity.duplicate' });
  return { id, holiday };
}

/** Registers work of a person's own: owner and responsible are one. */
export const registerOwnActivity: UseCase<PromisedActivity, RegisteredId & HolidayNotice> = async (context) => {
  const { id } = context.actor;
  return registerOne(context, id, await holdPreconditions(context, [id]));
};

/**
 * Assigns work, for a privileged person, to someone of the topic's department or assigned to the topic from outside. With a request it
 * accepts that: the images become the first evidence, and who asked sees the activity.
 */
export const assignActivity: UseCase<
  PromisedActivity & { assigneeId: number; requestId?: number | undefined },
  RegisteredId & HolidayNotice
> = async (context) => {
  const { assigneeId, requestId } = context.input;
  const request = requestId === undefined ? undefined : await lockRequest('accept', context, requestId);
  const preconditions = await holdPreconditions(context, [assigneeId]);
  const assignee = preconditions.people.get(assigneeId);
  if (!assignee || !isEligibleAssignee(preconditions.topic, assignee)) throw invalid('assigneeId', 'assigneeUnknown');
  return registerOne(context, assigneeId, preconditions, request);
};

/** Makes the same images evidence of a further activity: they get rows of their own that name the stored files of the first. */
const sharing = (images: readonly Image[]): Image[] => images.map((image) => ({ ...image, id: randomUUID(), fileId: image.id }));

/**
 * Registers the same work for several people: an activity each, all or none; two or more share a batch. Returns the folios in the order of
 * the people.
 */
export const assignToMany: UseCase<
  PromisedActivity & { assigneeIds: readonly number[] },
  { ids: number[]; batchId?: string } & HolidayNotice
> = async (context) => {
  const { assigneeIds, images } = context.input;
  const { topic, people, holiday } = await holdPreconditions(context, assigneeIds);
  const isEligible = (id: number) => {
    const person = people.get(id);
    return person !== undefined && isEligibleAssignee(topic, person);
  };
  const strangers = assigneeIds.filter((id) => !isEligible(id));
  if (strangers.length > 0) throw invalid('assigneeIds', 'assigneeNotEligible', { names: await readNames(context, strangers) });

  const batchId = assigneeIds.length > 1 ? randomUUID() : undefined;
  const folios = new Map<number, number>();
  // People come in one order, because two calls with the same work for the same people would deadlock on its unique index.
  for (const id of assigneeIds.toSorted((a, b) => a - b)) {
    const folio = await register(context, id, folios.size === 0 ? images : sharing(images), { batchId });
    if (folio) folios.set(id, folio);
  }
  const busy = assigneeIds.filter((id) => !folios.has(id));
  if (busy.length > 0) throw new Refused({ code: 'activity.duplicate', names: await readNames(context, busy) });
  return { ids: assigneeIds.map((id) => folios.get(id) as number), ...(batchId ? { batchId } : {}), holiday };
};
