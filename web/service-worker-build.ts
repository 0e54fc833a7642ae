import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'vite';

/** What a page without network needs: code, styles and the fonts of Spanish. */
const IN_SHELL = /\.(js|css)$|-latin-wght-normal-[^.]*\.woff2$/;
const OUTSIDE_ASSETS = ['/index.html', '/ayuda', '/theme.js', '/icon.svg', '/icon-192.png', '/manifest.webmanifest'];
const fileOf = (address: string) => (address === '/ayuda' ? 'ayuda.html' : address);

/** Builds the service worker into one file beside the page, with the list of what it keeps. */
export const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  async writeBundle({ dir = 'dist' }) {
    const names = (await readdir(path.join(dir, 'assets'))).filter((name) => IN_SHELL.test(name)).sort();
    const shell = [...OUTSIDE_ASSETS, ...names.map((name) => `/assets/${name}`)];
    // These keep their names when they change.
    const plain = await Promise.all(OUTSIDE_ASSETS.map((name) => readFile(path.join(dir, fileOf(name)))));
    const version = createHash('sha256').update(shell.join());
    for (const bytes of plain) version.update(bytes);
    await build({
      configFile: false,
      root: import.meta.dirname,
      logLevel: 'warn',
      define: {
        SHELL: JSON.stringify(shell),
        SHELL_NAME: JSON.stringify(version.digest('hex').slice(0, 16)),
      },
      build: {
        outDir: dir,
        emptyOutDir: false,
        copyPublicDir: false,
        target: 'es2023',
        rolldownOptions: {
          input: path.join(import.meta.dirname, 'src/offline/service-worker.ts'),
          output: { format: 'iife', entryFileNames: 'service-worker.js' },
        },
      },
    });
  },
});
