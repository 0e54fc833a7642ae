import { defineConfig } from 'vitest/config';

const onPostgres = { globalSetup: ['core/test/postgres.setup.ts'], setupFiles: ['core/test/cheap-hashes.setup.ts'] };

/** `processes` and `journeys` start whole servers, so `tools/test.ts` runs them after the rest, one file at a time. */
export default defineConfig({
  test: {
    passWithNoTests: false,
    projects: [
      { test: { name: 'core', include: ['core/test/**/*.test.ts'], ...onPostgres } },
      {
        test: {
          name: 'api',
          include: ['api/test/**/*.test.ts'],
          // It takes a hundred thousand rows to tell a writer that holds them; that one waits for its reader is told by stream-workbook.
          exclude: ['api/test/process/**', ...(process.env.DEEP ? [] : ['api/test/sheets/report-speed.test.ts'])],
          ...onPostgres,
        },
      },
      'web/vitest.config.ts',
      { test: { name: 'cli', include: ['cli/test/**/*.test.{ts,tsx}'], testTimeout: 30_000, ...onPostgres } },
      { test: { name: 'bot', include: ['bot/test/**/*.test.ts'], testTimeout: 30_000, ...onPostgres } },
      { test: { name: 'tools', include: ['tools/test/**/*.test.ts'] } },
      {
        test: {
          name: 'processes',
          include: ['api/test/process/**/*.test.ts'],
          // Two installations and a build of the web; loads that need a machine for themselves; servers beside servers.
          exclude: process.env.DEEP
            ? []
            : ['api/test/process/image.test.ts', 'api/test/process/load/long/**', 'api/test/process/clusters/**'],
          fileParallelism: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['e2e/**/*.test.ts'],
          // A million activities take minutes, and a browser test that is skipped counts as a failure in CI.
          exclude: process.env.DEEP ? [] : ['e2e/million.test.ts'],
          globalSetup: ['e2e/server.setup.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
