import { InputText } from 'primereact/inputtext';
import { type ComponentProps, type ReactNode, useId } from 'react';
import './field.css';

/** Attributes that connect a control with its label, hint and error. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

export interface FieldProps {
  label: string;
  error?: string | undefined;
  /** Marks it without a sentence of its own, where one sentence speaks of several fields. */
  isWrong?: boolean;
  hint?: ReactNode;
  isRequired?: boolean;
  /** What stands at the right of the label. */
  beside?: ReactNode;
  children: (tie: ControlProps) => ReactNode;
}

/** A label, its control and its error. */
export function Field({ label, error, isWrong = error !== undefined, hint, isRequired = false, beside, children }: FieldProps) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
  return (
    <div className="field" data-wrong={isWrong || undefined}>
      <div className="field-head">
        <label htmlFor={id} id={`${id}-label`} data-required={isRequired || undefined}>
          {label}
        </label>
        {beside}
      </div>
      {children({ id, 'aria-describedby': described, 'aria-invalid': isWrong || undefined, 'aria-required': isRequired || undefined })}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** A form whose fields the server checks. The page stays where it is sent. */
export const SentForm = ({ onSubmit, ...form }: Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => unknown }) => (
  <form
    {...form}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      void onSubmit();
    }}
  />
);

export const TextInput = (props: ComponentProps<'input'>) => <InputText type="text" {...(props as object)} />;

/** A text field with suggestions. */
export function SuggestInput({ suggestions, ...rest }: ComponentProps<'input'> & { suggestions: readonly string[] }) {
  const id = useId();
  if (suggestions.length === 0) return <TextInput {...rest} />;
  return (
    <>
      <TextInput {...rest} list={id} />
      <datalist id={id}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </>
  );
}
