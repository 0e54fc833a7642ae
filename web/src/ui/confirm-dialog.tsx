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
  children: ReactNode;
}

/** Asks before what takes something away: the cursor waits on the harmless answer. */
export function ConfirmDialog({ confirmLabel, keepLabel, attempt, onConfirm, failed, children, ...dialog }: ConfirmDialogProps) {
  return (
    <Dialog
      {...dialog}
      isBusy={attempt.isBusy}
      footer={
        <>
          <Button onClick={dialog.onClose} disabled={attempt.isBusy} {...focusFirst}>
            {keepLabel}
          </Button>
          <Button tone="danger" isBusy={attempt.isBusy} onClick={onConfirm}>
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
