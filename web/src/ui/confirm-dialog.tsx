import type { ReactNode } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { Dialog, focusFirst } from './dialog.tsx';
import { type Attempt, sentenceOf } from './use-attempt.ts';

interface ConfirmDialogProps {
  title: string;
  closeLabel: string;
  confirmLabel: string;
  keepLabel: string;
  onClose: () => void;
  attempt: Attempt;
  onConfirm: () => void;
  failed: string;
  /** `danger` when something is removed; then the harmless answer has the focus. */
  tone?: 'accent' | 'danger';
  children: ReactNode;
}

/** One question before an act. */
export function ConfirmDialog({ tone = 'danger', attempt, onConfirm, failed, children, ...rest }: ConfirmDialogProps) {
  const { confirmLabel, keepLabel, ...dialog } = rest;
  return (
    <Dialog
      {...dialog}
      isBusy={attempt.isBusy}
      footer={
        <>
          <Button onClick={dialog.onClose} disabled={attempt.isBusy} {...(tone === 'danger' ? focusFirst : {})}>
            {keepLabel}
          </Button>
          <Button tone={tone} isBusy={attempt.isBusy} onClick={onConfirm} {...(tone === 'accent' ? focusFirst : {})}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {attempt.error !== null && <Alert title={sentenceOf(attempt.error, failed)} />}
      {children}
    </Dialog>
  );
}
