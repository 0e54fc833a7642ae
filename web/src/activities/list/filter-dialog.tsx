import type { FacetCounts } from '@bitacora/core/contract/reports/report-shapes';
import { countFilters, type Filters, filterGroups, noFilters } from '@bitacora/core/domain/reports/report';
import { normalise } from '@bitacora/core/domain/text';
import { reports } from '@bitacora/core/messages/activities/lists';
import { frame } from '@bitacora/core/messages/layout';
import { countSelected, type FilterOption, filterHints, filterOptions } from '@bitacora/core/messages/reports/filter-options';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { followPromise } from '../../app/follow-promise.ts';
import { Button, PlainButton } from '../../ui/button.tsx';
import { Tick } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { SearchBox } from '../../ui/table-parts.tsx';
import './filter-dialog.css';

export type AskFacets = (filters: Filters) => Promise<FacetCounts>;

interface FilterDialogProps {
  filters: Filters;
  ask: AskFacets;
  onChange: (filters: Filters) => void;
  onClose: () => void;
}

/** The filter groups. Each change applies at once, and counts follow the other groups. */
export function FilterDialog({ filters: given, ask, onChange, onClose }: FilterDialogProps) {
  const [filters, setFilters] = useState(given);
  const [initialFilters] = useState(given);
  const { facets, error, retry } = useFacets(filters, ask);
  const apply = (next: Filters) => {
    setFilters(next);
    onChange(next);
  };
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
            {facets?.hasMore ? reports.showMany : facets ? reports.showFound(countSelected(facets.statuses, filters)) : frame.close}
          </Button>
        </div>
      }
    >
      <p className="muted">{facets?.hasMore ? filterHints.uncounted : filterHints.counted}</p>
      {error !== null && <Failed error={error} onRetry={retry} />}
      {!facets && error === null && <Skeleton lines={6} height={40} />}
      {facets && (
        <div className="filter-groups">
          {filterGroups.map((group, index) => (
            <FilterGroupSection
              key={group}
              title={reports.groups[group]}
              options={filterOptions(group, facets[group], filters[group])}
              hasCounts={!facets.hasMore}
              selected={filters[group]}
              startsOpen={countFilters(initialFilters) === 0 ? index === 0 : initialFilters[group].length > 0}
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
    const arrive = (next: FacetCounts) => {
      setFacets(next);
      setError(null);
    };
    return followPromise(ask(filters), arrive, setError);
  }, [filters, tries]);
  return { facets, error, retry: () => setTries(tries + 1) };
}

/** Groups with more options have a search field. */
const LONG = 8;

interface FilterGroupSectionProps {
  title: string;
  options: readonly FilterOption[];
  hasCounts: boolean;
  selected: readonly (string | number)[];
  startsOpen: boolean;
  onChange: (values: (string | number)[]) => void;
}

/** The checkboxes of one collapsible group. */
function FilterGroupSection({ title, options, hasCounts, selected, startsOpen, onChange }: FilterGroupSectionProps) {
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
        <PlainButton aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          <span>{title}</span>
          {selected.length > 0 && <span className="filter-chosen">{reports.chosen(selected.length)}</span>}
          <ChevronDown size={18} aria-hidden="true" className="filter-fold" />
        </PlainButton>
      </h3>
      <div id={id} className="filter-body" hidden={!isOpen}>
        {isLong && <SearchBox label={reports.searchGroup(title)} value={query} onChange={setQuery} />}
        <fieldset className="filter-options">
          <legend className="only-read">{title}</legend>
          {visible.map(({ value, label, total }) => (
            <label key={value} className="filter-option">
              <Tick isTicked={selected.includes(value)} onChange={() => toggle(value)} />
              <span className="filter-label">{label}</span>
              {hasCounts && <span className="filter-count">{total.toLocaleString('es-MX')}</span>}
            </label>
          ))}
        </fieldset>
        {visible.length === 0 && <p className="muted">{options.length === 0 ? reports.noOptions : reports.noOption}</p>}
      </div>
    </section>
  );
}
