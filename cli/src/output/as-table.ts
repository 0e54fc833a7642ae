import { stripVTControlCharacters } from 'node:util';
import { printable } from '@bitacora/core/terminal/printable';
import type { Column } from '../outcome.ts';

const GAP = '  ';
/** No column gets narrower. */
const NARROWEST = 8;

interface Look {
  /** Columns of the terminal; null where lines may be as long as they are. */
  width: number | null;
  heading(text: string): string;
}

const widthOf = (cell: string) => [...stripVTControlCharacters(cell)].length;
const cut = (cell: string, width: number) => (widthOf(cell) <= width ? cell : `${[...cell].slice(0, width - 1).join('')}…`);

/** Takes from the widest of the columns that give way until the lines fit, or nothing more can be taken. */
function fitted(widths: readonly number[], isLong: readonly boolean[], room: number): number[] {
  const fitting = [...widths];
  const excess = () => fitting.reduce((sum, width) => sum + width + GAP.length, -GAP.length) - room;
  for (const mayShrink of [isLong, isLong.map(() => true)])
    while (excess() > 0) {
      const widest = fitting.reduce(
        (best, width, at) => (mayShrink[at] && width > (fitting[best] ?? 0) ? at : best),
        mayShrink.indexOf(true),
      );
      if (widest < 0 || (fitting[widest] ?? 0) <= NARROWEST) break;
      fitting[widest] = Math.max(NARROWEST, (fitting[widest] ?? 0) - excess());
    }
  return fitting;
}

/** Rows under their headings, numbers to the right; every line ends at its last character. */
export function asTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[], { width, heading }: Look): string[] {
  const cells = rows.map((row) => columns.map(({ of }) => of(row)));
  const texts = cells.map((line) => line.map((cell) => printable(cell === null ? '—' : String(cell))));
  const isNumeric = columns.map((_, at) => cells.length > 0 && cells.every((line) => typeof line[at] === 'number'));
  const natural = columns.map(({ title }, at) => Math.max(widthOf(title), ...texts.map((line) => widthOf(line[at] ?? ''))));
  const widths =
    width === null
      ? natural
      : fitted(
          natural,
          columns.map(({ isLong = false }) => isLong),
          width,
        );
  const line = (texts: readonly string[]) =>
    texts
      .map((text, at) => {
        const shown = cut(text, widths[at] ?? 0);
        const pad = ' '.repeat((widths[at] ?? 0) - widthOf(shown));
        return isNumeric[at] ? pad + shown : shown + pad;
      })
      .join(GAP)
      .trimEnd();
  return [heading(line(columns.map(({ title }) => title))), ...texts.map(line)];
}
