import type { Filters } from '@bitacora/core/domain/reports/report';
import { reports } from '@bitacora/core/messages/lists';
import { ListFilter } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import type { AskFacets } from './filter-dialog.tsx';
import { countFilters } from './report-state.ts';

const load = async () => ({ default: (await import('./filter-dialog.tsx')).FilterDialog });
const FilterDialog = lazy(load);

interface FiltersToolProps {
  filters: Filters;
  ask: AskFacets;
  /** `isDetail`: a further change in the same dialog. */
  onChange: (filters: Filters, isDetail: boolean) => void;
}

/** The button with the number of active filters, and its dialog. */
export function FiltersTool({ filters, ask, onChange }: FiltersToolProps) {
  const [isOpen, setOpen] = useState(false);
  const hasChanged = useRef(false);
  // Fetched with the report, because a first click must not wait.
  useEffect(() => void load().catch(() => {}), []);
  const inForce = countFilters(filters);
  const open = () => {
    hasChanged.current = false;
    setOpen(true);
  };
  const change = (next: Filters) => {
    onChange(next, hasChanged.current);
    hasChanged.current = true;
  };
  return (
    <>
      <Button
        icon={ListFilter}
        className="filter-button"
        aria-haspopup="dialog"
        aria-label={inForce > 0 ? reports.filtersInForce(inForce) : undefined}
        onClick={open}
      >
        {reports.filters}
        {inForce > 0 && <span className="count">{inForce}</span>}
      </Button>
      <Suspense>{isOpen && <FilterDialog filters={filters} ask={ask} onChange={change} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
