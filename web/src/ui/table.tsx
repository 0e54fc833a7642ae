import { table as words } from '@bitacora/core/messages/activities/lists';
import { functionalUpdate, type ReactTable, type RowData, type SortingState, type Updater, useTable } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ChevronsUpDown, Columns3, SlidersHorizontal } from 'lucide-react';
import { type CSSProperties, type ReactNode, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router-dom';
import { tryStorage } from '../app/storage.ts';
import { IconButton, PlainButton } from './button.tsx';
import { useIsNarrow } from './media.ts';
import { LiveMessage } from './states.tsx';
import {
  byValue,
  type ColumnLook,
  type Columns,
  type Features,
  features,
  filterByText,
  type RemoteTable,
  type TableState,
  useFit,
  useTableState,
} from './table-model.tsx';
import { Pager, rowPresses, SearchBox } from './table-parts.tsx';
import './table.css';
import './table-tools.css';

interface TableToolsProps {
  /** The search box, always in sight. */
  search: ReactNode;
  tools: ReactNode;
  /** The tools are behind one button. */
  isFolded: boolean;
  /** A filter is active. */
  isRestricted: boolean;
  /** Shows the table whole, or as it fits. */
  columns: ReactNode;
  /** The order of the rows, where no line of its own says it. */
  order: ReactNode;
}

/** What stands above a table. */
function TableTools({ search, tools, isFolded, isRestricted, columns, order }: TableToolsProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (!search && !tools) return null;
  return (
    <div className="table-tools" data-folded={isFolded || undefined}>
      {search}
      {order}
      {isFolded && tools && (
        <IconButton
          icon={SlidersHorizontal}
          size={20}
          className="table-tools-button"
          label={words.tools}
          data-active={isRestricted || undefined}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        />
      )}
      <div id={id} className="table-tools-more" hidden={isFolded && !isOpen}>
        {tools}
      </div>
      {!isFolded && columns}
    </div>
  );
}

const WHOLE = 'columns';
/** Whether the person wants wide tables with all their columns, in this browser. */
const isWholeKept = () => tryStorage(() => localStorage.getItem(WHOLE)) === 'whole';

const sortWords = { asc: 'ascending', desc: 'descending' } as const;
const sortIcons = { asc: ArrowUp, desc: ArrowDown } as const;

const pixels = (width: number | undefined) => (width === undefined ? undefined : `${width}px`);
/** An elastic column grows from the narrowest desk on, 936 px, by 18 % of what the table does, until its words stand in one line. */
const denseWidth = ({ dense, isElastic }: ColumnLook) =>
  isElastic && dense ? `clamp(${dense}px, 18cqi + ${dense - 168}px, ${dense + 45}px)` : pixels(dense);
/** As wide as the longest folio of the page. */
const folioWidth = (least: number, padding: number) => `max(${least}px, var(--digits) * 7.5px + ${padding}px)`;
const columnWidths = (look: ColumnLook = {}) => {
  const isFolio = look.onCard === 'head' && look.dense !== undefined;
  return {
    '--width': isFolio ? folioWidth(38, 24) : pixels(look.width),
    '--dense': isFolio ? folioWidth(look.dense ?? 38, 10) : denseWidth(look),
  } as CSSProperties;
};

/** Column headings; those that can be sorted by are buttons. */
function TableHead({ table }: { table: ReactTable<Features, RowData> }) {
  return (
    <thead>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {group.headers.map((header) => {
            const sorted = header.column.getIsSorted();
            const Icon = sorted ? sortIcons[sorted] : ChevronsUpDown;
            const { meta } = header.column.columnDef;
            const whole = <table.FlexRender header={header} />;
            const title = meta?.short ? (
              <>
                <span className="head-whole">{whole}</span>
                <span className="head-short" aria-hidden="true">
                  {meta.short}
                </span>
              </>
            ) : (
              whole
            );
            return (
              <th
                key={header.id}
                scope="col"
                data-minor={meta?.isMinor}
                style={columnWidths(meta)}
                aria-sort={sorted ? sortWords[sorted] : undefined}
              >
                {header.column.getCanSort() ? (
                  <PlainButton data-sorted={sorted || undefined} onClick={header.column.getToggleSortingHandler()}>
                    {title}
                    <Icon size={13} aria-hidden="true" />
                  </PlainButton>
                ) : (
                  <span className={header.column.accessorFn ? undefined : 'only-read'}>{title}</span>
                )}
              </th>
            );
          })}
        </tr>
      ))}
    </thead>
  );
}

/** A function gets the rows of the page. */
type OfPage<Row> = ReactNode | ((pageRows: readonly Row[]) => ReactNode);

/** A row has a number of its own. */
export type TableRow = { readonly id: number };

export interface DataTableProps<Row extends TableRow> {
  label: string;
  columns: Columns<Row>;
  rows: readonly Row[];
  /** The row's signal, for style sheets. */
  signal?: (row: Row) => string;
  sorting?: SortingState;
  /** The label of the search box; without one there is none. */
  search?: string;
  /** Beside the search. */
  tools?: OfPage<Row>;
  /** Without a frame of its own, inside a section. */
  isFlush?: boolean;
  /** Has more columns than most windows have room for: cells share some of them, unless the person wants the table whole. */
  isWide?: boolean;
  /** Always in sight above the rows, beside their order. */
  chips?: OfPage<Row>;
  /** A row where the window is narrow, in place of the table's. */
  agenda?: (row: Row) => ReactNode;
  empty?: ReactNode;
  /** Shown below the headings without matches. */
  noMatch?: (query: string) => ReactNode;
  /** State that outlives the table, for example in the address. */
  state?: TableState;
  /** Given when `rows` are one page from the server. */
  remote?: RemoteTable;
}

/** Pixels that a text without a width of its own needs, to be read. */
const TEXT_LEAST = 280;
const leastWidth = <Row extends RowData>(columns: Columns<Row>) => columns.reduce((sum, { meta }) => sum + (meta?.width ?? TEXT_LEAST), 0);

const byTheServer = { manualSorting: true } as const;

/** The table of all lists. TanStack or the server sorts and pages. Where there is little room its rows are those of `agenda`, or cards. */
export function Table<Row extends TableRow>(props: DataTableProps<Row>) {
  const { remote } = props;
  const own = useTableState(props.sorting ?? []);
  const tableState: TableState = remote ?? props.state ?? own;
  const { sorting, pageSize, query } = tableState;
  const searched = useDeferredValue(remote ? '' : query.trim());
  const { columns, rows: everyRow } = props;
  const matching = useMemo(() => filterByText(columns, everyRow, searched), [columns, everyRow, searched]);
  const table = useTable({
    features,
    columns: props.columns as never,
    data: matching as Row[],
    getRowId: ({ id }: Row) => String(id),
    defaultColumn: { sortFn: byValue as never, sortDescFirst: false },
    // The server has one order for rows that come without any.
    enableSorting: !remote || remote.sorting.length > 0,
    enableSortingRemoval: false,
    onSortingChange: (change: Updater<SortingState>) => tableState.onSorting(functionalUpdate(change, sorting)),
    state: { sorting },
    ...(remote ? byTheServer : {}),
  });
  const frame = useRef<HTMLDivElement>(null);
  const { revalidate } = useRevalidator();
  useFit(frame, useLocation().pathname, tableState.isFit ?? false, () => void revalidate());
  const agenda = useIsNarrow() ? props.agenda : undefined;
  const isRestricted = remote?.isRestricted ?? Object.values(tableState.chosen ?? {}).some(Boolean);
  const isEmpty = props.rows.length === 0 && !isRestricted;
  const [isWhole, setWhole] = useState(isWholeKept);
  useEffect(() => void tryStorage(() => localStorage.setItem(WHOLE, isWhole ? 'whole' : '')), [isWhole]);
  const all = table.getRowModel().rows;
  const total = remote ? remote.total : all.length;
  const pageIndex = Math.min(tableState.pageIndex, Math.max(0, Math.ceil(total / pageSize) - 1));
  const rows = remote ? all : all.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize);
  if (isEmpty && !remote)
    return (
      <div className="table-frame" data-flush={props.isFlush || undefined}>
        {props.empty}
      </div>
    );
  const hasLine = Boolean(props.chips || (agenda && remote?.order));
  const ofPage = (part: OfPage<Row>) => (typeof part === 'function' ? part(rows.map(({ original }) => original)) : part);
  return (
    <div className="table-box">
      <TableTools
        search={props.search && <SearchBox label={props.search} value={query} onChange={tableState.onQuery} />}
        tools={ofPage(props.tools)}
        isFolded={agenda !== undefined}
        isRestricted={isRestricted}
        order={!hasLine && !isEmpty && remote?.order}
        columns={
          props.isWide && (
            <IconButton
              icon={Columns3}
              size={18}
              className="table-tools-button"
              label={words.columns}
              hasTip
              aria-pressed={isWhole}
              onClick={() => setWhole(!isWhole)}
            />
          )
        }
      />
      {hasLine && !isEmpty && (
        <div className="table-line">
          {remote?.order}
          {ofPage(props.chips)}
        </div>
      )}
      <div ref={frame} className="table-frame" data-flush={props.isFlush || undefined} aria-busy={remote?.isBusy || undefined}>
        {isEmpty ? (
          props.empty
        ) : agenda ? (
          <ul className="agenda-rows" aria-label={props.label}>
            {rows.map(({ id, original }) => (
              <li key={id} className="agenda-row" data-signal={props.signal?.(original)}>
                {agenda(original)}
              </li>
            ))}
          </ul>
        ) : (
          <div className="table-rows" style={{ '--rows': pageIndex > 0 ? pageSize : 0 } as CSSProperties}>
            <table
              className="table"
              data-wide={props.isWide || undefined}
              data-whole={isWhole || undefined}
              style={
                {
                  '--least': `${leastWidth(props.columns)}px`,
                  '--digits': String(Math.max(0, ...rows.map(({ id }) => Number(id)))).length,
                } as CSSProperties
              }
              aria-label={props.label}
            >
              <TableHead table={table as never} />
              <tbody>
                {rows.map((row) => (
                  <tr key={row.id} data-signal={props.signal?.(row.original)} {...rowPresses}>
                    {row.getAllCells().map((cell) => {
                      const { meta, header } = cell.column.columnDef;
                      return (
                        <td
                          key={cell.id}
                          className={meta?.isTabular ? 'tabular' : undefined}
                          data-minor={meta?.isMinor}
                          data-card={meta?.onCard ?? 'line'}
                          data-deadline={meta?.isDeadline || undefined}
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
        {total === 0 && !isEmpty && <LiveMessage className="table-none">{props.noMatch?.(query)}</LiveMessage>}
        <Pager
          total={total}
          hasMore={remote?.hasMore}
          pageIndex={pageIndex}
          pageSize={pageSize}
          onPage={tableState.onPage}
          isFit={tableState.isFit}
          onPageSize={tableState.onPageSize}
        />
      </div>
    </div>
  );
}
