import path from 'node:path';

/** `skipped` holds `file > title` of each. */
export type Outcome = { nPassed: number; nFailed: number; skipped: string[] };

/** The part of vitest's JSON report that is read here. */
export type Report = {
  numTotalTests: number;
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[];
};

/** What a run of vitest amounts to. No report, no test, or an error outside of any test is a failure too. */
export function outcomeOf(status: number, report: Report | null): Outcome {
  if (!report?.numTotalTests) return { nPassed: 0, nFailed: 1, skipped: [] };
  const skipped = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((test) => ['skipped', 'pending', 'todo'].includes(test.status))
      .map((test) => `${path.relative(process.cwd(), name).replaceAll('\\', '/')} > ${test.fullName}`),
  );
  const nFailed = status === 0 ? report.numFailedTests : Math.max(1, report.numFailedTests);
  return { nPassed: report.numPassedTests, nFailed, skipped };
}

export const add = (one: Outcome, other: Outcome): Outcome => ({
  nPassed: one.nPassed + other.nPassed,
  nFailed: one.nFailed + other.nFailed,
  skipped: [...one.skipped, ...other.skipped],
});

/** The closing line that people and CI read. */
export const line = ({ nPassed, nFailed, skipped }: Outcome): string =>
  `${nPassed} passed, ${nFailed} failed${skipped.length ? `, ${skipped.length} skipped` : ''}`;
