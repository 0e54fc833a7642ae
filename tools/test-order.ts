import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, longest first. A run that starts with them does not end with one worker alone. Most of them start whole
 * servers and wait for them, so they run beside those that compute.
 */
export const LONGEST_FIRST = [
  'e2e/screens/places.test.ts',
  'api/test/every-call/bad-inputs.test.ts',
  'api/test/process/administration/restore.test.ts',
  'e2e/screens/keyboard.test.ts',
  'api/test/process/lifetime.test.ts',
  'api/test/every-call/who-may.test.ts',
  'api/test/jobs/seal-history.test.ts',
  'core/test/life-cycle/random-lives.test.ts',
  'api/test/process/administration/accounts.test.ts',
  'api/test/slow-clients.test.ts',
  'bot/test/whole/matrix.test.ts',
  'api/test/reset-attacks.test.ts',
  'api/test/process/empty-or-demo.test.ts',
  'cli/test/session.test.ts',
  'cli/test/users.test.ts',
  'api/test/limits-hold.test.ts',
  'api/test/live/live.test.ts',
  'web/test/live.test.tsx',
  'api/test/sheets/report-workbook.test.ts',
];

/** Files of one project share workers, so they follow one another; whole servers and browsers go first, and the shortest files end the run. */
const PROJECTS = ['screens', 'processes', 'api', 'web', 'bot', 'cli', 'core', 'tools'];

/** A file that is not named above follows those that are, the larger first. */
const rankOf = (file: string): number => {
  const place = LONGEST_FIRST.indexOf(file);
  return place >= 0 ? place : LONGEST_FIRST.length;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files);
    const ranked = bySize.map((spec) => ({
      spec,
      group: spec.project.config.sequence.groupOrder,
      project: PROJECTS.indexOf(spec.project.name),
      rank: rankOf(path.relative(this.ctx.config.root, spec.moduleId).replaceAll('\\', '/')),
    }));
    const inOrder = ranked.sort((one, other) => one.group - other.group || one.project - other.project || one.rank - other.rank);
    return inOrder.map(({ spec }) => spec);
  }
}
