import { ApiError } from '@bitacora/core/client';
import { useRevalidator } from 'react-router-dom';
import { type Attempt, isOutdated, useAttempt } from '../../ui/use-attempt.ts';
import type { Activity } from '../activity.ts';

type ActNotice = { title: string; detail?: string };

/** What every dialog about an activity is given. */
export interface ActDialogProps {
  activity: Activity;
  onClose: () => void;
  /** It was done: tell so, and go on. */
  onDone: (notice: ActNotice) => Promise<void>;
}

interface Performance<Answer> {
  call: () => Promise<Answer>;
  notice: ActNotice | ((answer: Answer) => ActNotice);
}

export interface ActAttempt extends Attempt {
  /** Someone else was quicker: it can no longer be done, and what was typed stays to be taken along. */
  isOver: boolean;
  /** False when it failed. */
  perform: <Answer>(performance: Performance<Answer>) => Promise<boolean>;
  close: () => void;
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Performs an act once and closes its dialog; a failure leaves it open with what went wrong, and the page behind shows what is now true. */
export function useAct({ onClose, onDone }: Omit<ActDialogProps, 'activity'>): ActAttempt {
  const { revalidate } = useRevalidator();
  // A page that is gone would take the dialog with it, and what was typed: it goes when the dialog does.
  const attempt = useAttempt((error) => void (isGone(error) || revalidate()));
  const perform = async <Answer>({ call, notice }: Performance<Answer>) => {
    const isDone = await attempt.run(async () => {
      const answer = await call();
      await onDone(typeof notice === 'function' ? notice(answer) : notice);
    });
    if (isDone) onClose();
    return isDone;
  };
  const close = () => {
    onClose();
    if (isGone(attempt.error)) void revalidate();
  };
  return { ...attempt, isOver: isOutdated(attempt.error), perform, close };
}
