/** Columns are given up from the highest rank to the lowest where lines are too short; those of rank 0 stay. */
interface RankedColumn {
  /** In characters. A column that grows has at least this width. */
  width: number;
  rank?: number;
}

/** A column of a table of the full screen. */
export interface TableColumn<Row> extends RankedColumn {
  title: string;
  /** Replaces a title that is wider than the column. */
  short?: string;
  of(row: Row): string;
  grows?: boolean;
  /** Aligned to the right. */
  isNumber?: boolean;
  /** What differs where the line is too short for all columns; null leaves the column out. */
  narrow?: Partial<TableColumn<Row>> | null;
}

/** The heading of a column, or its short form where the whole one does not fit. */
export const fitTitle = ({ title, short = title, width }: { title: string; short?: string; width: number }): string =>
  [...title].length <= width ? title : short;

/** Returns the columns of a line that is too short for all of them; null where they have no other form. */
export const narrowColumns = <Column extends { narrow?: object | null }>(columns: readonly Column[]): Column[] | null =>
  columns.some(({ narrow }) => narrow !== undefined)
    ? columns.flatMap((column) => (column.narrow === null ? [] : { ...column, ...column.narrow, narrow: undefined }))
    : null;

/** The text gets this share of the full screen, up to the width below, before other columns get room. */
const TEXT_SHARE = 0.34;
const TEXT_WIDTH_MAX = 44;
/** A long column is cut to this before another one is left out; the text, which people read, gets more. */
const LONG_WIDTH_MIN = 14;
const READ_WIDTH_MIN = 28;
/** The text of a listing keeps this share of the line, because a listing has more columns than the full screen. */
const LISTING_SHARE = 0.27;
/** A name is cut to this before the text is cut. */
const NAME_WIDTH = 22;
/** A heading above short cells is cut to this before a column is left out. */
const HEADING_WIDTH_MIN = 15;
/** No column gets narrower. */
const WIDTH_MIN = 8;
const TABLE_GAP = 1;

const lineWidth = (columns: readonly RankedColumn[], gap: number) => columns.reduce((sum, { width }) => sum + width + gap, -gap);

/** Leaves out columns until the others fit; `gap` is the number of characters between two. */
function giveUpColumns<Column extends RankedColumn>(columns: readonly Column[], room: number, gap: number): Column[] {
  let left = [...columns];
  while (lineWidth(left, gap) > room && left.some(({ rank = 0 }) => rank > 0)) {
    const highest = Math.max(...left.map(({ rank = 0 }) => rank));
    const last = left.findLastIndex(({ rank = 0 }) => rank === highest);
    left = left.filter((_, index) => index !== last);
  }
  return left;
}

/** Returns the columns of the full screen for which there is room, each with its width. Those that grow share the rest. */
export function fitColumns<Row>(columns: readonly TableColumn<Row>[], room: number): TableColumn<Row>[] {
  const isText = ({ grows = false, rank = 0 }: TableColumn<Row>) => grows && rank === 0;
  const share = Math.min(TEXT_WIDTH_MAX, Math.floor((room * TEXT_SHARE) / columns.filter(isText).length));
  const widened = columns.map((column) => (isText(column) ? { ...column, width: Math.max(column.width, share) } : column));
  const narrow = lineWidth(widened, TABLE_GAP) > room && narrowColumns(columns);
  if (narrow) return fitColumns(narrow, room);
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

/** A column of a listing, as wide as its heading and its widest cell; `cellWidth` leaves the heading out. */
type SizedColumn = RankedColumn & { isLong?: boolean; cellWidth: number };

/**
 * Returns the columns of a listing for which there is room. The text keeps its share, so names and headings are cut before it. Columns are
 * left out where the narrowest form of all does not fit.
 */
export function fitWidths<Column extends SizedColumn>(columns: readonly Column[], room: number, gap: number): Column[] {
  const isText = ({ isLong = false, rank = 0 }: SizedColumn) => isLong && rank === 0;
  const isName = (column: SizedColumn) => Boolean(column.isLong) && !isText(column);
  const share = (room * LISTING_SHARE) / Math.max(1, columns.filter(isText).length);
  const textWidthMin = Math.floor(Math.min(TEXT_WIDTH_MAX, Math.max(share, Math.min(READ_WIDTH_MIN, Math.max(LONG_WIDTH_MIN, room / 3)))));
  const leastWidth = (column: SizedColumn) => {
    if (column.isLong) return Math.min(column.width, isText(column) ? textWidthMin : LONG_WIDTH_MIN);
    return Math.min(column.width, Math.max(column.cellWidth, HEADING_WIDTH_MIN));
  };
  const candidates = columns.map((column) => ({ column, rank: column.rank, width: leastWidth(column) }));
  const fitting = giveUpColumns(candidates, room, gap).map(({ column }) => ({ ...column }));
  cutDown(fitting, (column) => (isName(column) ? NAME_WIDTH : column.width), room, gap);
  cutDown(fitting, (column) => (isText(column) ? TEXT_WIDTH_MAX : column.width), room, gap);
  cutDown(fitting, (column) => (isText(column) ? column.width : leastWidth(column)), room, gap);
  cutDown(fitting, leastWidth, room, gap);
  cutDown(fitting, () => WIDTH_MIN, room, gap);
  return fitting;
}

/** Narrows the widest column that is above its own least width, by one character at a time, until lines fit. */
function cutDown<Column extends SizedColumn>(
  columns: readonly Column[],
  leastWidth: (column: Column) => number,
  room: number,
  gap: number,
): void {
  for (let excess = lineWidth(columns, gap) - room; excess > 0; excess--) {
    const candidates = columns.filter((column) => column.width > leastWidth(column));
    const widest = candidates.reduce<Column | null>((best, column) => (best && best.width >= column.width ? best : column), null);
    if (!widest) return;
    widest.width--;
  }
}
