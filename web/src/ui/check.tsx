import { type ComponentProps, type ReactNode, useId } from 'react';
import './check.css';

interface CheckProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'id' | 'children'> {
  label: string;
  hint?: ReactNode;
}

/** A checkbox of a form. */
export function Check({ label, hint, ...input }: CheckProps) {
  const id = useId();
  return (
    <div className="check">
      <input {...input} id={id} type="checkbox" aria-describedby={hint ? `${id}-hint` : undefined} />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
