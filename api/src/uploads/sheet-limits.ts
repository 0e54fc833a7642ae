import type { SheetFacts } from '@bitacora/core/domain/refusal';

export type SheetProblem = 'wrongType' | 'tooMuch' | 'unreadable' | 'locked';

/** Thrown while reading a workbook. `cause` is the reader's own error, for the log. */
export class SheetRefusal extends Error {
  readonly problem: SheetProblem;
  readonly facts: SheetFacts;
  constructor(problem: SheetProblem, facts: SheetFacts = {}, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
    this.facts = facts;
  }
}

/** Converts an error of the reader. It looks for the word "password", because the reader's errors have no codes. */
export const asSheetRefusal = (error: unknown): SheetRefusal =>
  error instanceof SheetRefusal
    ? error
    : new SheetRefusal(/password/i.test(String(error)) ? 'locked' : 'unreadable', {}, String(error).slice(0, 200));

/** A cell is cut to this many letters, because patterns are slow on long texts. It is one more than any field allows, so that the row is still refused. */
export const TEXT_MAX = 5_001;

export const SHEET_LIMITS = {
  /** The parts of the package, and the bytes that come out of those that are unpacked. */
  maxEntries: 5_000,
  maxUnpackedBytes: 50_000_000,
  /** The rows below the headings, and the columns under headings. */
  maxRows: 5_000,
  maxColumns: 256,
  /** Rows with a value, that of formulas that are filled down too. */
  maxFilledRows: 20_000,
  /** The cells under headings of all sheets, merged cells counted wherever they reach. */
  maxCells: 300_000,
  /** The letters of all cells together. A file may share one long text among many cells, and the worker's answer repeats it for each. */
  maxLetters: 10_000_000,
  heapMegabytes: 192,
  milliseconds: 10_000,
  maxWaiting: 5,
} as const;
