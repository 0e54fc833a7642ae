import type { CalendarDate } from '../../domain/calendar.ts';
import type { ChatService } from '../../domain/notifications/chat.ts';
import { CHAT_LEASE_MS, weekToSummarize } from '../../domain/notifications/chat-work.ts';
import { completePreferences, movedToChat } from '../../domain/notifications/preference.ts';
import { isQuiet } from '../../domain/notifications/quiet-hours.ts';
import { adminPolicy, fullName, isDeveloper, type Person } from '../../domain/people/person.ts';
import type { ChatTask } from '../../persistence/chat-tasks.ts';
import type { TopicNews } from '../../persistence/topic-channels.ts';
import type { ActContext, OpenUseCase } from '../use-case.ts';
import { endLostTopicChannels } from './topic-channels.ts';

type Week = { from: CalendarDate; to: CalendarDate };
/** `unsent`: a summary could not go to the conversation of that name. `mailStopped`: the mail server refuses everything with this answer. */
type About =
  | { kind: 'greet'; isNotifiedHere: boolean }
  | { kind: 'mailStopped'; answer: string | null }
  | { kind: 'summarize'; week: Week }
  | { kind: 'unsent'; displayName: string }
  | { kind: 'topicNews'; channelId: number; topic: string; subscriber: string; news: readonly TopicNews[] };

export interface ClaimedTask extends ChatTask {
  claimedUntil: Date;
  person: Person;
  about: About;
}

/** Takes a greeting, a week's summary, the notice that one could not go, or that no mail does, or news of a topic. Whether its person may still read it is asked now, at the sending. */
export const claimTask: OpenUseCase<{ services: readonly ChatService[]; zone: string }, ClaimedTask | null> = async (context) => {
  const { repos, input, now, today } = context;
  const week = weekToSummarize(input.zone, now, today);
  if (week) await repos.chatTasks.planSummaries(today, now);
  await endLostTopicChannels(context);
  if (!isQuiet(input.zone, now)) await repos.topicChannels.planNews(now);
  const claimedUntil = new Date(now.getTime() + CHAT_LEASE_MS);
  for (;;) {
    const task = await repos.chatTasks.take(input.services, claimedUntil, now);
    if (!task) return null;
    const person = (await repos.users.find(task.userId)) as Person;
    const about = await aboutOf(task, { person, week, repos });
    if (about) return { ...task, claimedUntil, person, about };
    await repos.chatTasks.end(task.id, claimedUntil);
  }
};

/** Null where there is nothing to say any more. */
async function aboutOf(
  { id, kind, userId }: ChatTask,
  { person, week, repos }: Pick<ActContext, 'repos'> & { person: Person; week: Week | null },
): Promise<About | null> {
  if (kind === 'greet') {
    const preferences = completePreferences(await repos.notificationPreferences.of(userId));
    return { kind, isNotifiedHere: movedToChat(preferences).length === 0 };
  }
  if (kind === 'topicNews') return topicNewsOf(id, repos);
  if (kind === 'mailStopped') {
    const stop = isDeveloper(person) ? await repos.installation.mailStop() : null;
    return stop && { kind, answer: stop.answer };
  }
  if (kind === 'summarize') return week && adminPolicy.readGlobalReports(person) ? { kind, week } : null;
  const summaryChoice = await repos.chatSummaries.of(userId);
  return summaryChoice ? { kind, displayName: summaryChoice.displayName } : null;
}

async function topicNewsOf(taskId: number, repos: ActContext['repos']): Promise<About | null> {
  const channel = await repos.topicChannels.ofTask(taskId);
  const news = await repos.topicChannels.newsOf(taskId);
  if (!channel || news.length === 0) return null;
  return { kind: 'topicNews', channelId: channel.id, topic: channel.topic, subscriber: fullName(channel), news };
}
