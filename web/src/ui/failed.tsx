import { frame } from '@bitacora/core/messages/layout';
import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { errorSentence } from './use-attempt.ts';
import './states.css';

interface FailedProps {
  error: unknown;
  title?: string | undefined;
  text?: string | undefined;
  onRetry?: (() => void) | undefined;
  /** The whole page failed: its title is the page's. */
  isPage?: boolean;
  children?: ReactNode;
}

/** A failed load with a retry button. */
export function Failed({ error, title, text, onRetry, isPage = false, children }: FailedProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="state" role="alert">
      <span className="state-mark state-mark-failed" aria-hidden="true">
        <CircleAlert size={22} />
      </span>
      <Title className="state-title">{title ?? frame.loadFailedTitle}</Title>
      <p className="muted">{text ?? errorSentence(error, frame.loadFailed)}</p>
      <div className="state-actions">
        {onRetry && (
          <Button icon={RotateCw} onClick={onRetry}>
            {frame.retry}
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}
