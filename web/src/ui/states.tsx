import { CircleAlert, type LucideIcon, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import './states.css';

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
  title: string;
  text: string;
  retryLabel: string;
  onRetry?: (() => void) | undefined;
  /** The whole page failed: its title is the page's. */
  isPage?: boolean;
  children?: ReactNode;
}

/** A failure with a retry button. */
export function Failed({ title, text, retryLabel, onRetry, isPage = false, children }: FailedProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="state" role="alert">
      <span className="state-mark state-mark-failed" aria-hidden="true">
        <CircleAlert size={22} />
      </span>
      <Title className="state-title">{title}</Title>
      <p className="muted">{text}</p>
      <div className="state-actions">
        {onRetry && (
          <Button icon={RotateCw} onClick={onRetry}>
            {retryLabel}
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}

/** Grey bars in place of text, after 150 ms so that a quick answer does not flicker. */
export function Skeleton({ label, lines = 3, height = 16 }: { label: string; lines?: number; height?: number }) {
  return (
    <div className="skeleton" role="status">
      <span className="only-read">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        // The bars are alike and never move.
        <span key={line} className="skeleton-line" style={{ height }} aria-hidden="true" />
      ))}
    </div>
  );
}
