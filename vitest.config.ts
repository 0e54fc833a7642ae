import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tools/test-order.ts';
import { testsLeftOut } from './tools/test-scopes.ts';

const isDeep = process.env.DEEP === '1';
const leftOut = testsLeftOut();
/** A machine that does other work needs this long for what a quiet one does in a second. */
const patience = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };
const onPostgres = { ...patience, globalSetup: ['core/test/postgres.setup.ts'], setupFiles: ['core/test/cheap-hashes.setup.ts'] };
const inBrowser = { ...patience, globalSetup: ['e2e/server.setup.ts'] };

// Without isolation files share a worker, because reading the product's modules again takes most of them longer than their tests.
export default defineConfig({
  test: {
    passWithNoTests: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { name: 'core', include: ['core/test/**/*.test.ts'], exclude: leftOut, ...onPostgres, isolate: false } },
      {
        test: {
          name: 'api',
          include: ['api/test/**/*.test.ts'],
          // Only a hundred thousand rows show a writer that holds them; the test of stream-workbook shows that one waits for its reader.
          exclude: ['api/test/process/**', ...(isDeep ? [] : ['api/test/sheets/report-speed.test.ts']), ...leftOut],
          ...onPostgres,
          isolate: false,
        },
      },
      'web/vitest.config.ts',
      { test: { name: 'cli', include: ['cli/test/**/*.test.{ts,tsx}'], exclude: leftOut, ...onPostgres, isolate: false } },
      { test: { name: 'bot', include: ['bot/test/**/*.test.ts'], exclude: leftOut, ...onPostgres, isolate: false } },
      { test: { name: 'tools', include: ['tools/test/**/*.test.ts'], exclude: leftOut, ...patience } },
      {
        test: {
          name: 'processes',
          include: ['api/test/process/**/*.test.ts'],
          // Two installations and a build of the web; loads that need a machine for themselves; servers beside servers.
          exclude: [
            ...(isDeep ? [] : ['api/test/process/image.test.ts', 'api/test/process/load/long/**', 'api/test/process/clusters/**']),
            ...leftOut,
          ],
          fileParallelism: !isDeep,
          setupFiles: ['core/test/cheap-hashes.setup.ts'],
          isolate: false,
          ...patience,
        },
      },
      // Each of these has people and activities of its own, so they share a product side by side.
      { test: { name: 'screens', include: ['e2e/screens/**/*.test.ts'], exclude: leftOut, fileParallelism: !isDeep, ...inBrowser } },
      {
        test: {
          name: 'journeys',
          include: ['e2e/*.test.ts'],
          // A million activities take minutes, and a browser test that is skipped counts as a failure in CI.
          exclude: [...(isDeep ? [] : ['e2e/million.test.ts']), ...leftOut],
          // They count what the whole company has, so they share a product one after the other.
          fileParallelism: false,
          ...inBrowser,
        },
      },
    ],
  },
});
