import path from 'node:path';

/** `skipped` and `failed` hold `file > title` of each test; `failedFiles` the files to run again; `empty` the folders that ran no test. */
export type TestOutcome = {
  nPassed: number;
  nFailed: number;
  skipped: string[];
  failed: string[];
  failedFiles: string[];
  empty: string[];
};

/** The part of vitest's JSON report that is read here. */
export type VitestReport = {
  numTotalTests: number;
  testResults: { name: string; status: string; message?: string; assertionResults: TestResult[] }[];
};
type TestResult = { status: string; fullName: string; failureMessages?: string[] | null };

export const nothingRun: TestOutcome = { nPassed: 0, nFailed: 0, skipped: [], failed: [], failedFiles: [], empty: [] };

const pathOf = (name: string) => path.relative(process.cwd(), name).replaceAll('\\', '/');
const firstLine = (text = '') => text.split('\n', 1)[0] ?? '';

/**
 * What a run of vitest amounts to. No report, no test in one of `folders`, or an error outside of any test is a failure too.
 * The tests that passed in a file that failed do not count, because the file runs again as a whole.
 */
export function outcomeOf(status: number, report: VitestReport | null, folders: string[] = []): TestOutcome {
  if (!report?.numTotalTests) return { ...nothingRun, nFailed: 1, empty: folders };
  const outcome: TestOutcome = { ...nothingRun, skipped: [], failed: [], failedFiles: [], empty: [] };
  const ran = new Set<string>();
  for (const { name, status: ofFile, message, assertionResults } of report.testResults) {
    const file = pathOf(name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (assertionResults.length) ran.add(file);
    for (const test of assertionResults) {
      if (['skipped', 'pending', 'todo'].includes(test.status)) outcome.skipped.push(`${file} > ${test.fullName}`);
    }
    if (ofFile === 'failed' || failed.length) {
      outcome.failedFiles.push(file);
      outcome.nFailed += Math.max(1, failed.length);
      outcome.failed.push(...failed.map((test) => `${file} > ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`));
      if (!failed.length) outcome.failed.push(`${file}: ${firstLine(message)}`);
    } else outcome.nPassed += assertionResults.filter((test) => test.status === 'passed').length;
  }
  outcome.empty = folders.filter((folder) => ![...ran].some((file) => file.startsWith(`${folder}/`)));
  if (status !== 0) outcome.nFailed = Math.max(1, outcome.nFailed);
  outcome.nFailed += outcome.empty.length;
  return outcome;
}

export const add = (one: TestOutcome, other: TestOutcome): TestOutcome => ({
  nPassed: one.nPassed + other.nPassed,
  nFailed: one.nFailed + other.nFailed,
  skipped: [...one.skipped, ...other.skipped],
  failed: [...one.failed, ...other.failed],
  failedFiles: [...one.failedFiles, ...other.failedFiles],
  empty: [...one.empty, ...other.empty],
});

/** The outcome of a run once its failed files have run again: what they counted before is replaced by `again`. */
export const replaceFailed = (first: TestOutcome, again: TestOutcome): TestOutcome => {
  const isOfFailedFile = (test: string) => first.failedFiles.some((file) => test.startsWith(`${file} > `));
  return add(
    { ...nothingRun, nPassed: first.nPassed, skipped: first.skipped.filter((test) => !isOfFailedFile(test)), empty: first.empty },
    { ...again, nFailed: again.nFailed + first.empty.length },
  );
};

/** The closing line that people and CI read. */
export const line = ({ nPassed, nFailed, skipped }: TestOutcome): string =>
  `${nPassed} passed, ${nFailed} failed${skipped.length ? `, ${skipped.length} skipped` : ''}`;
