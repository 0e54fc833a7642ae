import { stripVTControlCharacters } from 'node:util';
import { terminal } from '@bitacora/core/messages/terminal';
import { printable } from '@bitacora/core/terminal/printable';
import type { ListingColumn } from '../outcome.ts';
import { fitWidths } from './fit-columns.ts';

const GAP = '  ';

interface TableStyle {
  /** Columns of the terminal; null if lines have no limit. */
  width: number | null;
  heading(text: string): string;
}

const widthOf = (text: string) => [...stripVTControlCharacters(text)].length;
const cut = (text: string, width: number) => (widthOf(text) <= width ? text : `${[...text].slice(0, width - 1).join('')}…`);

/** The texts of one column and their width; numbers are aligned to the right. */
function measure<Row>(column: ListingColumn<Row>, rows: readonly Row[]) {
  const values = rows.map((row) => column.of(row));
  const cells = values.map((value) => printable(value === null ? '—' : String(value)));
  const isNumeric = values.length > 0 && values.every((value) => typeof value === 'number');
  return { ...column, cells, isNumeric, width: Math.max(widthOf(column.title), ...cells.map(widthOf)) };
}

/** A column that may be left out takes no room if it has no text in any row. */
const isEmpty = ({ rank = 0, cells }: { rank?: number; cells: readonly string[] }) =>
  rank > 0 && cells.length > 0 && cells.every((text) => text === '');

/** Rows under their headings, without blanks at line ends. The last line names the columns for which there was no room. */
export function asTable<Row>(columns: readonly ListingColumn<Row>[], rows: readonly Row[], { width: room, heading }: TableStyle): string[] {
  const all = columns.map((column) => measure(column, rows)).filter((column) => !isEmpty(column));
  const fitting = room === null ? all : fitWidths(all, room, GAP.length);
  const line = (textOf: (column: (typeof all)[number]) => string) =>
    fitting
      .map((column) => {
        const text = cut(textOf(column), column.width);
        const pad = ' '.repeat(column.width - widthOf(text));
        return column.isNumeric ? pad + text : text + pad;
      })
      .join(GAP)
      .trimEnd();
  const missing = all.filter(({ title }) => fitting.every((column) => column.title !== title));
  return [
    heading(line(({ title }) => title)),
    ...rows.map((_, at) => line(({ cells }) => cells[at] ?? '')),
    ...(missing.length > 0 ? ['', terminal.noRoomFor(missing.map(({ title }) => title))] : []),
  ];
}
