import { pagedTotal, type Sort } from '@bitacora/core/domain/reports/report';
import { reports } from '@bitacora/core/messages/lists';
import type { ActivityView } from '../activities/activity.ts';
import { Button } from '../ui/button.tsx';
import type { RemoteTable } from '../ui/table.tsx';
import { isRestricted, type ReportControls, unrestricted } from './report-state.ts';

/** One page of a list, and how many rows the list has. */
export interface RemotePage {
  rows: readonly ActivityView[];
  total: number;
  hasMore?: boolean;
  isSortedInPart?: boolean;
}

/** What a table needs to show a page of the server, and to ask for another. */
export function remoteOf({ state, typed, isBusy, type, change, resize }: ReportControls, page: RemotePage): RemoteTable {
  const pagedRows = pagedTotal(page);
  const lastPage = Math.max(1, Math.ceil(pagedRows / state.size));
  return {
    total: page.total,
    pagedRows,
    hasMore: page.hasMore,
    sorting: [{ id: state.sort.column, desc: state.sort.isDescending }],
    pageIndex: Math.min(state.page, lastPage) - 1,
    pageSize: state.size,
    isFit: state.isFit,
    query: typed,
    isRestricted: isRestricted(state),
    isBusy,
    onSorting: ([first]) => first && change({ sort: { column: first.id as Sort['column'], isDescending: first.desc } }),
    onPage: (index) => change({ page: index + 1 }),
    onPageSize: resize,
    onQuery: type,
  };
}

/** Nothing matches the filters and the search. */
export const NoMatch = ({ controls: { change } }: { controls: ReportControls }) => (
  <>
    <p>{reports.noMatch}</p>
    <Button onClick={() => change(unrestricted)}>{reports.showAll}</Button>
  </>
);
