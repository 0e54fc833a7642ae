import { expect, it } from 'vitest';
import { add, line, outcomeOf } from '../test-outcome.ts';

const report = (passed: number, failed: number, skipped: string[] = []) => ({
  numTotalTests: passed + failed + skipped.length,
  numPassedTests: passed,
  numFailedTests: failed,
  testResults: [{ name: `${process.cwd()}/e2e/a.test.ts`, assertionResults: skipped.map((fullName) => ({ status: 'skipped', fullName })) }],
});

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

it('a folder without tests is a failure', () => {
  expect(outcomeOf(0, report(1, 0, ['a']), ['e2e', 'web/test'])).toMatchObject({ nFailed: 1, empty: ['web/test'] });
});
