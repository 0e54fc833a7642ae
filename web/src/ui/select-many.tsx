import { Check } from 'lucide-react';
import { MultiSelect } from 'primereact/multiselect';
import { useRef, useState } from 'react';
import { LIST_HEIGHT, MoreOptions, OptionText, type SelectOption, type SelectProps, visibleOptions } from './select-list.tsx';
import './prime-locale.ts';
import './select-list.css';

export interface SelectManyProps extends Omit<SelectProps, 'value' | 'onChange' | 'search'> {
  values: readonly SelectOption['value'][];
  onChange: (values: SelectOption['value'][]) => void;
  search: NonNullable<SelectProps['search']>;
  /** Writes what the closed field says of several choices. */
  summary: (labels: readonly string[]) => string;
}

/** PrimeReact's list of several choices. The field stays one line high, so that the form does not move with each choice. */
export function SelectMany({ tie, values, options, placeholder, onChange, disabled = false, search, emptyText, summary }: SelectManyProps) {
  const field = useRef<MultiSelect>(null);
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const visible = visibleOptions(options, query, values);
  const labels = values.flatMap((value) => options.find((option) => option.value === value)?.label ?? []);
  const text = labels.length > 0 ? summary(labels) : placeholder;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus and keys of the field inside.
    <div
      className="select-frame"
      onBlur={({ currentTarget, relatedTarget }) => relatedTarget && !currentTarget.contains(relatedTarget) && field.current?.hide()}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Tab' || !isOpen) return;
        // The next field follows, not the rest of the list.
        field.current?.getOverlay()?.toggleAttribute('inert', true);
        field.current?.hide();
        field.current?.focus();
        event.stopPropagation();
      }}
    >
      <MultiSelect
        ref={field}
        onShow={() => setOpen(true)}
        onHide={() => {
          setOpen(false);
          setQuery('');
        }}
        onFilter={({ filter }) => setQuery(filter)}
        panelHeaderTemplate={({ filterElement }) => <div data-pc-section="header">{filterElement}</div>}
        panelFooterTemplate={() => <MoreOptions search={search} visible={visible.length} total={options.length} />}
        appendTo="self"
        scrollHeight={LIST_HEIGHT}
        inputId={tie.id}
        value={[...values]}
        options={visible}
        optionLabel="label"
        optionValue="value"
        placeholder={placeholder}
        // One sentence instead of all the names.
        maxSelectedLabels={0}
        selectedItemsLabel={text}
        onChange={(event) => onChange(event.value)}
        disabled={disabled}
        filter
        filterBy="searched"
        filterPlaceholder={search.placeholder}
        emptyFilterMessage={search.noMatch}
        emptyMessage={emptyText ?? ''}
        aria-labelledby={`${tie.id}-label`}
        showSelectAll={false}
        resetFilterOnHide
        pt={{
          root: { className: 'select', 'data-empty': values.length === 0 || undefined, 'data-p-disabled': disabled || undefined } as object,
          panel: { className: 'select-panel' },
          // A press keeps the focus in the search, so that the next key goes there.
          item: { 'aria-label': undefined, onMouseDown: (event) => event.preventDefault() },
          // Hidden, because an option may hold nothing that takes the focus; the template draws the mark.
          checkboxContainer: { hidden: true },
          label: { 'aria-hidden': true },
          trigger: { 'aria-hidden': true },
          input: {
            // The value that screen readers read.
            value: text,
            'aria-describedby': tie['aria-describedby'],
            'aria-invalid': tie['aria-invalid'],
            'aria-required': tie['aria-required'],
          },
        }}
        itemTemplate={(option: SelectOption) => (
          <span className="select-many">
            <OptionText option={option} />
            <Check className="select-mark" size={16} aria-hidden="true" />
          </span>
        )}
      />
    </div>
  );
}
