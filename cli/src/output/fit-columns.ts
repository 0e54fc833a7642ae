/** Columns are given up from the highest rank to the lowest where lines are too short; those of rank 0 stay. */
interface RankedColumn {
  /** In characters; the least of a column that may be wider. */
  width: number;
  rank?: number;
}

/** A column of a table of the full screen. */
export interface TableColumn<Row> extends RankedColumn {
  title: string;
  of(row: Row): string;
  grows?: boolean;
  /** Aligned to the right. */
  isNumber?: boolean;
}

/** In the full screen, the text that stays gets this share of the line, to this width, before other columns are kept. */
const TEXT_SHARE = 0.34;
const TEXT_WIDTH_MAX = 48;
/** A long column is cut to this before another one is left out; one that stays is read and gets more. */
const LONG_WIDTH_MIN = 14;
const READ_WIDTH_MIN = 28;
/** No column gets narrower. */
const WIDTH_MIN = 8;
const TABLE_GAP = 1;

const lineWidth = (columns: readonly RankedColumn[], gap: number) => columns.reduce((sum, { width }) => sum + width + gap, -gap);

/** The columns for which there is room, in their order; `gap` is the number of characters between two. */
function giveUpColumns<Column extends RankedColumn>(columns: readonly Column[], room: number, gap: number): Column[] {
  let left = [...columns];
  while (lineWidth(left, gap) > room && left.some(({ rank = 0 }) => rank > 0)) {
    const highest = Math.max(...left.map(({ rank = 0 }) => rank));
    const last = left.findLastIndex(({ rank = 0 }) => rank === highest);
    left = left.filter((_, index) => index !== last);
  }
  return left;
}

/** The columns of the full screen for which there is room, each with its width. Those that grow share the rest. */
export function fitColumns<Row>(columns: readonly TableColumn<Row>[], room: number): TableColumn<Row>[] {
  const isText = ({ grows = false, rank = 0 }: TableColumn<Row>) => grows && rank === 0;
  const share = Math.min(TEXT_WIDTH_MAX, Math.floor((room * TEXT_SHARE) / columns.filter(isText).length));
  const widened = columns.map((column) => (isText(column) ? { ...column, width: Math.max(column.width, share) } : column));
  const fitting = giveUpColumns(widened, room, TABLE_GAP);
  let left = Math.max(0, room - lineWidth(fitting, TABLE_GAP));
  let growing = fitting.filter(({ grows }) => grows).length;
  return fitting.map((column) => {
    if (!column.grows) return column;
    const more = Math.floor(left / growing);
    left -= more;
    growing -= 1;
    return { ...column, width: column.width + more };
  });
}

/** A column of a listing, as wide as its widest text. */
type SizedColumn = RankedColumn & { isLong?: boolean };

/** The columns of a listing for which there is room: long ones are cut first, then some are left out, then the others are cut. */
export function fitWidths<Column extends SizedColumn>(columns: readonly Column[], room: number, gap: number): Column[] {
  const leastOf = ({ rank = 0 }: RankedColumn) =>
    rank > 0 ? LONG_WIDTH_MIN : Math.min(READ_WIDTH_MIN, Math.max(LONG_WIDTH_MIN, room / 3));
  const narrowest = (column: Column) => (column.isLong ? Math.min(column.width, leastOf(column)) : column.width);
  const candidates = columns.map((column) => ({ column, rank: column.rank, width: narrowest(column) }));
  const fitting = giveUpColumns(candidates, room, gap).map(({ column }) => ({ ...column }));
  cutDown(fitting, ({ isLong = false }) => isLong, room, LONG_WIDTH_MIN, gap);
  cutDown(fitting, () => true, room, WIDTH_MIN, gap);
  return fitting;
}

/** Narrows the widest column that `mayCut` allows, by one character at a time, until lines fit or all of those are at `min`. */
function cutDown<Column extends SizedColumn>(
  columns: readonly Column[],
  mayCut: (column: Column) => boolean,
  room: number,
  min: number,
  gap: number,
): void {
  for (let excess = lineWidth(columns, gap) - room; excess > 0; excess--) {
    const widest = columns.filter(mayCut).reduce<Column | null>((best, one) => (best && best.width >= one.width ? best : one), null);
    if (!widest || widest.width <= min) return;
    widest.width--;
  }
}
