import type { Priority } from '../domain/activity.ts';
import type { CalendarDate } from '../domain/calendar.ts';
import type { Actor } from '../domain/person.ts';
import { invalid, Refused } from '../domain/refusal.ts';
import type { Lapse } from '../domain/repetition.ts';
import { validation } from '../messages/validation.ts';
import type { Image } from '../persistence/images.ts';
import type { Topic } from '../persistence/topics.ts';
import { fileImages } from './add-evidence.ts';
import { announce, record } from './carry-out.ts';
import type { Registered } from './done.ts';
import { type Noticed, noticeOf } from './holidays.ts';
import type { Context, UseCase } from './use-case.ts';

interface Promised {
  topicId: number;
  description: string;
  priority: Priority;
  dueOn: CalendarDate;
  repeats: Lapse | null;
  images: readonly Image[];
}

/** The topic, when the actor may register work under it. */
async function topicFor({ repos, actor, input }: Context<Promised, Actor>): Promise<Topic> {
  const topic = await repos.topics.findOpenTo(actor, input.topicId);
  if (!topic) throw invalid('id_project', validation.topicUnknown);
  return topic;
}

async function register(context: Context<Promised, Actor>, assigneeId: number): Promise<Registered & Noticed> {
  const { repos, actor, now, today, input } = context;
  const { images, ...promised } = input;
  if (promised.dueOn < today) throw invalid('due_date', validation.dueInPast);

  // Held until the end: whoever is being deactivated at this moment is left with no open work.
  if (!(await repos.users.hold(actor.id, assigneeId))) throw new Refused({ code: 'user.notActive' });

  const { topicId, description, priority, dueOn, repeats } = promised;
  const series = { repeats, seriesStartsOn: dueOn, occurrence: 0 };
  const id = await repos.activities.add({
    ownerId: actor.id,
    assigneeId,
    topicId,
    description,
    priority,
    dueOn,
    ...series,
    createdAt: now,
  });
  if (!id) throw new Refused({ code: 'activity.duplicate' });
  await fileImages(context, id, images);
  const historyId = await record('register', context, id, { from: null, to: 'not_started' });
  await announce('assigned', context, { activityId: id, recipientId: assigneeId, historyId });
  return { success: true, id, ...(await noticeOf(dueOn, context)) };
}

/** A person registers work of their own: owner and responsible are one. */
export const registerOwnActivity: UseCase<Promised, Registered & Noticed> = async (context) => {
  await topicFor(context);
  return register(context, context.actor.id);
};

/** A privileged person assigns work to someone of the topic's department, or assigned to the topic from outside. */
export const assignActivity: UseCase<Promised & { assigneeId: number }, Registered & Noticed> = async (context) => {
  const topic = await topicFor(context);
  const { assigneeId } = context.input;
  if (!(await context.repos.users.isCandidateFor(topic, assigneeId))) throw invalid('id_user_assigned', validation.assigneeUnknown);
  return register(context, assigneeId);
};
