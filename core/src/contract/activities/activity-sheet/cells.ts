import type { CalendarDate } from '../../../domain/calendar.ts';

export interface GridCell {
  text: string;
  /** Set where the file holds a date and not a text. */
  day?: CalendarDate;
  /** Its colour as six hexadecimal digits, `92d050`. */
  fill?: string;
  isStruck?: true;
}

/** A row that says something, numbered as spreadsheets do. A merged cell stands in each place that it covers. */
export interface GridRow {
  row: number;
  cells: readonly (GridCell | undefined)[];
  /** It was filtered away or hidden. */
  isHidden?: true;
}

export interface Grid {
  sheet: string;
  rows: readonly GridRow[];
  /** Its contents are not here: hidden sheets hold lists of choices. */
  isHidden?: true;
  /** What stood under no heading right of the lists or below them and was not read. `first` names the first column or row. */
  cut?: { columns?: { count: number; first: string }; rows?: { count: number; first: number } };
}
