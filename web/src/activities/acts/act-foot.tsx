import { frame } from '@bitacora/core/messages/layout';
import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { focusFirst } from '../../ui/dialog.tsx';
import type { ActAttempt } from './use-act.ts';

interface ActFootProps {
  attempt: ActAttempt;
  /** The harmless answer. */
  keepLabel: string;
  /** The cursor waits on it, where the other cannot be undone. */
  isKeepFirst?: boolean;
  /** What was typed, for when it can no longer be sent. */
  text?: string;
  /** The button that does it. */
  children: ReactNode;
}

/** The two answers of an act's dialog; once it can no longer be done, what was typed to take along and the way out. */
export function ActFoot({ attempt, keepLabel, isKeepFirst = false, text = '', children }: ActFootProps) {
  if (attempt.isOver)
    return (
      <>
        {text.trim() !== '' && <CopyText text={text} />}
        {/* The button that had the cursor is gone. */}
        <Button key="close" tone="accent" autoFocus {...focusFirst} onClick={attempt.close}>
          {frame.close}
        </Button>
      </>
    );
  return (
    <>
      <Button onClick={attempt.close} disabled={attempt.isBusy} {...(isKeepFirst ? focusFirst : {})}>
        {keepLabel}
      </Button>
      {children}
    </>
  );
}

/** Not offered where the browser keeps the clipboard to itself: there the text is selected by hand. */
export function CopyText({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  if (!navigator.clipboard) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <Button icon={isCopied ? Check : Copy} onClick={() => void copy()}>
      {isCopied ? frame.copied : frame.copyText}
    </Button>
  );
}
