import { type ComponentProps, type ReactNode, useId } from 'react';
import './control.css';
import './field.css';

/** Attributes that connect a control with its label, hint and error. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

interface FieldProps {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  isRequired?: boolean;
  /** What stands at the right of the label. */
  aside?: ReactNode;
  children: (tie: ControlProps) => ReactNode;
}

/** A label, its control and its error. */
export function Field({ label, error, hint, isRequired = false, aside, children }: FieldProps) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
  return (
    <div className="field" data-wrong={error ? true : undefined}>
      <div className="field-head">
        <label htmlFor={id} id={`${id}-label`}>
          {label}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined, 'aria-required': isRequired || undefined })}
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

export const TextInput = (props: ComponentProps<'input'>) => <input type="text" {...props} className="control" />;

export const TextArea = (props: ComponentProps<'textarea'>) => <textarea rows={4} {...props} className="control control-area" />;

interface RadioChoiceProps {
  legend: string;
  name: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  disabled?: boolean;
}

/** Radio buttons. */
export function Choice({ legend, name, value, options, onChange, disabled = false }: RadioChoiceProps) {
  return (
    <fieldset className="field" disabled={disabled}>
      <legend className="field-legend">{legend}</legend>
      <div className="choice">
        {options.map((option) => (
          <label key={option.value} className="choice-option">
            <input type="radio" name={name} value={option.value} checked={option.value === value} onChange={() => onChange(option.value)} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

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
