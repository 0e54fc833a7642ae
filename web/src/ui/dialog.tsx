import { ApiError } from '@bitacora/core/client';
import { frame } from '@bitacora/core/messages/layout';
import { validation } from '@bitacora/core/messages/validation';
import { lazy, type ReactNode, Suspense, useId, useRef } from 'react';
import { Button, CancelButton } from './button.tsx';
import type { DialogProps } from './dialog-frame.tsx';
import { Alert } from './states.tsx';
import { type Attempt, errorSentence, useAttempt } from './use-attempt.ts';

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
          <CancelButton onClick={dialog.onClose} isBusy={attempt.isBusy}>
            {frame.cancel}
          </CancelButton>
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

/** What the server would say of these fields, for a form that asks before the call. */
export const refuseFields = (fields: Readonly<Record<string, string>>) => new ApiError(400, validation.summary, 'input.invalid', fields);

/** Throws all missing fields at once, before the call. */
export function demandFilled<Values extends object>(values: Values): { [Field in keyof Values]: NonNullable<Values[Field]> } {
  const missing = Object.entries(values).filter(([, value]) => value == null || String(value).trim() === '');
  if (missing.length > 0) throw refuseFields(Object.fromEntries(missing.map(([field]) => [field, validation.required])));
  return values as ReturnType<typeof demandFilled<Values>>;
}

/** After the errors are rendered. */
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
