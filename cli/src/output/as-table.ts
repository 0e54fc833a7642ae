import { stripVTControlCharacters } from 'node:util';
import { terminal } from '@bitacora/core/messages/terminal';
import { printable } from '@bitacora/core/terminal/printable';
import type { ListingColumn } from '../outcome.ts';
import { fitWidths } from './fit-widths.ts';

const GAP = '  ';

interface TableStyle {
  /** Columns of the terminal; null where lines may be as long as they are. */
  width: number | null;
  heading(text: string): string;
}

const widthOf = (text: string) => [...stripVTControlCharacters(text)].length;
const cut = (text: string, width: number) => (widthOf(text) <= width ? text : `${[...text].slice(0, width - 1).join('')}…`);

/** One column's texts, and how its lines hold them: numbers stand to the right. */
function read<Row>(column: ListingColumn<Row>, rows: readonly Row[]) {
  const values = rows.map((row) => column.of(row));
  const cells = values.map((value) => printable(value === null ? '—' : String(value)));
  const isNumeric = values.length > 0 && values.every((value) => typeof value === 'number');
  return { ...column, cells, isNumeric, width: Math.max(widthOf(column.title), ...cells.map(widthOf)) };
}

/** A column that may be left out and says nothing of any row takes no room. */
const isEmpty = ({ rank = 0, cells }: { rank?: number; cells: readonly string[] }) =>
  rank > 0 && cells.length > 0 && cells.every((text) => text === '');

/** Rows under their headings; every line ends at its last character. What there was no room for is named at the end. */
export function asTable<Row>(columns: readonly ListingColumn<Row>[], rows: readonly Row[], { width: room, heading }: TableStyle): string[] {
  const all = columns.map((column) => read(column, rows)).filter((column) => !isEmpty(column));
  const shown = room === null ? all : fitWidths(all, room, GAP.length);
  const line = (textOf: (column: (typeof all)[number]) => string) =>
    shown
      .map((column) => {
        const text = cut(textOf(column), column.width);
        const pad = ' '.repeat(column.width - widthOf(text));
        return column.isNumeric ? pad + text : text + pad;
      })
      .join(GAP)
      .trimEnd();
  const left = all.filter(({ title }) => shown.every((column) => column.title !== title));
  return [
    heading(line(({ title }) => title)),
    ...rows.map((_, at) => line(({ cells }) => cells[at] ?? '')),
    ...(left.length > 0 ? ['', terminal.noRoomFor(left.map(({ title }) => title))] : []),
  ];
}
