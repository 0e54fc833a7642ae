import { ApiError } from '@bitacora/core/client';
import { frame } from '@bitacora/core/messages/layout';
import { lazy, type ReactNode, Suspense } from 'react';
import { Button, CancelButton } from './button.tsx';
import type { DialogProps } from './dialog-frame.tsx';
import { Alert } from './states.tsx';
import { errorSentence, useAttempt } from './use-attempt.ts';

/** Marks the element that gets the focus; otherwise the first focusable one does. */
export const focusFirst = { 'data-focus-first': true };

const loadFrame = () => import('./dialog-frame.tsx');
const DialogFrame = lazy(async () => ({ default: (await loadFrame()).DialogFrame }));

/** A modal dialog; mount it to open it. PrimeReact's dialog loads after the page, because no page opens with one. */
export function Dialog({ children, ...frame }: DialogProps) {
  return (
    <Suspense>
      <DialogFrame {...frame}>{children}</DialogFrame>
    </Suspense>
  );
}

// Fetched once the page is drawn, because a first click must not wait. Safari has no idle callback.
(globalThis.requestIdleCallback ?? setTimeout)(() => void loadFrame().catch(() => {}));

/** Waits a frame, because the errors are rendered in it. */
export const focusFirstWrong = (form: HTMLFormElement | null) =>
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());

/** An error that no visible field shows. */
export function FormAlert({ error, failed, fields }: { error: unknown; failed: string; fields: readonly string[] }) {
  if (!error || (error instanceof ApiError && Object.keys(error.fields).some((name) => fields.includes(name)))) return null;
  return <Alert title={errorSentence(error, failed)} />;
}

interface ConfirmDialogProps {
  title: string;
  confirmLabel: string;
  keepLabel?: string;
  onClose: () => void;
  /** The dialog closes after success unless this resolves to false, and shows the error of a failure. */
  act: () => Promise<unknown>;
  failed: string;
  /** `danger` when something is removed; then the harmless answer has the focus. */
  tone?: 'accent' | 'danger';
  children: ReactNode;
}

/** One question before an act. */
export function ConfirmDialog({ confirmLabel, keepLabel, act, failed, tone = 'danger', children, ...dialog }: ConfirmDialogProps) {
  const attempt = useAttempt();
  const confirm = async () => {
    let answer: unknown;
    const isDone = await attempt.run(async () => {
      answer = await act();
    });
    if (isDone && answer !== false) dialog.onClose();
  };
  return (
    <Dialog
      {...dialog}
      isBusy={attempt.isBusy}
      footer={
        <>
          <CancelButton onClick={dialog.onClose} isBusy={attempt.isBusy} {...(tone === 'danger' ? focusFirst : {})}>
            {keepLabel ?? frame.cancel}
          </CancelButton>
          <Button tone={tone} isBusy={attempt.isBusy} onClick={() => void confirm()} {...(tone === 'accent' ? focusFirst : {})}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {attempt.error !== null && <Alert title={errorSentence(attempt.error, failed)} />}
      {children}
    </Dialog>
  );
}
