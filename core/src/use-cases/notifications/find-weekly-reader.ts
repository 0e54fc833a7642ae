import { type Actor, adminPolicy } from '../../domain/people/person.ts';
import type { OpenUseCase } from '../use-case.ts';

/** The person as a reader of the company's figures; null if they may not read them any more. */
export const findWeeklyReader: OpenUseCase<{ recipientId: number }, Actor | null> = async ({ repos, input }) => {
  const person = await repos.users.find(input.recipientId);
  return person?.isActive && adminPolicy.readGlobalReports(person) ? { ...person, channel: 'system' } : null;
};
