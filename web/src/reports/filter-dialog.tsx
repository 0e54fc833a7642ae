import type { Endpoints, Reply } from '@bitacora/core/contract';
import { type Filters, filterGroups, noFilters } from '@bitacora/core/domain/reports/report';
import { normalise } from '@bitacora/core/domain/text';
import { priorityLabels, statusLabels } from '@bitacora/core/messages/labels';
import { frame } from '@bitacora/core/messages/layout';
import { reports } from '@bitacora/core/messages/reports';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SearchBox } from '../ui/field.tsx';
import { Failed, Skeleton } from '../ui/states.tsx';
import { countFilters } from './report-state.ts';
import './filter-dialog.css';

export type AskFacets = (filters: Filters) => Promise<FacetCounts>;

interface FilterDialogProps {
  filters: Filters;
  ask: AskFacets;
  onChange: (filters: Filters) => void;
  onClose: () => void;
}

/** The six filter groups. Each change applies at once, and counts follow the other groups. */
export function FilterDialog({ filters: given, ask, onChange, onClose }: FilterDialogProps) {
  const [filters, setFilters] = useState(given);
  const [opened] = useState(given);
  const { facets, error, retry } = useFacets(filters, ask);
  const apply = (next: Filters) => {
    setFilters(next);
    onChange(next);
  };
  const options = facets && optionsOf(facets, filters);
  return (
    <Dialog
      title={reports.filters}
      onClose={onClose}
      footer={
        <div className="filter-foot">
          <Button tone="quiet" disabled={countFilters(filters) === 0} onClick={() => apply(noFilters)}>
            {reports.clearFilters}
          </Button>
          <Button tone="accent" onClick={onClose}>
            {facets ? reports.showFound(totalIn(facets, filters)) : frame.close}
          </Button>
        </div>
      }
    >
      <p className="muted">{reports.filtersHint}</p>
      {error !== null && <Failed error={error} onRetry={retry} />}
      {!options && error === null && <Skeleton lines={6} height={40} />}
      {options && (
        <div className="filter-groups">
          {filterGroups.map((group, at) => (
            <FilterGroupSection
              key={group}
              title={reports.groups[group]}
              options={options[group]}
              selected={filters[group]}
              startsOpen={countFilters(opened) === 0 ? at === 0 : opened[group].length > 0}
              onChange={(values) => apply({ ...filters, [group]: values })}
            />
          ))}
        </div>
      )}
    </Dialog>
  );
}

/** The counts under these filters, or the earlier ones until they arrive. Outdated answers are dropped. */
function useFacets(filters: Filters, ask: AskFacets) {
  const [facets, setFacets] = useState<FacetCounts | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isWanted = true;
    ask(filters).then(
      (next) => {
        if (!isWanted) return;
        setFacets(next);
        setError(null);
      },
      (reason) => isWanted && setError(reason),
    );
    return () => {
      isWanted = false;
    };
  }, [filters, tries]);
  return { facets, error, retry: () => setTries(tries + 1) };
}

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

/** The options of each group, with the number of activities under the other groups. */
export type FacetCounts = Omit<Reply<Endpoints['countFacets']>, 'success'>;

export interface FilterOption {
  value: string | number;
  label: string;
  total: number;
}
export type FilterOptions = Record<keyof Filters, FilterOption[]>;

/** Selected values stay among the options, so that they can be cleared at zero activities. */
function withSelected(options: FilterOption[], selected: readonly (string | number)[], label: (value: string | number) => string) {
  const missing = selected.filter((value) => !options.some((option) => option.value === value));
  return [...options, ...missing.map((value) => ({ value, label: label(value), total: 0 }))];
}

const same = (value: string | number) => String(value);
const unknownPerson = (value: string | number) => (typeof value === 'number' ? reports.unknownPerson(value) : value);

export function optionsOf(facets: FacetCounts, filters: Filters): FilterOptions {
  const optionsByName = (facet: FacetCounts['topics']) => facet.map(({ name, total }) => ({ value: name, label: name, total }));
  const people = (facet: FacetCounts['owners']) => facet.map(({ id, name, total }) => ({ value: id, label: name, total }));
  /** A word that a newer server added cannot be asked for, because this client has no name for it. */
  const wordOptions = <Name extends string>(facet: readonly { name: Name | 'other'; total: number }[], labels: Record<Name, string>) =>
    facet.flatMap(({ name, total }) => (name === 'other' ? [] : [{ value: name, label: labels[name], total }]));
  const statuses = wordOptions(facets.statuses, statusLabels);
  const priorities = wordOptions(facets.priorities, priorityLabels);
  return {
    topics: withSelected(optionsByName(facets.topics), filters.topics, same),
    departments: withSelected(optionsByName(facets.departments), filters.departments, same),
    statuses: withSelected(statuses, filters.statuses, (value) => statusLabels[value as keyof typeof statusLabels]),
    priorities: withSelected(priorities, filters.priorities, (value) => priorityLabels[value as keyof typeof priorityLabels]),
    owners: withSelected(people(facets.owners), filters.owners, unknownPerson),
    assignees: withSelected(people(facets.assignees), filters.assignees, unknownPerson),
  };
}

/** How many activities all groups together select, from the counts of the statuses. */
export const totalIn = (facets: FacetCounts, { statuses }: Filters): number =>
  facets.statuses.reduce(
    (sum, { name, total }) => (statuses.length === 0 || (statuses as readonly string[]).includes(name) ? sum + total : sum),
    0,
  );
