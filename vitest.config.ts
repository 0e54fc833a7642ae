import { defineConfig } from 'vitest/config';
import web from './web/vitest.config.ts';

/**
 * The folders that a command leaves out (`tools/test.ts` names its scope). `npm test` runs the everyday tests, `npm run test:all` adds the
 * long ones, and `npm run test:proofs` runs each folder `slow`. Only `npm run test:deep` runs `slow/deep`, which needs minutes or a machine
 * for itself.
 */
const LEFT_OUT: Readonly<Record<string, string[]>> = {
  everyday: ['**/{long,slow}/**', '**/api/test/process/**', '**/e2e/screens/**'],
  all: ['**/slow/**'],
  deep: [],
};
const exclude = LEFT_OUT[process.env.TEST_SCOPE ?? ''] ?? (process.env.DEEP === '1' ? [] : ['**/slow/deep/**']);
/** A machine that does other work needs this long for what a quiet one does in a second. */
const patience = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 30_000 } } };
/** Without isolation files share a worker, because reading the product's modules again takes most of them longer than their tests. */
const shared = { ...patience, exclude, isolate: false };
const onPostgres = { ...shared, globalSetup: ['core/test/postgres.setup.ts'], setupFiles: ['core/test/cheap-hashes.setup.ts'] };
const inBrowser = { ...shared, globalSetup: ['e2e/server.setup.ts'] };

export default defineConfig({
  test: {
    passWithNoTests: false,
    projects: [
      { test: { name: 'core', include: ['core/test/**/*.test.ts'], ...onPostgres } },
      { test: { name: 'api', include: ['api/test/**/*.test.ts'], ...onPostgres, exclude: ['api/test/process/**', ...exclude] } },
      { ...web, test: { ...web.test, exclude } },
      { test: { name: 'cli', include: ['cli/test/**/*.test.{ts,tsx}'], ...onPostgres } },
      { test: { name: 'bot', include: ['bot/test/**/*.test.ts'], ...onPostgres } },
      { test: { name: 'tools', include: ['tools/test/**/*.test.ts'], exclude, ...patience } },
      {
        test: { name: 'processes', include: ['api/test/process/**/*.test.ts'], ...shared, setupFiles: ['core/test/cheap-hashes.setup.ts'] },
      },
      // Each of these has people and activities of its own, so they share a product side by side.
      { test: { name: 'screens', include: ['e2e/screens/**/*.test.ts'], ...inBrowser } },
      // These count what the whole company has, so they share a product one after the other.
      {
        test: {
          name: 'journeys',
          include: ['e2e/*.test.ts', 'e2e/{long,slow}/**/*.test.ts'],
          ...inBrowser,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
