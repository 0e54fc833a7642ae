import { normalise } from '@bitacora/core/domain/text';
import { frame } from '@bitacora/core/messages/layout';
import { Dropdown } from 'primereact/dropdown';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { ControlProps } from './field.tsx';
import './prime-locale.ts';
import './select-list.css';

export interface SelectOption {
  value: number | string;
  label: string;
  /** A second line that helps to tell options apart. */
  detail?: ReactNode;
  /** Stands before the label. */
  lead?: ReactNode;
  /** The text that the search matches. */
  searched?: string;
}

export interface SelectProps {
  tie: ControlProps;
  value: SelectOption['value'] | null;
  options: readonly SelectOption[];
  placeholder: string;
  onChange: (value: SelectOption['value']) => void;
  disabled?: boolean;
  /** The element that has the focus until the list is there, and hands it over. */
  focusFrom?: RefObject<HTMLElement | null>;
  /** Adds a search field. */
  search?: { placeholder: string; noMatch: string; more?: typeof frame.moreOptions; onQuery?: (text: string) => void };
  emptyText?: string;
}

/** At most this many options are drawn, because a list of thousands would take seconds to open. */
const VISIBLE_MAX = 100;
/** The height of six options of two lines. */
export const LIST_HEIGHT = '350px';

/** The first matches and the selected options. */
export function visibleOptions(options: readonly SelectOption[], query: string, values: readonly SelectProps['value'][]): SelectOption[] {
  if (options.length <= VISIBLE_MAX) return options as SelectOption[];
  const needle = normalise(query);
  const matches = options.filter(({ searched, label }) => normalise(searched ?? label).includes(needle)).slice(0, VISIBLE_MAX);
  return [...options.filter((option) => values.includes(option.value) && !matches.includes(option)), ...matches];
}

/** PrimeReact's list, with Spanish accessible names. */
export function SelectList({ tie, value, options, placeholder, onChange, disabled = false, focusFrom, search, emptyText }: SelectProps) {
  const dropdown = useRef<Dropdown>(null);
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const visible = visibleOptions(options, query, [value]);
  const label = options.find((option) => option.value === value)?.label ?? placeholder;
  useComboboxRole(dropdown, label, isOpen);
  useEffect(() => {
    // The focus stays in a field that the person went on to.
    if (focusFrom && document.activeElement === focusFrom.current) dropdown.current?.getFocusInput()?.focus();
  }, []);
  return (
    <Dropdown
      ref={dropdown}
      onShow={() => setOpen(true)}
      onHide={() => {
        setOpen(false);
        setQuery('');
      }}
      onFilter={({ filter }) => {
        setQuery(filter);
        search?.onQuery?.(filter);
      }}
      panelFooterTemplate={<MoreOptions search={search} visible={visible.length} total={options.length} />}
      appendTo="self"
      scrollHeight={LIST_HEIGHT}
      inputId={tie.id}
      value={value}
      options={visible}
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
        // Removes PrimeReact's accessible names, because they are wrong or less exact than the visible text.
        root: { className: 'select', 'data-empty': value === null || undefined, 'aria-activedescendant': undefined } as object,
        panel: { className: 'select-panel' },
        list: { id: `${tie.id}-list` },
        item: { 'aria-label': undefined },
        // Hidden from screen readers, because it cannot be focused.
        select: { 'aria-hidden': true },
        trigger: { 'aria-hidden': true },
        input: {
          'aria-controls': isOpen ? `${tie.id}-list` : undefined,
          'aria-describedby': tie['aria-describedby'],
          'aria-invalid': tie['aria-invalid'],
        },
      }}
      itemTemplate={(option: SelectOption) => <OptionText option={option} />}
      filterInputAutoFocus
      resetFilterOnHide
    />
  );
}

export const OptionText = ({ option: { label, detail, lead } }: { option: SelectOption }) => (
  <span className="select-option" data-lead={lead ? true : undefined}>
    {lead}
    <span className="select-words">
      <span>{label}</span>
      {detail && <span className="select-detail">{detail}</span>}
    </span>
  </span>
);

interface MoreOptionsProps {
  search: SelectProps['search'];
  visible: number;
  total: number;
}

/** Says that a search would find more. */
export const MoreOptions = ({ search, visible, total }: MoreOptionsProps) =>
  search && visible < total && visible >= VISIBLE_MAX ? (
    <p className="select-more">{(search.more ?? frame.moreOptions)(VISIBLE_MAX, total)}</p>
  ) : null;

/** Sets role and value, because PrimeReact's focusable field has neither. */
function useComboboxRole(dropdown: RefObject<Dropdown | null>, selected: string, isOpen: boolean) {
  useEffect(() => {
    const field = dropdown.current?.getFocusInput();
    if (!field) return;
    field.setAttribute('role', 'combobox');
    field.setAttribute('aria-expanded', String(isOpen));
    field.value = selected;
  });
}
