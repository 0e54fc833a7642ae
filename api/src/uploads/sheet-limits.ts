/** Why a workbook is not read, as the worker reports it. */
export type SheetProblem = 'wrongType' | 'tooMuch' | 'unreadable' | 'locked';

/** Thrown while reading a workbook. */
export class SheetRefusal extends Error {
  readonly problem: SheetProblem;
  constructor(problem: SheetProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Why a reader failed; its own errors have no codes. */
export const asSheetRefusal = (error: unknown): SheetRefusal =>
  error instanceof SheetRefusal ? error : new SheetRefusal(/password/i.test(String(error)) ? 'locked' : 'unreadable');

/** Letters of a cell that are read: one more than any text may have, so that it is refused by its row. Patterns are slow on long texts. */
export const TEXT_MAX = 5_001;

/** What a workbook may cost before it is refused. */
export const SHEET_LIMITS = {
  /** Parts of the package, and what they may unpack to, all together. */
  maxEntries: 200,
  maxUnpackedBytes: 50_000_000,
  /** Rows below the headings, and columns. */
  maxRows: 5_000,
  maxColumns: 30,
  /** Below this nobody writes by hand. */
  farthestRow: 20_000,
  /** Letters of all cells: one shared text of a file may stand in each of them, and the worker's answer repeats it. */
  maxLetters: 10_000_000,
  heapMegabytes: 192,
  milliseconds: 10_000,
  /** How many may wait for the one that is being read. */
  maxWaiting: 5,
} as const;
