import type { ListingColumn } from '../outcome.ts';
import { giveUpColumns, neededBy } from './give-up-columns.ts';

/** A long column is cut to this before another one is left out. */
const LEAST_LONG = 14;
/** No column gets narrower. */
const NARROWEST = 8;

/** A column as wide as its widest text. */
export type Sized = Pick<ListingColumn<never>, 'isLong' | 'rank'> & { width: number };

/** Takes from the widest column that may be cut, over and over, until the lines fit or all of those are down to `least`. */
function cutDown<One extends Sized>(columns: readonly One[], mayCut: (column: One) => boolean, room: number, least: number, gap: number) {
  for (let excess = neededBy(columns, gap) - room; excess > 0; excess--) {
    const widest = columns.filter(mayCut).reduce<One | null>((best, one) => (best && best.width >= one.width ? best : one), null);
    if (!widest || widest.width <= least) return;
    widest.width--;
  }
}

/** The columns for which there is room, `gap` apart: long ones are cut, then some are left out, and only then the others are cut. */
export function fitWidths<One extends Sized>(columns: readonly One[], room: number, gap: number): One[] {
  const leastOf = ({ isLong = false, width }: One) => (isLong ? Math.min(width, LEAST_LONG) : width);
  const leasts = columns.map((column) => ({ column, rank: column.rank ?? 0, width: leastOf(column) }));
  const kept = giveUpColumns(leasts, room, gap).map(({ column }) => ({ ...column }));
  cutDown(kept, ({ isLong = false }) => isLong, room, LEAST_LONG, gap);
  cutDown(kept, () => true, room, NARROWEST, gap);
  return kept;
}
