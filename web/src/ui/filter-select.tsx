import { table as words } from '@bitacora/core/messages/activities/lists';
import { useId } from 'react';
import { Select } from './select.tsx';
import type { SelectProps } from './select-list.tsx';
import './filter-select.css';

type FilterSelectProps = { label: string } & Pick<SelectProps, 'value' | 'options' | 'onChange' | 'search'>;

/** A filter among the tools of a list. Its empty value is that of all rows. */
export function FilterSelect({ label, options, ...select }: FilterSelectProps) {
  const id = useId();
  const all = words.every(label);
  return (
    <div className="list-filter" data-chosen={select.value !== null}>
      <span id={`${id}-label`} className="only-read">
        {words.filterBy(label)}
      </span>
      <Select
        {...select}
        tie={{ id, 'aria-describedby': undefined, 'aria-invalid': undefined, 'aria-required': undefined }}
        options={[{ value: '', label: all }, ...options]}
        placeholder={all}
      />
    </div>
  );
}
