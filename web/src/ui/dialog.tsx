import { ApiError } from '@bitacora/core/client';
import { frame } from '@bitacora/core/messages/layout';
import type { ReactNode } from 'react';
import { useFinish } from '../app/app.ts';
import { Button, CancelButton } from './button.tsx';
import { later } from './later.tsx';
import { Alert } from './states.tsx';
import { errorSentence, useAttempt } from './use-attempt.ts';

/** Marks the element that gets the focus; otherwise the first focusable one does. */
export const focusFirst = { 'data-focus-first': true };

const loadFrame = async () => (await import('./dialog-frame.tsx')).DialogFrame;
/** A modal dialog; mount it to open it. PrimeReact's dialog loads after the page, because no page opens with one. */
export const Dialog = later(loadFrame);

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

export interface DialogTexts {
  title: string;
  confirm: string;
  /** Closes without acting: 'No' in a question where it is left out. */
  keep?: string;
  /** Shown when the server gives no sentence. */
  failed: string;
  /** The notice after success. Without one, the act shows its own and reloads the screen. */
  done?: string;
}

/** Shows the notice of success. The act may resolve to the detail of the notice, or to false where its dialog stays. */
export function useDone({ done }: DialogTexts) {
  const finish = useFinish();
  return async (answer: unknown) => {
    if (done && answer !== false) await finish({ title: done, detail: typeof answer === 'string' ? answer : undefined });
    return answer !== false;
  };
}

interface ConfirmDialogProps {
  texts: DialogTexts;
  onClose: () => void;
  /** As `useDone` says. The dialog shows the error of a failure. */
  act: () => Promise<unknown>;
  /** `danger` when something is removed; then the harmless answer has the focus. */
  tone?: 'accent' | 'danger';
  children: ReactNode;
}

/** One question before an act. */
export function ConfirmDialog({ texts, onClose, act, tone = 'danger', children }: ConfirmDialogProps) {
  const showDone = useDone(texts);
  const attempt = useAttempt();
  const confirm = async () => {
    let isOver = false;
    await attempt.run(async () => {
      isOver = await showDone(await act());
    });
    if (isOver) onClose();
  };
  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      isBusy={attempt.isBusy}
      footer={
        <>
          <CancelButton onClick={onClose} isBusy={attempt.isBusy} {...(tone === 'danger' ? focusFirst : {})}>
            {texts.keep ?? frame.no}
          </CancelButton>
          <Button tone={tone} isBusy={attempt.isBusy} onClick={() => void confirm()} {...(tone === 'accent' ? focusFirst : {})}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      {attempt.error !== null && <Alert title={errorSentence(attempt.error, texts.failed)} />}
      {children}
    </Dialog>
  );
}
