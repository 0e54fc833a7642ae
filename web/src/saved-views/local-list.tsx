import type { SortingState } from '@tanstack/react-table';
import { FilterSelect } from '../ui/filter-select.tsx';
import { type DataTableProps, Table, type TableRow } from '../ui/table.tsx';
import { type TableState, useListState } from '../ui/table-model.tsx';
import type { ViewScreen } from './views-panel.tsx';
import { ViewsTool } from './views-tool.tsx';

/** What a list in the browser can be narrowed by: the column's name, and the text of a row that is chosen from. */
export type ListFilters<Row> = Readonly<Record<string, { label: string; value: (row: Row) => string }>>;

const filterRows = <Row,>(rows: readonly Row[], filters: ListFilters<Row>, chosen: TableState['chosen'] = {}): readonly Row[] =>
  rows.filter((row) => Object.entries(filters).every(([name, { value }]) => !chosen[name] || value(row) === chosen[name]));

type TableProps<Row extends TableRow> = Pick<DataTableProps<Row>, 'label' | 'columns' | 'rows' | 'search' | 'empty' | 'noMatch'>;
interface LocalListProps<Row extends TableRow> extends TableProps<Row> {
  screen: ViewScreen;
  usualOrder: SortingState;
  filters: ListFilters<Row>;
}

/** A list that is whole in the browser, with search, filters and saved views. Its address keeps its state. */
export function LocalList<Row extends TableRow>({ screen, rows, usualOrder, filters, ...table }: LocalListProps<Row>) {
  const state = useListState(usualOrder, table.columns, filters);
  return (
    <Table
      {...table}
      rows={filterRows(rows, filters, state.chosen)}
      state={state}
      tools={
        <>
          <LocalFilters filters={filters} rows={rows} state={state} />
          <ViewsTool screen={screen} />
        </>
      }
    />
  );
}

interface LocalFiltersProps<Row> {
  filters: ListFilters<Row>;
  rows: readonly Row[];
  state: TableState;
}

/** A select for each filter. Its options count the rows that the other filters leave. */
function LocalFilters<Row>({ filters, rows, state: { chosen = {}, onChoice } }: LocalFiltersProps<Row>) {
  return Object.entries(filters).map(([name, { label, value }]) => {
    const counts = new Map<string, number>();
    for (const row of filterRows(rows, filters, { ...chosen, [name]: '' })) counts.set(value(row), (counts.get(value(row)) ?? 0) + 1);
    const options = [...counts].sort(([a], [b]) => a.localeCompare(b, 'es-MX'));
    return (
      <FilterSelect
        key={name}
        label={label}
        value={chosen[name] || null}
        options={options.map(([text, count]) => ({ value: text, label: `${text} (${count})` }))}
        onChange={(text) => onChoice?.(name, String(text))}
      />
    );
  });
}
