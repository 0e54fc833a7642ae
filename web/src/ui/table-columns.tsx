import { normalise } from '@bitacora/core/domain/text';
import { type ColumnDef, createSortedRowModel, type RowData, rowSortingFeature, type SortFn, tableFeatures } from '@tanstack/react-table';

/** How a column is rendered. */
export interface ColumnLook {
  /** In pixels. Columns without a width share the rest. */
  width?: number;
  /** Its width where a wide table has little room. */
  dense?: number;
  /** The width of table that shows it: `medium` 900 px, `report` 1024 px, `wide` 1120 px. Cards show it always. */
  isMinor?: 'medium' | 'report' | 'wide' | undefined;
  /** Its place on the card that a row becomes on a phone; `line` is a label and its value. */
  onCard?: 'pick' | 'action' | 'preview' | 'head' | 'badge' | 'lead' | 'line';
  isSearched?: boolean;
  isTabular?: boolean;
  /** Its cells wear the tint of the row's signal. */
  isDeadline?: boolean;
}

export const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnMeta: {} as ColumnLook,
});
export type Features = typeof features;
// biome-ignore lint/suspicious/noExplicitAny: each column of a row has its own type of value; only TanStack's helper knows them.
export type Columns<Row extends RowData> = readonly ColumnDef<Features, Row, any>[];

/** The ids a table may be sorted by. */
export const sortableIds = <Row extends RowData>(columns: Columns<Row>): string[] =>
  columns.flatMap((column) => {
    const { id, accessorKey, accessorFn } = column as { id?: string; accessorKey?: string; accessorFn?: unknown };
    return accessorKey || accessorFn ? [id ?? accessorKey ?? ''] : [];
  });

/** What a column shows of a row, before it is drawn. */
const readerOf = <Row extends RowData>(column: Columns<Row>[number]): ((row: Row, at: number) => unknown) => {
  const { accessorFn, accessorKey } = column as { accessorFn?: (row: Row, at: number) => unknown; accessorKey?: keyof Row };
  return accessorFn ?? ((row) => accessorKey && row[accessorKey]);
};

const collator = new Intl.Collator('es-MX', { numeric: true });

/** Spanish order for texts, size for numbers and dates; missing values come last. */
export const byValue: SortFn<Features, RowData> = (rowA, rowB, columnId) => {
  const a = rowA.getValue<unknown>(columnId);
  const b = rowB.getValue<unknown>(columnId);
  if (a == null || b == null) return Number(a == null) - Number(b == null);
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
  return Number(a) - Number(b);
};

/** The rows whose searched columns mention a text; case, accents and runs of blanks do not matter. */
export function thatMention<Row extends RowData>(columns: Columns<Row>, rows: readonly Row[], query: string): readonly Row[] {
  if (query === '') return rows;
  const searchText = normalise(query);
  const searched = columns.filter(({ meta }) => meta?.isSearched).map(readerOf);
  return rows.filter((row, at) => searched.some((value) => normalise(String(value(row, at) ?? '')).includes(searchText)));
}

/** Two lines of a text in a table, with all of it on hover. Rows keep their height, so that clicks hit. */
export const Clipped = ({ text }: { text: string }) => (
  <span className="clip" title={text}>
    {text}
  </span>
);
