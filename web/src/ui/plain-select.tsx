import type { ComponentProps } from 'react';
import './control.css';
import './plain-select.css';

type PlainSelectProps = Omit<ComponentProps<'select'>, 'onChange' | 'value'> & {
  value: string;
  options: readonly string[];
  /** Shown without a selection. */
  placeholder: string;
  onChange: (value: string) => void;
};

/** The browser's own select, for short lists. */
export function PlainSelect({ value, options, placeholder, onChange, ...rest }: PlainSelectProps) {
  return (
    <select
      {...rest}
      className="control plain-select"
      data-empty={value === '' || undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="" disabled hidden>
        {placeholder}
      </option>
      {options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  );
}
