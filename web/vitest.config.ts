import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    root: import.meta.dirname,
    include: ['test/**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
    isolate: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    setupFiles: ['cheap-elements.setup.ts', 'setup.ts'].map((file) => path.join(import.meta.dirname, 'test', file)),
    env: { TZ: 'America/Mexico_City' },
  },
});
