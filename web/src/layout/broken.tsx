import { frame } from '@bitacora/core/messages/layout';
import { useRevalidator, useRouteError } from 'react-router-dom';
import { Failed } from '../ui/states.tsx';
import { sentenceOf } from '../ui/use-attempt.ts';

/** A screen that could not be shown at all. */
export function Broken() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  return (
    <Failed title={frame.loadFailedTitle} text={sentenceOf(error, frame.loadFailed)} retryLabel={frame.retry} onRetry={revalidate} isPage />
  );
}
