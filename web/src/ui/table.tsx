import { type RowData, type SortingState, useTable } from '@tanstack/react-table';
import { type ReactNode, useDeferredValue, useState } from 'react';
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
  empty: ReactNode;
  noMatch: (query: string) => string;
  pageSize?: number;
}

const isSearched = ({ columnDef }: { columnDef: { meta?: ColumnLook } }) => columnDef.meta?.isSearched ?? false;

/** The one table: TanStack reckons rows, order, search and pages; below 720 px of its own width each row is a card. */
export function Table<Row extends RowData>(props: TableProps<Row>) {
  const [query, setQuery] = useState('');
  const globalFilter = useDeferredValue(query);
  const table = useTable({
    features,
    columns: props.columns as never,
    data: props.rows as Row[],
    state: { globalFilter },
    globalFilterFn: mentions as never,
    getColumnCanGlobalFilter: isSearched as never,
    getRowId: (row: Row) => String(props.rowId(row)),
    defaultColumn: { sortFn: byValue as never },
    enableSortingRemoval: false,
    initialState: { sorting: props.sorting ?? [], pagination: { pageIndex: 0, pageSize: props.pageSize ?? 5 } },
  });
  if (props.rows.length === 0) return <div className="table-frame">{props.empty}</div>;

  const found = table.getFilteredRowModel().rows.length;
  return (
    <div className="table-box">
      {(props.search || props.tools) && (
        <div className="table-tools">
          {props.search && <SearchBox {...props.search} value={query} onChange={setQuery} />}
          {props.tools}
        </div>
      )}
      <div className="table-frame">
        <table className="table" aria-label={props.label}>
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
        {found === 0 && (
          <p className="table-none" role="status">
            {props.noMatch(query)}
          </p>
        )}
        <Pager
          labels={props.pager}
          total={found}
          pageIndex={table.state.pagination.pageIndex}
          pageSize={table.state.pagination.pageSize}
          onPage={(index) => table.setPageIndex(index)}
          onPageSize={(size) => table.setPageSize(size)}
        />
      </div>
    </div>
  );
}
