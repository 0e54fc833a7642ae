/** The reason why a workbook is not read, as the worker reports it. */
export type SheetProblem = 'wrongType' | 'tooMuch' | 'unreadable' | 'locked';

/** Thrown while reading a workbook. */
export class SheetRefusal extends Error {
  readonly problem: SheetProblem;
  constructor(problem: SheetProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Converts an error of the reader. It looks for the word "password", because the reader's errors have no codes. */
export const asSheetRefusal = (error: unknown): SheetRefusal =>
  error instanceof SheetRefusal ? error : new SheetRefusal(/password/i.test(String(error)) ? 'locked' : 'unreadable');

/** A cell is cut to this many letters, because patterns are slow on long texts. It is one more than any field allows, so that the row is still refused. */
export const TEXT_MAX = 5_001;

/** A workbook that exceeds one of these limits is refused. */
export const SHEET_LIMITS = {
  /** The parts of the package, and the sum of their unpacked sizes. */
  maxEntries: 200,
  maxUnpackedBytes: 50_000_000,
  /** The rows below the headings, and the columns. */
  maxRows: 5_000,
  maxColumns: 30,
  /** A sheet with a row of a higher number is refused, because nobody writes that far down by hand. */
  farthestRow: 20_000,
  /** The letters of all cells together. A file may share one long text among many cells, and the worker's answer repeats it for each. */
  maxLetters: 10_000_000,
  heapMegabytes: 192,
  milliseconds: 10_000,
  /** At most this many workbooks wait while another one is read. */
  maxWaiting: 5,
} as const;
