import { type CalendarDate, finishedRange } from '@bitacora/core/domain/calendar';
import { type Filters, filterGroups, noFilters, type Sort } from '@bitacora/core/domain/reports/report';
import type { ActivityReport } from '@bitacora/core/messages/activity-fields';

/** Filters and order of a report. A null end of the range is open, or the usual one of the report. */
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

/** The activities of a report, as input of lists, counts and workbook. */
export const reportScope = ({ statuses, isAssigned }: ActivityReport) => ({ reportStatuses: [...statuses], isAssigned });

/** The selection as input of the client. `today` is the business day. */
export const selectionInput = (
  { isFinished }: Pick<ActivityReport, 'isFinished'>,
  selection: Omit<ReportSelection, 'sort'>,
  today: CalendarDate,
) => ({
  ...(isFinished ? finishedRange(selection, today) : { from: selection.from, to: selection.to }),
  search: selection.search,
  ...selection.filters,
});
