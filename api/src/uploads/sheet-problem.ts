/** Why a workbook is not read, as the worker tells it. */
export type SheetProblem = 'wrongType' | 'tooMuch' | 'unreadable' | 'locked';

/** Thrown while reading a workbook. */
export class SheetRefusal extends Error {
  readonly problem: SheetProblem;
  constructor(problem: SheetProblem) {
    super(problem);
    this.problem = problem;
  }
}
