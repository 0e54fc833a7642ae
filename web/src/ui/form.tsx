import { ApiError } from '@bitacora/core/client';
import { isBlank } from '@bitacora/core/domain/text';
import { frame } from '@bitacora/core/messages/layout';
import { validation } from '@bitacora/core/messages/validation';
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type PathValue,
  type UseFormReturn,
  useController,
  useForm,
} from 'react-hook-form';
import { useSession } from '../app/app.ts';
import { type DraftKey, forgetDraft, keepFields, keptFields } from '../app/drafts.ts';
import { Button, CancelButton } from './button.tsx';
import { Dialog, type DialogTexts, FormAlert, focusFirstWrong, useDone } from './dialog.tsx';
import type { DialogProps } from './dialog-frame.tsx';
import { type ControlProps, Field, type FieldProps, SentForm, TextInput } from './field.tsx';
import { Select } from './select.tsx';
import type { SelectOption, SelectProps } from './select-list.tsx';
import { TextArea } from './text-area.tsx';
import { type Attempt, useAttempt } from './use-attempt.ts';

/** The key of a form's draft on this device. A form that edits has the version in its name. */
export const useDraftKey = (form: string): DraftKey => `${useSession().user.id}.${form}`;

/** A form whose values go to one call. The contract's schemas check them there, and a refusal stands at the fields that it names. */
export interface CallForm<Values extends FieldValues> extends UseFormReturn<Values> {
  isBusy: boolean;
  /** The latest failure, also when its fields show it. */
  error: unknown;
  /** Goes to the form element, in which the first wrong field gets the focus. */
  element: RefObject<HTMLFormElement | null>;
  /** Runs the call unless one is running. True on success. */
  send: (call: (values: Values) => Promise<unknown>) => Promise<boolean>;
  /** Whether something was typed or chosen and not sent. */
  hasChanges: () => boolean;
  /** Starts again from these values, and forgets the draft. */
  restart: (from?: Values) => void;
  /** Whether the draft of an earlier visit is in the form. */
  isRecovered: boolean;
}

interface CallFormOptions<Values> {
  /** Where the values are kept until they are sent or discarded. */
  draft?: DraftKey;
  /** The part of the values that JSON can hold. */
  pickKept?: (values: Values) => object;
  /** Runs the calls in place of an attempt of the form's own. */
  attempt?: Attempt;
}

export function useCallForm<Values extends FieldValues>(
  initial: Values,
  { draft, pickKept = (values) => values, ...options }: CallFormOptions<Values> = {},
): CallForm<Values> {
  // Each change validates its field, which has no rule here and so loses the error that a refusal gave it.
  const form = useForm<Values>({ mode: 'onChange', defaultValues: initial as DefaultValues<Values> });
  const ownAttempt = useAttempt();
  const attempt = options.attempt ?? ownAttempt;
  const element = useRef<HTMLFormElement>(null);
  const baseline = useRef(initial);
  const [draftFields] = useState(() => {
    const fields = draft ? keptFields<Partial<Values>>(draft) : null;
    if (fields) form.reset({ ...initial, ...fields });
    return fields;
  });
  const [isRecovered, setRecovered] = useState(draftFields !== null);

  const hasChanges = () => serializeValues(form.getValues()) !== serializeValues(baseline.current);
  useEffect(() => {
    if (!draft) return;
    return form.subscribe({
      formState: { values: true },
      callback: () => (hasChanges() ? keepFields(draft, pickKept(form.getValues())) : forgetDraft(draft)),
    });
  }, [draft, form]);

  const send = async (call: (values: Values) => Promise<unknown>) => {
    form.clearErrors();
    const isDone = await attempt.run(async () => {
      try {
        await call(form.getValues());
      } catch (error) {
        if (error instanceof ApiError)
          for (const [name, message] of Object.entries(error.fields)) form.setError(name as FieldPath<Values>, { message });
        throw error;
      }
    });
    if (!isDone) focusFirstWrong(element.current);
    return isDone;
  };
  const restart = (from = initial) => {
    baseline.current = from;
    form.reset(from);
    if (draft) forgetDraft(draft);
    setRecovered(false);
  };
  return { ...form, isBusy: attempt.isBusy, error: attempt.error, element, send, hasChanges, restart, isRecovered };
}

/** What the server would say of these fields, for a form that asks before the call. */
export const refuseFields = (fields: Readonly<Record<string, string>>) => new ApiError(400, validation.summary, 'input.invalid', fields);

/** Throws all missing fields at once, before the call. */
export function demandFilled<Values extends object>(values: Values): { [Field in keyof Values]: NonNullable<Values[Field]> } {
  const missing = Object.entries(values).filter(([, value]) => value == null || isBlank(String(value)));
  if (missing.length > 0) throw refuseFields(Object.fromEntries(missing.map(([field]) => [field, validation.required])));
  return values as ReturnType<typeof demandFilled<Values>>;
}

/** Files are compared by name and size. */
const serializeValues = (values: object) =>
  JSON.stringify(values, (_, value) => (value instanceof File ? [value.name, value.size] : value));

interface FormFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> extends Omit<FieldProps, 'children' | 'error'> {
  form: CallForm<Values>;
  name: Name;
  children: (tie: ControlProps, value: PathValue<Values, Name>, onChange: (value: PathValue<Values, Name>) => void) => ReactNode;
}

/** A field of a form, with its error. */
export function FormField<Values extends FieldValues, Name extends FieldPath<Values>>({
  form,
  name,
  children,
  ...field
}: FormFieldProps<Values, Name>) {
  const { field: control, fieldState } = useController({ control: form.control, name });
  return (
    <Field {...field} error={fieldState.error?.message}>
      {(tie) => children(tie, control.value, control.onChange)}
    </Field>
  );
}

interface FormTextProps<Values extends FieldValues> extends Omit<ComponentProps<'input'>, 'form' | 'name'> {
  /** A text of several lines. */
  rows?: number;
  /** Called with each text that is typed. */
  onText?: (text: string) => void;
  form: CallForm<Values>;
  name: FieldPath<Values>;
  label: string;
  hint?: ReactNode;
  isRequired?: boolean;
}

/** A text of a form, of one line unless it has rows. */
export function FormText<Values extends FieldValues>(props: FormTextProps<Values>) {
  const { form, name, label, hint, isRequired = false, onText, ...input } = props;
  const Control = (input.rows ? TextArea : TextInput) as typeof TextInput;
  return (
    <FormField form={form} name={name} label={label} hint={hint} isRequired={isRequired}>
      {(tie, value, onChange) => (
        <Control
          {...tie}
          {...input}
          value={value}
          onChange={({ target }) => {
            onText?.(target.value);
            onChange(target.value as typeof value);
          }}
        />
      )}
    </FormField>
  );
}

interface FormSelectProps<Values extends FieldValues> extends Omit<SelectProps, 'tie' | 'value' | 'onChange'> {
  form: CallForm<Values>;
  name: FieldPath<Values>;
  label: string;
  hint?: ReactNode;
  isRequired?: boolean;
  /** Called before the choice stands in the form. */
  onChoose?: (value: SelectOption['value']) => void;
}

/** A choice of a form among many. The empty option stands for null. */
export const FormSelect = <Values extends FieldValues>(props: FormSelectProps<Values>) => {
  const { form, name, label, hint, isRequired = false, onChoose, ...select } = props;
  const hasNone = select.options[0]?.value === '';
  return (
    <FormField form={form} name={name} label={label} hint={hint} isRequired={isRequired}>
      {(tie, value, onChange) => (
        <Select
          {...select}
          tie={tie}
          value={value || (hasNone ? '' : null)}
          onChange={(chosen) => {
            onChoose?.(chosen);
            onChange((chosen === '' ? null : chosen) as typeof value);
          }}
        />
      )}
    </FormField>
  );
};

/** The name of what a dialog makes, where the focus starts. */
export const FormName = <Values extends FieldValues>(props: FormTextProps<Values>) => (
  <FormText isRequired data-focus-first autoComplete="off" {...props} />
);

interface CallFormDialogProps<Values extends FieldValues> extends Omit<DialogProps, 'title' | 'footer' | 'isBusy' | 'isRecovered'> {
  form: CallForm<Values>;
  texts: DialogTexts;
  /** As `useDone` says. The dialog shows the error of a failure. */
  onSubmit: (values: Values) => Promise<unknown>;
  /** The button that stands in place of 'Cancelar'. */
  otherButton?: ReactNode;
}

/** A form in a dialog. Closing it discards its draft. */
export function CallFormDialog<Values extends FieldValues>(props: CallFormDialogProps<Values>) {
  const { form, texts, onSubmit, onClose, otherButton, children, ...dialog } = props;
  const id = useId();
  const close = () => {
    form.restart();
    onClose();
  };
  const showDone = useDone(texts);
  const submit = async () => {
    let isOver = false;
    await form.send(async (values) => {
      isOver = await showDone(await onSubmit(values));
    });
    if (isOver) close();
  };
  return (
    <Dialog
      {...dialog}
      title={texts.title}
      onClose={close}
      isBusy={form.isBusy}
      isRecovered={form.isRecovered}
      footer={
        <>
          {otherButton ?? (
            <CancelButton onClick={close} isBusy={form.isBusy}>
              {frame.cancel}
            </CancelButton>
          )}
          <Button tone="accent" type="submit" form={id} isBusy={form.isBusy}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      <SentForm id={id} ref={form.element} className="form-stack" onSubmit={submit}>
        <FormAlert error={form.error} failed={texts.failed} fields={Object.keys(form.getValues())} />
        {children}
      </SentForm>
    </Dialog>
  );
}
