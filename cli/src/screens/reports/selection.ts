import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { finishedRange } from '@bitacora/core/domain/reports/date-range';
import { type Filters, filterGroups, noFilters, type Sort } from '@bitacora/core/domain/reports/report';
import type { ReportKind } from './reports-known.ts';

/** What a report is restricted to, and how it is ordered; null leaves that side of the range open, or usual. */
export interface ReportSelection {
  from: CalendarDate | null;
  to: CalendarDate | null;
  filters: Filters;
  search: string;
  sort: Sort;
}

export const unrestricted = (sort: Sort): ReportSelection => ({ from: null, to: null, filters: noFilters, search: '', sort });

export const countFilters = (filters: Filters): number => filterGroups.reduce((count, group) => count + filters[group].length, 0);

export const isRestricted = ({ filters, search }: ReportSelection): boolean => search !== '' || countFilters(filters) > 0;

/** What a call is asked with; the client wants lists of its own. `today` is the business day. */
export const selectionInput = (
  { isFinished }: Pick<ReportKind, 'isFinished'>,
  selection: Omit<ReportSelection, 'sort'>,
  today: CalendarDate,
) => ({
  ...(isFinished ? finishedRange(selection, today) : { from: selection.from, to: selection.to }),
  ...filtersOf(selection),
});

const filtersOf = ({ filters, search }: Pick<ReportSelection, 'filters' | 'search'>) => ({
  search,
  topics: [...filters.topics],
  departments: [...filters.departments],
  statuses: [...filters.statuses],
  priorities: [...filters.priorities],
  owners: [...filters.owners],
  assignees: [...filters.assignees],
});
