import { Dropdown } from 'primereact/dropdown';
import { use } from 'react';
import { InDialog } from './dialog.tsx';
import { PrimeReact } from './prime-react.tsx';
import type { Option, SelectProps } from './select.tsx';
import './select-list.css';

/** PrimeReact's list, in Spanish and with names that say what is in sight. */
export function SelectList({ tie, value, options, placeholder, onChange, disabled = false, search, emptyText }: SelectProps) {
  const isInDialog = use(InDialog);
  return (
    <PrimeReact>
      <Dropdown
        appendTo={isInDialog ? 'self' : null}
        inputId={tie.id}
        value={value}
        options={options as Option[]}
        optionLabel="label"
        optionValue="value"
        placeholder={placeholder}
        onChange={(event) => onChange(event.value)}
        disabled={disabled}
        filter={Boolean(search)}
        filterBy="searched"
        filterPlaceholder={search?.placeholder ?? ''}
        emptyFilterMessage={search?.noMatch ?? ''}
        emptyMessage={emptyText ?? ''}
        aria-labelledby={`${tie.id}-label`}
        pt={{
          // Its own names for these are wrong or say less than what is in sight.
          root: { 'aria-activedescendant': undefined },
          item: { 'aria-label': undefined },
          select: { 'aria-labelledby': `${tie.id}-label` },
          input: { 'aria-describedby': tie['aria-describedby'], 'aria-invalid': tie['aria-invalid'] },
        }}
        itemTemplate={(option: Option) => (
          <span className="select-option">
            <span>{option.label}</span>
            {option.detail && <span className="select-detail">{option.detail}</span>}
          </span>
        )}
        filterInputAutoFocus
        resetFilterOnHide
      />
    </PrimeReact>
  );
}
