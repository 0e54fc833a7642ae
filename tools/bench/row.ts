/** What the product does beside what the machine could do at best, both measured in the same run. */
export interface Row {
  name: string;
  /** Milliseconds, unless `unit` says otherwise. */
  ours: number;
  limit: number;
  unit?: 'ms' | 'kB';
  /** The ratio that is promised; where none is, the figure is only told. */
  most?: number;
  /** What the limit is. */
  limitName: string;
}

const headings = ['', 'nuestro', 'límite', 'razón', 'meta', 'el límite es'];
const cellsOf = ({ name, ours, limit, limitName, unit = 'ms', most }: Row): string[] => [
  name,
  written(ours, unit),
  written(limit, unit),
  (ours / limit).toFixed(2),
  most ? `≤ ${most}` : '',
  limitName,
];
const written = (value: number, unit: string): string => `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`;

/** The rows as a table of text; figures stand to the right. */
export function table(rows: readonly Row[]): string {
  const lines = [headings, ...rows.map(cellsOf)];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => (line[column] as string).length)));
  const isFigure = (column: number) => column > 0 && column < 5;
  return lines
    .map((line) => line.map((cell, column) => (isFigure(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))))
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n');
}

/** The quickest of some runs, in milliseconds: what it takes, not what else the machine was doing. What prepares a run is not counted. */
export async function quickest(runs: number, work: () => Promise<void>, prepare = async () => {}): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    await prepare();
    const began = performance.now();
    await work();
    best = Math.min(best, performance.now() - began);
  }
  return best;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
}
