import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { testsLeftOut } from '../tools/test-scopes.ts';

const FOLDER = 'web/';
const leftOut = testsLeftOut()
  .filter((file) => file.startsWith(FOLDER))
  .map((file) => file.slice(FOLDER.length));

export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    root: import.meta.dirname,
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: leftOut,
    environment: 'happy-dom',
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    setupFiles: ['test/cheap-elements.setup.ts', 'test/setup.ts'],
    env: { TZ: 'America/Mexico_City' },
  },
});
