import type { CalendarDate } from '../domain/calendar.ts';
import type { ChatService } from '../domain/chat.ts';
import { CHAT_LEASE_MS, weekToSummarize } from '../domain/chat-work.ts';
import type { Person } from '../domain/person.ts';
import { officePolicy } from '../domain/policy.ts';
import type { ChatTask } from '../persistence/chat-tasks.ts';
import type { OpenUseCase } from './use-case.ts';

export interface ClaimedTask extends ChatTask {
  claimedUntil: Date;
  person: Person;
  /** The week to sum up; null for a greeting. */
  week: { from: CalendarDate; to: CalendarDate } | null;
}

/** Takes a greeting or a week's summary. Whether its person may still read the figures is asked now, at the sending. */
export const claimTask: OpenUseCase<{ services: readonly ChatService[]; zone: string }, ClaimedTask | null> = async (context) => {
  const { repos, input, now, today } = context;
  const week = weekToSummarize(input.zone, now, today);
  if (week) await repos.chatTasks.planSummaries(today, now);
  const claimedUntil = new Date(now.getTime() + CHAT_LEASE_MS);
  for (;;) {
    const task = await repos.chatTasks.take(input.services, claimedUntil, now);
    if (!task) return null;
    const person = (await repos.users.find(task.userId)) as Person;
    if (task.kind === 'greet') return { ...task, claimedUntil, person, week: null };
    if (week && officePolicy.readGlobalReports(person)) return { ...task, claimedUntil, person, week };
    await repos.chatTasks.end(task.id, claimedUntil);
  }
};
