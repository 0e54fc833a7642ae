import { type Filters, filterGroups, noFilters } from '@bitacora/core/domain/reports/report';
import { frame } from '@bitacora/core/messages/layout';
import { reports } from '@bitacora/core/messages/reports';
import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failed, Skeleton } from '../ui/states.tsx';
import { FilterGroupSection } from './filter-group.tsx';
import { type FacetCounts, optionsOf, totalIn } from './filter-labels.ts';
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
