import { defineConfig } from 'vitest/config';

const onPostgres = { globalSetup: ['core/test/postgres.setup.ts'] };

export default defineConfig({
  test: {
    // One file per package in the report; a test names only what matters to it.
    projects: [
      { test: { name: 'core', include: ['core/test/**/*.test.ts'], ...onPostgres } },
      { test: { name: 'api', include: ['api/test/**/*.test.ts'], exclude: ['api/test/process/**'], ...onPostgres } },
      { test: { name: 'tools', include: ['tools/test/**/*.test.ts'] } },
      'web',
    ],
  },
});
