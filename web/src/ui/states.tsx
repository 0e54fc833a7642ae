import { frame } from '@bitacora/core/messages/layout';
import { CircleAlert, type LucideIcon, RotateCw } from 'lucide-react';
import { Message } from 'primereact/message';
import { Skeleton as Bar } from 'primereact/skeleton';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { sentenceOf } from './use-attempt.ts';
import './states.css';

/** An error message that screen readers announce at once. */
export function Alert({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Message
      severity="error"
      content={
        <>
          <CircleAlert size={18} aria-hidden="true" />
          <div>
            <p className="alert-title">{title}</p>
            {children && <p>{children}</p>}
          </div>
        </>
      }
    />
  );
}

/** An empty state: one sentence and the next step. */
export function Empty({ icon: Icon, text, children }: { icon: LucideIcon; text: string; children?: ReactNode }) {
  return (
    <div className="state">
      <span className="state-mark" aria-hidden="true">
        <Icon size={22} />
      </span>
      <p>{text}</p>
      {children}
    </div>
  );
}

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
      <p className="muted">{text ?? sentenceOf(error, frame.loadFailed)}</p>
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

/** Grey bars in place of text, after 150 ms so that a quick answer does not flicker. */
export function Skeleton({ lines = 3, height = 16 }: { lines?: number; height?: number }) {
  return (
    <div className="skeleton" role="status">
      <span className="only-read">{frame.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        // The bars are alike and never move.
        <Bar key={line} height={`${height}px`} />
      ))}
    </div>
  );
}

/** The placeholder of a table of five rows, as high as the table. */
export const TableSkeleton = () => (
  <div className="table-skeleton" role="status">
    <span className="only-read">{frame.loading}</span>
    <div className="table-skeleton-tools" aria-hidden="true">
      <Bar />
      <Bar />
    </div>
    <div className="table-skeleton-frame" aria-hidden="true">
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="table-skeleton-row">
          <Bar />
          <Bar />
          <Bar />
        </div>
      ))}
    </div>
  </div>
);

/** The placeholder of other screens. */
export const ListSkeleton = () => <Skeleton lines={7} height={36} />;
