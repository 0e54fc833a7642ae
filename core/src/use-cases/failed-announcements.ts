import { FAILED_MAX, type FailedLetter } from '../domain/failed-letter.ts';
import { Refused } from '../domain/refusal.ts';
import { failureSentences } from '../messages/announcements.ts';
import { DONE, type Done } from './done.ts';
import type { UseCase } from './use-case.ts';

interface Failed extends Done {
  total: number;
  failed: (FailedLetter & { reason: string })[];
}

/** The letters that were given up, the newest first: the first 200, and how many there are. */
export const listFailedAnnouncements: UseCase<unknown, Failed> = async ({ repos }) => {
  const letters = await repos.failedLetters.list(FAILED_MAX);
  const failed = letters.map((letter) => ({ ...letter, reason: failureSentences[letter.failure] }));
  return { ...DONE, total: await repos.failedLetters.count(), failed };
};

/** Sends letters that were given up once more; those that were not are passed over. */
export const resendAnnouncements: UseCase<{ ids: readonly string[] }, Done & { count: number }> = async ({ repos, input, now }) => {
  const count = await repos.failedLetters.sendAgain(input.ids, now);
  if (count > 0) return { ...DONE, count };
  throw new Refused({ code: (await repos.failedLetters.isKnown(input.ids)) ? 'announcement.notFailed' : 'announcement.unknown' });
};
