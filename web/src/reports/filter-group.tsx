import { normalise } from '@bitacora/core/domain/text';
import { reports } from '@bitacora/core/messages/reports';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { SearchBox } from '../ui/field.tsx';
import type { FilterOption } from './filter-labels.ts';

/** Groups with more options have a search field. */
const LONG = 8;

interface FilterGroupSectionProps {
  title: string;
  options: readonly FilterOption[];
  selected: readonly (string | number)[];
  startsOpen: boolean;
  onChange: (values: (string | number)[]) => void;
}

/** The checkboxes of one collapsible group. */
export function FilterGroupSection({ title, options, selected, startsOpen, onChange }: FilterGroupSectionProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  const [query, setQuery] = useState('');
  const id = useId();
  const isLong = options.length > LONG;
  const visible = isLong ? options.filter(({ label }) => normalise(label).includes(normalise(query))) : options;
  const toggle = (value: string | number) =>
    onChange(selected.includes(value) ? selected.filter((other) => other !== value) : [...selected, value]);
  return (
    <section className="filter-group">
      <h3>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          <span>{title}</span>
          {selected.length > 0 && <span className="filter-chosen">{reports.chosen(selected.length)}</span>}
          <ChevronDown size={18} aria-hidden="true" className="filter-fold" />
        </button>
      </h3>
      <div id={id} className="filter-body" hidden={!isOpen}>
        {isLong && <SearchBox label={reports.searchGroup(title)} value={query} onChange={setQuery} />}
        <fieldset className="filter-options">
          <legend className="only-read">{title}</legend>
          {visible.map(({ value, label, total }) => (
            <label key={value} className="filter-option">
              <input type="checkbox" checked={selected.includes(value)} onChange={() => toggle(value)} />
              <span className="filter-label">{label}</span>
              <span className="filter-count">{total.toLocaleString('es-MX')}</span>
            </label>
          ))}
        </fieldset>
        {visible.length === 0 && <p className="muted">{options.length === 0 ? reports.noOptions : reports.noOption}</p>}
      </div>
    </section>
  );
}
