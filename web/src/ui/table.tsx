import { functionalUpdate, type RowData, type SortingState, type Updater, useTable } from '@tanstack/react-table';
import { type CSSProperties, type ReactNode, useDeferredValue, useState } from 'react';
import { Pager, type PagerLabels } from './pager.tsx';
import { SearchBox } from './search-box.tsx';
import './table.css';
import { byValue, type ColumnLook, type Columns, features, mentions } from './table-features.ts';
import { TableHead } from './table-head.tsx';

interface TableProps<Row extends RowData> {
  label: string;
  columns: Columns<Row>;
  rows: readonly Row[];
  rowId: (row: Row) => number;
  /** The word for the row's signal, which style sheets colour; columns say it in words. */
  signal?: (row: Row) => string;
  sorting?: SortingState;
  search?: { label: string; clear: string };
  tools?: ReactNode;
  pager: PagerLabels;
  /** So many columns that it scrolls sideways where there is no room for all of them; none is left out. */
  isWide?: boolean;
  empty: ReactNode;
  /** What stands below the headings when nothing is found. */
  noMatch: (query: string) => ReactNode;
  /** Given where `rows` are one page of what only the server holds. */
  remote?: Remote;
}

/** Order, search and pages are the server's to reckon: what it was asked for, and how to ask for something else. */
export interface Remote {
  total: number;
  sorting: SortingState;
  pageIndex: number;
  pageSize: number;
  query: string;
  /** Something was left out on purpose: nothing found is then no reason to say that there is nothing. */
  isRestricted: boolean;
  /** The rows are those of before, and the next ones are on their way. */
  isBusy: boolean;
  onSorting: (sorting: SortingState) => void;
  onPage: (index: number) => void;
  onPageSize: (size: number) => void;
  onQuery: (text: string) => void;
}

const PAGE_SIZE = 5;
const isSearched = ({ columnDef }: { columnDef: { meta?: ColumnLook } }) => columnDef.meta?.isSearched ?? false;

const asServerSays = (remote: Remote) => ({
  manualSorting: true,
  manualFiltering: true,
  manualPagination: true,
  rowCount: remote.total,
  onSortingChange: (change: Updater<SortingState>) => remote.onSorting(functionalUpdate(change, remote.sorting)),
  state: { sorting: remote.sorting, pagination: { pageIndex: remote.pageIndex, pageSize: remote.pageSize } },
});

/** The one table: TanStack reckons rows, order, search and pages, or the server does; below 640 px of its own width each row is a card. */
export function Table<Row extends RowData>(props: TableProps<Row>) {
  const { remote } = props;
  const [typed, setTyped] = useState('');
  const globalFilter = useDeferredValue(typed);
  const table = useTable({
    features,
    columns: props.columns as never,
    data: props.rows as Row[],
    globalFilterFn: mentions as never,
    getColumnCanGlobalFilter: isSearched as never,
    getRowId: (row: Row) => String(props.rowId(row)),
    defaultColumn: { sortFn: byValue as never, sortDescFirst: false },
    enableSortingRemoval: false,
    initialState: { sorting: props.sorting ?? [], pagination: { pageIndex: 0, pageSize: PAGE_SIZE } },
    ...(remote ? asServerSays(remote) : { state: { globalFilter } }),
  });
  const isEmpty = props.rows.length === 0 && !remote?.isRestricted;
  const query = remote?.query ?? typed;
  const found = remote ? remote.total : table.getFilteredRowModel().rows.length;
  const { pageIndex, pageSize } = table.state.pagination;
  if (isEmpty && !remote) return <div className="table-frame">{props.empty}</div>;

  return (
    <div className="table-box">
      {(props.search || props.tools) && (
        <div className="table-tools">
          {props.search && <SearchBox {...props.search} value={query} onChange={remote?.onQuery ?? setTyped} />}
          {props.tools}
        </div>
      )}
      <div className="table-frame" aria-busy={remote?.isBusy || undefined}>
        {isEmpty ? (
          props.empty
        ) : (
          <div className="table-rows" style={{ '--rows': pageIndex > 0 ? pageSize : 0 } as CSSProperties}>
            <table className="table" data-wide={props.isWide || undefined} aria-label={props.label}>
              <TableHead table={table as never} />
              <tbody>
                {table.getRowModel().rows.map((row) => (
                  <tr key={row.id} data-signal={props.signal?.(row.original)}>
                    {row.getAllCells().map((cell) => {
                      const { meta, header } = cell.column.columnDef;
                      return (
                        <td
                          key={cell.id}
                          className={meta?.isTabular ? 'tabular' : undefined}
                          data-minor={meta?.isMinor}
                          data-card={meta?.onCard ?? 'line'}
                          data-label={typeof header === 'string' ? header : undefined}
                        >
                          <table.FlexRender cell={cell} />
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {found === 0 && !isEmpty && (
          <div className="table-none" role="status">
            {props.noMatch(query)}
          </div>
        )}
        <Pager
          labels={props.pager}
          total={found}
          pageIndex={pageIndex}
          pageSize={pageSize}
          onPage={remote?.onPage ?? ((index) => table.setPageIndex(index))}
          onPageSize={remote?.onPageSize ?? ((size) => table.setPageSize(size))}
        />
      </div>
    </div>
  );
}
