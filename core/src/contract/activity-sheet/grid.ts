import type { CalendarDate } from '../../domain/calendar.ts';

/** One cell as the spreadsheet shows it. */
export interface GridCell {
  text: string;
  /** Where the file holds a date and not a text. */
  day?: CalendarDate;
  /** Its colour as six hexadecimal digits, `92d050`. */
  fill?: string;
}

/** A row that says something, numbered as spreadsheets do. A merged cell stands in each place that it covers. */
export interface GridRow {
  row: number;
  cells: readonly (GridCell | undefined)[];
}

/** One sheet of a workbook. */
export interface Grid {
  sheet: string;
  rows: readonly GridRow[];
  /** Its contents are not here: hidden sheets hold lists of choices. */
  isHidden?: true;
}
