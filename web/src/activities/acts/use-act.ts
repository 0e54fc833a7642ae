import { ApiError } from '@bitacora/core/client';
import { type Attempt, sentenceOf, useAttempt } from '../../ui/use-attempt.ts';
import type { Activity } from '../views.ts';

/** What every dialog about an activity is given. */
export interface ActDialogProps {
  activity: Activity;
  onClose: () => void;
  /** It was done: tell so, and go on. */
  onDone: (notice: { title: string; detail?: string }) => Promise<void>;
  /** Someone else was quicker: the page says so and shows what is now true. */
  onOutdated: (sentence: string) => void;
}

interface Performance {
  call: () => Promise<unknown>;
  /** Said when the server gave no sentence of its own. */
  failed: string;
  notice: { title: string; detail?: string };
}

/** The activity is no longer what the screen shows: another state, or out of sight. */
const isOutdated = (error: unknown) => error instanceof ApiError && (error.status === 409 || error.status === 404);

/** Performs an act once and closes its dialog; a failure leaves it open with what went wrong. False when it failed. */
export function useAct({ onClose, onDone, onOutdated }: Omit<ActDialogProps, 'activity'>): Attempt & {
  perform: (performance: Performance) => Promise<boolean>;
} {
  const attempt = useAttempt();
  const perform = async ({ call, failed, notice }: Performance) => {
    const isSettled = await attempt.run(async () => {
      try {
        await call();
      } catch (error) {
        if (!isOutdated(error)) throw error;
        return onOutdated(sentenceOf(error, failed));
      }
      await onDone(notice);
    });
    if (isSettled) onClose();
    return isSettled;
  };
  return { ...attempt, perform };
}
