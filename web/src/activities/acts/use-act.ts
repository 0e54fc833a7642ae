import { ApiError } from '@bitacora/core/client';
import { useRevalidator } from 'react-router-dom';
import { type Attempt, isOutdated, useAttempt } from '../../ui/use-attempt.ts';
import type { Activity } from '../activity.ts';

type ActNotice = { title: string; detail?: string };

/** The props of every dialog about an activity. */
export interface ActDialogProps {
  activity: Activity;
  onClose: () => void;
  /** Called after success, with the notice to show. */
  onDone: (notice: ActNotice) => Promise<void>;
}

interface Performance<Answer> {
  call: () => Promise<Answer>;
  notice: ActNotice | ((answer: Answer) => ActNotice);
}

export interface ActAttempt extends Attempt {
  /** The act is no longer allowed, because another person acted first. The text stays so that it can be copied. */
  isOver: boolean;
  /** False when it failed. */
  perform: <Answer>(performance: Performance<Answer>) => Promise<boolean>;
  close: () => void;
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Performs an act once and closes its dialog. After a failure the dialog stays open and the page behind is reloaded. */
export function useAct({ onClose, onDone }: Omit<ActDialogProps, 'activity'>): ActAttempt {
  const { revalidate } = useRevalidator();
  // Reloads after the dialog closes, because a page that is gone would remove the dialog with its text.
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
