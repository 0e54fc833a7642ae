import './choice.css';
import { Check as CheckMark } from 'lucide-react';
import { Checkbox } from 'primereact/checkbox';
import { InputSwitch } from 'primereact/inputswitch';
import { RadioButton } from 'primereact/radiobutton';
import { type ReactNode, useId } from 'react';

export interface TickProps {
  isTicked: boolean;
  onChange: (isTicked: boolean) => void;
  id?: string;
  disabled?: boolean;
  /** Some of the rows that it stands for are ticked. */
  isMixed?: boolean;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
}

/** A checkbox; the caller gives its label. */
export function Tick({ isTicked, onChange, id, isMixed = false, disabled = false, ...aria }: TickProps) {
  return (
    <Checkbox
      inputId={id}
      checked={isTicked}
      disabled={disabled}
      icon={<CheckMark size={14} strokeWidth={3} aria-hidden="true" />}
      onChange={({ checked }) => onChange(checked === true)}
      // The names belong to the input, and PrimeReact would give them to the frame too.
      pt={{ root: { 'data-mixed': isMixed || undefined } as object, input: { ...aria, 'aria-checked': isMixed ? 'mixed' : undefined } }}
    />
  );
}

interface RadioChoiceProps {
  legend: string;
  name: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** Radio buttons. */
export function Choice({ legend, name, value, options, onChange }: RadioChoiceProps) {
  return (
    <fieldset className="field">
      <legend className="field-legend">{legend}</legend>
      <div className="choice">
        {options.map((option) => (
          <label key={option.value} className="choice-option">
            <RadioButton name={name} value={option.value} checked={option.value === value} onChange={() => onChange(option.value)} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface CheckProps extends Omit<TickProps, 'id'> {
  label: string;
  hint?: ReactNode;
}

/** A checkbox of a form. */
export function Check({ label, hint, 'aria-describedby': described, ...tick }: CheckProps) {
  const id = useId();
  return (
    <div className="check">
      <Tick {...tick} id={id} aria-describedby={[described, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined} />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface SwitchProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  disabled: boolean;
  'aria-label': string;
}

/** An on/off switch; the caller gives its label. */
export const Switch = ({ isOn, onChange, disabled, ...aria }: SwitchProps) => (
  <InputSwitch checked={isOn} disabled={disabled} onChange={({ value }) => onChange(value)} pt={{ input: aria }} />
);
