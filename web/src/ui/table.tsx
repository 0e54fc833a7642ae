import { functionalUpdate, type RowData, type SortingState, type Updater, useTable } from '@tanstack/react-table';
import { type CSSProperties, type ReactNode, useDeferredValue } from 'react';
import { Pager, type PagerLabels } from './pager.tsx';
import { type KeptState, useOwnState } from './saved-list-state.ts';
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
  /** Beside the search; told which rows are on the page. */
  tools?: ReactNode | ((shown: readonly Row[]) => ReactNode);
  pager: PagerLabels;
  /** So many columns that it scrolls sideways where there is no room for all of them; none is left out. */
  isWide?: boolean;
  empty: ReactNode;
  /** What stands below the headings when nothing is found. */
  noMatch: (query: string) => ReactNode;
  /** Given where the state outlives the table, as in an address. */
  kept?: KeptState;
  /** Given where `rows` are one page of what only the server holds. */
  remote?: Remote;
}

/** Order, search and pages are the server's to reckon: what it was asked for, and how to ask for something else. */
export interface Remote extends KeptState {
  total: number;
  /** Something was left out on purpose: nothing found is then no reason to say that there is nothing. */
  isRestricted: boolean;
  /** The rows are those of before, and the next ones are on their way. */
  isBusy: boolean;
}

const isSearched = ({ columnDef }: { columnDef: { meta?: ColumnLook } }) => columnDef.meta?.isSearched ?? false;
const byTheServer = { manualSorting: true, manualFiltering: true } as const;

/** The one table: TanStack reckons rows, order, search and pages, or the server does; below 640 px of its own width each row is a card. */
export function Table<Row extends RowData>(props: TableProps<Row>) {
  const { remote } = props;
  const own = useOwnState(props.sorting ?? []);
  const kept: KeptState = remote ?? props.kept ?? own;
  const { sorting, pageSize, query } = kept;
  const globalFilter = useDeferredValue(remote ? '' : query.trim());
  const table = useTable({
    features,
    columns: props.columns as never,
    data: props.rows as Row[],
    globalFilterFn: mentions as never,
    getColumnCanGlobalFilter: isSearched as never,
    getRowId: (row: Row) => String(props.rowId(row)),
    defaultColumn: { sortFn: byValue as never, sortDescFirst: false },
    enableSortingRemoval: false,
    onSortingChange: (change: Updater<SortingState>) => kept.onSorting(functionalUpdate(change, sorting)),
    state: { sorting, globalFilter },
    ...(remote ? byTheServer : {}),
  });
  const isEmpty = props.rows.length === 0 && !remote?.isRestricted;
  const all = table.getRowModel().rows;
  const found = remote ? remote.total : all.length;
  const pageIndex = Math.min(kept.pageIndex, Math.max(0, Math.ceil(found / pageSize) - 1));
  const rows = remote ? all : all.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize);
  if (isEmpty && !remote) return <div className="table-frame">{props.empty}</div>;

  return (
    <div className="table-box">
      {(props.search || props.tools) && (
        <div className="table-tools">
          {props.search && <SearchBox {...props.search} value={query} onChange={kept.onQuery} />}
          {typeof props.tools === 'function' ? props.tools(rows.map(({ original }) => original)) : props.tools}
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
                {rows.map((row) => (
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
          onPage={kept.onPage}
          onPageSize={kept.onPageSize}
        />
      </div>
    </div>
  );
}
