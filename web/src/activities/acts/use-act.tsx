import { ApiError } from '@bitacora/core/client';
import type { Act } from '@bitacora/core/domain/activities/lifecycle';
import { frame } from '@bitacora/core/messages/layout';
import { Check, Copy } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useSession } from '../../app/app.ts';
import { keepUnsent, unsentText } from '../../app/drafts.ts';
import { offlineTexts } from '../../messages/offline-texts.ts';
import { unlessQueued } from '../../offline/unanswered.ts';
import { Button, CancelButton } from '../../ui/button.tsx';
import { useCopy } from '../../ui/copy-and-download.ts';
import { Dialog, focusFirst } from '../../ui/dialog.tsx';
import type { DialogProps } from '../../ui/dialog-frame.tsx';
import { SentForm } from '../../ui/field.tsx';
import { isOutdated, useAttempt } from '../../ui/use-attempt.ts';
import type { ActivityView } from '../activity.tsx';

export type ActNotice = { title: string; detail?: string | undefined };

/** The props of every dialog about an activity. */
export interface ActDialogProps {
  activity: ActivityView;
  /** Photos that were taken before the dialog opened. */
  photos?: readonly File[] | undefined;
  onClose: () => void;
  /** Called after success, with the notice to show. `isQueued`: this device sends it once it has network. */
  onDone: (notice: ActNotice, isQueued?: boolean) => Promise<void>;
}

interface Performance<Result> {
  call: () => Promise<Result>;
  notice: ActNotice | ((answer: Result) => ActNotice);
}

export type ActAttempt = ReturnType<typeof useAct>;

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Returns the notice of a queued act, and throws any other failure. */
export function queuedNotice(error: unknown): ActNotice {
  unlessQueued(error);
  return { title: offlineTexts.queuedTitle, detail: offlineTexts.queued };
}

/** Performs an act once and closes its dialog. After a failure the dialog stays open and the page behind is reloaded. */
export function useAct({ onClose, onDone }: Pick<ActDialogProps, 'onClose' | 'onDone'>) {
  const { revalidate } = useRevalidator();
  // Reloads after the dialog closes, because a page that is gone would remove the dialog with its text.
  const attempt = useAttempt((error) => void (isGone(error) || revalidate()));
  /** Calls, and hands on the notice or that the call was queued. It rejects on failure. */
  const record = async <Result,>({ call, notice }: Performance<Result>) => {
    try {
      const answer = await call();
      await onDone(typeof notice === 'function' ? notice(answer) : notice);
    } catch (error) {
      await onDone(queuedNotice(error), true);
    }
  };
  /** Records once and closes the dialog. False when it failed. */
  const perform = async <Result,>(performance: Performance<Result>) => {
    const isDone = await attempt.run(() => record(performance));
    if (isDone) onClose();
    return isDone;
  };
  const close = () => {
    onClose();
    if (isGone(attempt.error)) void revalidate();
  };
  /** The act is not allowed any more, because another person acted first. The text stays so that it can be copied. */
  const isOver = isOutdated(attempt.error);
  return { ...attempt, isOver, record, perform, close };
}

/** The text of an act's dialog. It starts with the unsent draft, else as given, and each change is saved as the draft. */
export function useActText(act: Act, folio: number, given = ''): [string, (text: string) => void] {
  const { user } = useSession();
  const [text, setText] = useState(() => unsentText(user.id, folio, act) || given);
  const write = (next: string) => {
    setText(next);
    keepUnsent(user.id, folio, { act, text: next });
  };
  return [text, write];
}

interface ActFormDialogProps extends Pick<DialogProps, 'title' | 'size' | 'isRecovered'>, Pick<ComponentProps<'form'>, 'onPaste'> {
  attempt: ActAttempt;
  submitLabel: string;
  /** The act cannot be undone, so that the harmless answer has the focus (docs/product.md, 10). */
  isFinal?: boolean;
  /** Something is missing that is not in the dialog. */
  isBlocked?: boolean;
  /** The confirm button waits, although the call has not begun. */
  isHeld?: boolean;
  /** The text to offer for copying when it can no longer be sent. */
  text?: string;
  onSubmit: () => Promise<void> | void;
  children: ReactNode;
}

/** The form of an act. Without a field, its confirm button has the focus, so that Enter confirms. */
export function ActFormDialog({ attempt, submitLabel, text = '', onSubmit, onPaste, children, ...props }: ActFormDialogProps) {
  const { isFinal = false, isBlocked = false, isHeld = false, ...dialog } = props;
  const { isOver, isBusy, close } = attempt;
  const id = useId();
  return (
    <Dialog
      {...dialog}
      onClose={close}
      isBusy={isBusy}
      footer={
        isOver ? (
          <>
            {text.trim() !== '' && <CopyText text={text} />}
            {/* Takes the focus, because the button that had it was removed. */}
            <Button key="close" tone="accent" autoFocus {...focusFirst} onClick={close}>
              {frame.close}
            </Button>
          </>
        ) : (
          <>
            <CancelButton onClick={close} isBusy={isBusy} {...(isFinal ? focusFirst : {})}>
              {isFinal ? frame.no : frame.cancel}
            </CancelButton>
            <Button
              tone={isFinal ? 'danger' : 'accent'}
              type="submit"
              form={id}
              isBusy={isHeld || isBusy}
              disabled={isBlocked}
              {...(isFinal ? {} : focusFirst)}
            >
              {submitLabel}
            </Button>
          </>
        )
      }
    >
      <SentForm id={id} className="form-stack" onPaste={onPaste} onSubmit={onSubmit}>
        {children}
      </SentForm>
    </Dialog>
  );
}

/** Hidden where the browser has no clipboard API; there the text is selected by hand. */
export function CopyText({ text }: { text: string }) {
  const [isCopied, copy] = useCopy(text);
  if (!navigator.clipboard) return null;
  return (
    <Button icon={isCopied ? Check : Copy} onClick={() => void copy()}>
      {isCopied ? frame.copied : frame.copyText}
    </Button>
  );
}
