import { Check as CheckMark } from 'lucide-react';
import { Checkbox } from 'primereact/checkbox';
import './choice.css';

export interface TickProps {
  isTicked: boolean;
  onChange: (isTicked: boolean) => void;
  id?: string;
  disabled?: boolean;
  /** Some of what it stands for are ticked. */
  isMixed?: boolean;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
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
