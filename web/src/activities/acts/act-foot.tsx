import { frame } from '@bitacora/core/messages/layout';
import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { focusFirst } from '../../ui/dialog.tsx';
import type { ActAttempt } from './use-act.ts';

interface ActFootProps {
  attempt: ActAttempt;
  /** Label of the button that closes without acting. */
  keepLabel: string;
  /** Puts the focus on that button, because the act cannot be undone. */
  isKeepFirst?: boolean;
  /** The text to offer for copying when it can no longer be sent. */
  text?: string;
  /** The confirm button. */
  children: ReactNode;
}

/** The two buttons of an act's dialog. When the act is no longer allowed: copy the text and close. */
export function ActFoot({ attempt, keepLabel, isKeepFirst = false, text = '', children }: ActFootProps) {
  if (attempt.isOver)
    return (
      <>
        {text.trim() !== '' && <CopyText text={text} />}
        {/* Takes the focus, because the button that had it was removed. */}
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

/** Hidden where the browser has no clipboard API; there the text is selected by hand. */
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
