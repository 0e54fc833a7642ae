import type { Priority } from '../../domain/activity/activity.ts';
import type { Lapse } from '../../domain/activity/repetition.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import type { Actor } from '../../domain/people/person.ts';
import { isEligibleAssignee, mayRegisterUnder } from '../../domain/people/topic-access.ts';
import { invalid, Refused } from '../../domain/refusal.ts';
import type { RegistrationPreconditions } from '../../persistence/activities.ts';
import type { Image } from '../../persistence/images.ts';
import { type Noticed, noticeOf } from '../admin/holidays.ts';
import type { Registered } from '../done.ts';
import type { Context, UseCase } from '../use-case.ts';
import { evidenceFacts, fileImages } from './add-evidence.ts';
import { historyEntry, registrationFacts } from './apply-act.ts';

interface Promised {
  topicId: number;
  description: string;
  priority: Priority;
  dueOn: CalendarDate;
  repeats: Lapse | null;
  images: readonly Image[];
}

type Allowed = RegistrationPreconditions & { topic: NonNullable<RegistrationPreconditions['topic']> };

async function register(context: Context<Promised, Actor>, assigneeId: number, { holiday }: Allowed): Promise<Registered & Noticed> {
  const { repos, actor, now, today, input } = context;
  const { topicId, description, priority, dueOn, repeats, images } = input;
  if (dueOn < today) throw invalid('dueOn', 'dueInPast');

  const people = { ownerId: actor.id, assigneeId };
  const series = { repeats, seriesStartsOn: dueOn, occurrence: 0 };
  const promised = { ...people, topicId, description, priority, dueOn, ...series, createdAt: now };
  const notifications = [['assigned', assigneeId]] as const;
  const facts = { ...registrationFacts(promised), ...evidenceFacts(images) };
  const id = await repos.activities.add(
    promised,
    historyEntry('register', context, { from: null, to: 'not_started', facts, notifications }),
  );
  if (!id) throw new Refused({ code: 'activity.duplicate' });
  await fileImages(context, id, images);
  return { success: true, id, ...noticeOf(holiday) };
}

/** What registering depends on. Both people are held until the end: whoever is being deactivated at this moment is left with no open work. */
async function holdPreconditions({ repos, actor, input }: Context<Promised, Actor>, assigneeId: number): Promise<Allowed> {
  const preconditions = await repos.registrationPreconditions.hold({
    topicId: input.topicId,
    dueOn: input.dueOn,
    people: [actor.id, assigneeId],
  });
  const { topic, people } = preconditions;
  const own = people.get(actor.id);
  if (!own) throw new Refused({ code: 'user.notActive' });
  if (!topic || !mayRegisterUnder(topic, actor, own)) throw invalid('topicId', 'topicUnknown');
  return { ...preconditions, topic };
}

/** A person registers work of their own: owner and responsible are one. */
export const registerOwnActivity: UseCase<Promised, Registered & Noticed> = async (context) => {
  const { id } = context.actor;
  return register(context, id, await holdPreconditions(context, id));
};

/** A privileged person assigns work to someone of the topic's department, or assigned to the topic from outside. */
export const assignActivity: UseCase<Promised & { assigneeId: number }, Registered & Noticed> = async (context) => {
  const { assigneeId } = context.input;
  const preconditions = await holdPreconditions(context, assigneeId);
  const { topic, people } = preconditions;
  const assignee = people.get(assigneeId);
  if (!assignee || !isEligibleAssignee(topic, assignee)) throw invalid('assigneeId', 'assigneeUnknown');
  return register(context, assigneeId, preconditions);
};
