import { expect, it } from 'vitest';
import { add, line, outcomeOf, replaceFailed } from '../test-outcome.ts';

const file = (name: string, passes: number, failed: number, skipped: string[] = []) => ({
  name: `${process.cwd()}/e2e/${name}.test.ts`,
  status: failed ? 'failed' : 'passed',
  assertionResults: [
    ...Array.from({ length: passes }, (_, index) => ({ status: 'passed', fullName: `passes ${index}` })),
    ...Array.from({ length: failed }, (_, index) => ({
      status: 'failed',
      fullName: `fails ${index}`,
      failureMessages: ['Error: no\n  at x'],
    })),
    ...skipped.map((fullName) => ({ status: 'skipped', fullName })),
  ],
});
const reportOf = (...testResults: ReturnType<typeof file>[]) => ({
  numTotalTests: testResults.flatMap(({ assertionResults }) => assertionResults).length,
  testResults,
});
const report = (passes: number, failed: number, skipped: string[] = []) => reportOf(file('a', passes, 0, skipped), file('b', 0, failed));

it('adds up every run', () => {
  expect(line(add(outcomeOf(0, report(3, 0)), outcomeOf(1, report(4, 2))))).toBe('7 passed, 2 failed');
});

it('names and counts what was skipped', () => {
  const outcome = outcomeOf(0, report(1, 0, ['the main job']));
  expect(outcome.skipped).toEqual(['e2e/a.test.ts > the main job']);
  expect(line(outcome)).toBe('1 passed, 0 failed, 1 skipped');
});

it.each([
  ['no report', 1, null],
  ['no report but exit 0', 0, null],
  ['no test at all', 0, report(0, 0)],
  ['an error outside of any test', 1, report(5, 0)],
])('%s is a failure', (_, status, given) => {
  expect(outcomeOf(status, given).nFailed).toBe(1);
});

it('names what failed, with the first line of its reason', () => {
  expect(outcomeOf(1, report(4, 1)).failed).toEqual(['e2e/b.test.ts > fails 0: Error: no']);
  const broken = { ...file('c', 0, 0), status: 'failed', message: 'Error: no such module\n  at y' };
  expect(outcomeOf(1, reportOf(file('a', 1, 0), broken))).toMatchObject({
    nFailed: 1,
    failed: ['e2e/c.test.ts: Error: no such module'],
    failedFiles: ['e2e/c.test.ts'],
  });
});

it('counts a file that runs again by its second run alone', () => {
  const first = outcomeOf(1, reportOf(file('a', 3, 0, ['later']), file('b', 2, 1, ['never'])));
  expect(line(first)).toBe('3 passed, 1 failed, 2 skipped');
  expect(line(replaceFailed(first, outcomeOf(0, reportOf(file('b', 3, 0, ['never'])))))).toBe('6 passed, 0 failed, 2 skipped');
  expect(line(replaceFailed(first, outcomeOf(1, reportOf(file('b', 2, 1, ['never'])))))).toBe('3 passed, 1 failed, 2 skipped');
});

it('a folder without tests is a failure', () => {
  expect(outcomeOf(0, report(1, 0, ['a']), ['e2e', 'web/test'])).toMatchObject({ nFailed: 1, empty: ['web/test'] });
});
