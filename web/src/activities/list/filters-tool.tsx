import './urgency-chips.css';
import { type UrgencyMark, urgencyMarks } from '@bitacora/core/domain/activities/deadline';
import { countFilters, type Filters } from '@bitacora/core/domain/reports/report';
import { urgencyLabels } from '@bitacora/core/messages/activities/labels';
import { reports } from '@bitacora/core/messages/activities/lists';
import { ListFilter } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { followPromise } from '../../app/follow-promise.ts';
import { useRereads } from '../../layout/use-rereads.ts';
import { Button, PlainButton } from '../../ui/button.tsx';
import { later } from '../../ui/later.tsx';
import type { AskFacets } from './filter-dialog.tsx';

const load = async () => (await import('./filter-dialog.tsx')).FilterDialog;
const FilterDialog = later(load);

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
      {isOpen && <FilterDialog filters={filters} ask={ask} onChange={change} onClose={() => setOpen(false)} />}
    </>
  );
}

interface UrgencyChipsProps {
  filters: Filters;
  ask: AskFacets;
  onChange: (filters: Filters) => void;
}

/** What is late, due or rejected, with its number; each is a filter of the list. */
export function UrgencyChips({ filters, ask, onChange }: UrgencyChipsProps) {
  const counts = useUrgencyCounts(filters, ask);
  const urgencies = filters.urgencies;
  const toggle = (mark: UrgencyMark) =>
    onChange({ ...filters, urgencies: urgencies.includes(mark) ? urgencies.filter((other) => other !== mark) : [...urgencies, mark] });
  return (
    <ul className="urgency-chips" aria-label={reports.groups.urgencies}>
      {urgencyMarks.map((mark) => (
        <li key={mark}>
          <PlainButton
            className="urgency-chip"
            data-mark={mark}
            data-none={counts?.[mark] === undefined && counts !== null}
            aria-pressed={urgencies.includes(mark)}
            onClick={() => toggle(mark)}
          >
            {urgencyLabels[mark]} <span className="urgency-count">{counts ? (counts[mark] ?? 0).toLocaleString('es-MX') : ''}</span>
          </PlainButton>
        </li>
      ))}
    </ul>
  );
}

type Counts = Partial<Record<string, number>>;

/** Null until the counts arrive, and while a search matches too many rows to count. Another page, order or size changes no number. */
function useUrgencyCounts(filters: Filters, ask: AskFacets): Counts | null {
  const others = new URLSearchParams(useLocation().search);
  for (const name of ['page', 'size', 'sort', 'urgencies']) others.delete(name);
  const rereads = useRereads();
  const [counts, setCounts] = useState<Counts | null>(null);
  // A failure is ignored, because the chips filter also without numbers.
  useEffect(
    () =>
      followPromise(ask(filters), ({ urgencies, hasMore }) =>
        setCounts(hasMore ? null : Object.fromEntries(urgencies.map(({ name, total }) => [name, total]))),
      ),
    [others.toString(), rereads],
  );
  return counts;
}
