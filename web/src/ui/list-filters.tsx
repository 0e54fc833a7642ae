import { table as words } from '@bitacora/core/messages/activities/lists';
import { useId } from 'react';
import './list-filters.css';
import { Select } from './select.tsx';
import type { TableState } from './table-model.tsx';

/** What a list in the browser can be narrowed by: the column's name, and the text of a row that is chosen from. */
export type ListFilters<Row> = Readonly<Record<string, { label: string; value: (row: Row) => string }>>;

export const filterRows = <Row,>(rows: readonly Row[], filters: ListFilters<Row>, chosen: TableState['chosen'] = {}): readonly Row[] =>
  rows.filter((row) => Object.entries(filters).every(([name, { value }]) => !chosen[name] || value(row) === chosen[name]));

interface FiltersToolProps<Row> {
  filters: ListFilters<Row>;
  rows: readonly Row[];
  state: TableState;
}

/** A select for each filter. Its options count the rows that the other filters leave. */
export function FiltersTool<Row>({ filters, rows, state: { chosen = {}, onChoice } }: FiltersToolProps<Row>) {
  const id = useId();
  return Object.entries(filters).map(([name, { label, value }]) => {
    const counts = new Map<string, number>();
    for (const row of filterRows(rows, filters, { ...chosen, [name]: '' })) counts.set(value(row), (counts.get(value(row)) ?? 0) + 1);
    const options = [...counts].sort(([a], [b]) => a.localeCompare(b, 'es-MX'));
    const all = words.every(label);
    return (
      <div key={name} className="list-filter" data-chosen={Boolean(chosen[name])}>
        <span id={`${id}${name}-label`} className="only-read">
          {words.filterBy(label)}
        </span>
        <Select
          tie={{ id: `${id}${name}`, 'aria-describedby': undefined, 'aria-invalid': undefined, 'aria-required': undefined }}
          value={chosen[name] || null}
          options={[{ value: '', label: all }, ...options.map(([text, count]) => ({ value: text, label: `${text} (${count})` }))]}
          placeholder={all}
          onChange={(text) => onChoice?.(name, String(text))}
        />
      </div>
    );
  });
}
