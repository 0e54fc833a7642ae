import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { type Filters, filterGroups, noFilters, type Sort } from '@bitacora/core/domain/report';

/** What a report is restricted to, and how it is ordered; null leaves that end of the range to the server. */
export interface Selection {
  from: CalendarDate | null;
  to: CalendarDate | null;
  filters: Filters;
  search: string;
  sort: Sort;
}

export const wholeOf = (sort: Sort): Selection => ({ from: null, to: null, filters: noFilters, search: '', sort });

export const countFilters = (filters: Filters): number => filterGroups.reduce((count, group) => count + filters[group].length, 0);

export const isRestricted = ({ filters, search }: Selection): boolean => search !== '' || countFilters(filters) > 0;

/** What a call is asked with; the client wants lists of its own. */
export const askedWith = ({ from, to, filters, search }: Omit<Selection, 'sort'>) => ({
  from,
  to,
  search,
  topics: [...filters.topics],
  departments: [...filters.departments],
  statuses: [...filters.statuses],
  priorities: [...filters.priorities],
  owners: [...filters.owners],
  assignees: [...filters.assignees],
});
