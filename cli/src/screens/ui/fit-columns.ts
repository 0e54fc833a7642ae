import { giveUpColumns, neededBy } from '../../output/give-up-columns.ts';

/** A column of a table on screen. */
export interface TableColumn<Row> {
  title: string;
  of(row: Row): string;
  /** In characters; the least for one that grows. */
  width: number;
  grows?: boolean;
  /** Given up where it is narrow: the highest first. 0 stays. */
  rank?: number;
  /** Figures, to the right. */
  isNumber?: boolean;
}

const GAP = 1;

/** The columns for which there is room, in their order, each with its width: those that grow share what is left. */
export function fitColumns<Row>(columns: readonly TableColumn<Row>[], room: number): TableColumn<Row>[] {
  const kept = giveUpColumns(columns, room, GAP);
  let left = Math.max(0, room - neededBy(kept, GAP));
  let growing = kept.filter(({ grows }) => grows).length;
  return kept.map((column) => {
    if (!column.grows) return column;
    const share = Math.floor(left / growing);
    left -= share;
    growing -= 1;
    return { ...column, width: column.width + share };
  });
}
