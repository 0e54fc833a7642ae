import { ApiError } from '@bitacora/core/client';
import { type ReactNode, useId, useRef } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { type Attempt, sentenceOf } from './use-attempt.ts';

interface FormDialogProps {
  title: string;
  /** Beside the title. */
  aside?: ReactNode;
  closeLabel: string;
  cancelLabel: string;
  submitLabel: string;
  onClose: () => void;
  attempt: Attempt;
  /** Resolves true on success; otherwise the first invalid field gets the focus. */
  onSubmit: () => Promise<boolean>;
  /** Shown when the server gives no sentence. */
  failed: string;
  /** The fields that show their own errors. */
  fields: readonly string[];
  size?: 'narrow' | 'wide';
  children: ReactNode;
}

/** A form in a dialog. Errors stand beside their field, or above the form. */
export function FormDialog({ attempt, onSubmit, failed, fields, cancelLabel, submitLabel, children, ...dialog }: FormDialogProps) {
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
            {cancelLabel}
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
