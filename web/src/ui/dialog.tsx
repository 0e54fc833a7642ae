import { ApiError } from '@bitacora/core/client';
import { frame } from '@bitacora/core/messages/layout';
import { X } from 'lucide-react';
import { createContext, type ReactNode, useId, useRef } from 'react';
import { Button, IconButton } from './button.tsx';
import { useModal } from './modals.ts';
import { Alert } from './states.tsx';
import { type Attempt, sentenceOf, useAttempt } from './use-attempt.ts';
import './dialog.css';

interface DialogProps {
  title: string;
  /** Beside the title. */
  aside?: ReactNode;
  onClose: () => void;
  footer: ReactNode;
  children?: ReactNode;
  size?: 'narrow' | 'wide';
  /** Set during a call; then the dialog cannot be closed. */
  isBusy?: boolean;
}

/** Whether the component is inside a dialog; then content outside cannot be reached. */
export const InDialog = createContext(false);

/** Marks the element that gets the focus; otherwise the first focusable one does. */
export const focusFirst = { 'data-focus-first': true };

/**
 * A modal dialog; mount it to open it. It uses the browser's `<dialog>`, which makes the page inert and restores the focus.
 * PrimeReact's dialog leaves the page reachable.
 */
export function Dialog({ title, aside, onClose, footer, children, size = 'narrow', isBusy = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useModal(dialog);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-size={size}
      aria-labelledby={id}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return; // a file chooser inside was cancelled, not the dialog
        event.preventDefault();
        if (!isBusy) onClose();
      }}
    >
      <header className="dialog-head">
        <h2 id={id}>{title}</h2>
        {aside}
        <IconButton icon={X} size={18} label={frame.close} disabled={isBusy} onClick={onClose} />
      </header>
      <div className="dialog-body">
        <InDialog value={true}>{children}</InDialog>
      </div>
      <footer className="dialog-foot">{footer}</footer>
    </dialog>
  );
}

interface FormDialogProps extends Omit<DialogProps, 'footer' | 'isBusy'> {
  submitLabel: string;
  attempt: Attempt;
  /** Resolves true on success; otherwise the first invalid field gets the focus. */
  onSubmit: () => Promise<boolean>;
  /** Shown when the server gives no sentence. */
  failed: string;
  /** The fields that show their own errors. */
  fields: readonly string[];
}

/** A form in a dialog. Errors stand beside their field, or above the form. */
export function FormDialog({ attempt, onSubmit, failed, fields, submitLabel, children, ...dialog }: FormDialogProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const submit = async () => {
    if (!(await onSubmit())) focusFirstWrong(form.current);
  };
  return (
    <Dialog
      {...dialog}
      isBusy={attempt.isBusy}
      footer={
        <>
          <Button onClick={dialog.onClose} disabled={attempt.isBusy}>
            {frame.cancel}
          </Button>
          <Button tone="accent" type="submit" form={id} isBusy={attempt.isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={form}
        className="form-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <FormAlert error={attempt.error} failed={failed} fields={fields} />
        {children}
      </form>
    </Dialog>
  );
}

/** After the errors are rendered. */
export const focusFirstWrong = (form: HTMLFormElement | null) =>
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());

/** An error that no visible field shows. */
export function FormAlert({ error, failed, fields }: { error: unknown; failed: string; fields: readonly string[] }) {
  if (!error || (error instanceof ApiError && Object.keys(error.fields).some((name) => fields.includes(name)))) return null;
  return <Alert title={sentenceOf(error, failed)} />;
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
          <Button onClick={dialog.onClose} disabled={attempt.isBusy} {...(tone === 'danger' ? focusFirst : {})}>
            {keepLabel ?? frame.cancel}
          </Button>
          <Button tone={tone} isBusy={attempt.isBusy} onClick={() => void confirm()} {...(tone === 'accent' ? focusFirst : {})}>
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
