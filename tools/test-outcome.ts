import path from 'node:path';

/** `skipped` holds `file > title` of each; `empty` the folders that ran no test. */
export type TestOutcome = { nPassed: number; nFailed: number; skipped: string[]; empty: string[] };

/** The part of vitest's JSON report that is read here. */
export type Report = {
  numTotalTests: number;
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[];
};

const pathOf = (name: string) => path.relative(process.cwd(), name).replaceAll('\\', '/');

/** What a run of vitest amounts to. No report, no test in one of `folders`, or an error outside of any test is a failure too. */
export function outcomeOf(status: number, report: Report | null, folders: string[] = []): TestOutcome {
  if (!report?.numTotalTests) return { nPassed: 0, nFailed: 1, skipped: [], empty: folders };
  const skipped = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((test) => ['skipped', 'pending', 'todo'].includes(test.status))
      .map((test) => `${pathOf(name)} > ${test.fullName}`),
  );
  const ran = report.testResults.filter(({ assertionResults }) => assertionResults.length).map(({ name }) => pathOf(name));
  const empty = folders.filter((folder) => !ran.some((file) => file.startsWith(`${folder}/`)));
  const nFailed = status === 0 ? report.numFailedTests : Math.max(1, report.numFailedTests);
  return { nPassed: report.numPassedTests, nFailed: nFailed + empty.length, skipped, empty };
}

export const add = (one: TestOutcome, other: TestOutcome): TestOutcome => ({
  nPassed: one.nPassed + other.nPassed,
  nFailed: one.nFailed + other.nFailed,
  skipped: [...one.skipped, ...other.skipped],
  empty: [...one.empty, ...other.empty],
});

/** The closing line that people and CI read. */
export const line = ({ nPassed, nFailed, skipped }: TestOutcome): string =>
  `${nPassed} passed, ${nFailed} failed${skipped.length ? `, ${skipped.length} skipped` : ''}`;
