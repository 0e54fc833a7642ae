import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { manualPage, precompress, screenPreloads, serverPages, serviceWorker, themeScript } from './build-plugins.ts';

/** The API fills this in anew for every page it serves, so that the content security policy needs no `unsafe-inline`. */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__';

const ENDPOINTS = /\/core\/src\/contract\/[\w/-]+-endpoints\.ts$/;
/** The third word of a row, the second of a part's, or a fact by its name; each may stand on a line of its own. */
const SUMMARY = /(\b(?:get|ask|post|put|remove)\(\s*'[^'\n]*',\s*'[^'\n]*',\s*|\breadPart\([^,']*,\s*|\bsummary:\s+)'[^'\n]*'/g;

/** Leaves the summaries of the contract's calls out of the build, because only the API document shows them and every page would load them. */
const stripSummaries = (): Plugin => ({
  name: 'strip-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => (ENDPOINTS.test(id) ? { code: code.replace(SUMMARY, "$1''"), map: null } : null),
});

/** Modules of so many lazy parts go into one file for all of them, because each file is a request. */
const COMMON_SCREENS = 8;
const FORMS = /\/react-hook-form\/|\/web\/src\/ui\/form\.tsx$/;

const api = process.env.BITACORA_API ?? 'http://127.0.0.1:3000';

export default defineConfig(({ command }) => ({
  plugins: [react(), stripSummaries(), manualPage(), themeScript(), precompress(), serviceWorker(), screenPreloads(), serverPages()],
  // The dev server has no one to fill the placeholder in, and no policy either.
  html: command === 'build' ? { cspNonce: NONCE_PLACEHOLDER } : {},
  server: { proxy: { '/api': { target: api, changeOrigin: false } } },
  preview: { proxy: { '/api': { target: api, changeOrigin: false } } },
  build: {
    target: 'es2023',
    // Lists for the budget test which files a page loads.
    manifest: true,
    // A file inlined as data: would be outside the policy.
    assetsInlineLimit: 0,
    // Every browser that runs the target preloads modules by itself.
    modulePreload: { polyfill: false },
    // Shared chunks are named, so that a budget can speak of them.
    rolldownOptions: {
      output: {
        assetFileNames: 'assets/[name]-[hash][extname]',
        chunkFileNames: 'assets/[name]-[hash].js',
        codeSplitting: {
          groups: [
            // What the login needs, in one request.
            { name: 'first', tags: ['$initial'], priority: 2 },
            // What nearly every other screen needs.
            { name: 'common', test: (id) => !FORMS.test(id), minShareCount: COMMON_SCREENS, priority: 1 },
            // Lists have forms only in dialogs that load later.
            { name: 'forms', test: FORMS },
            // An icon is 300 bytes.
            { name: 'icons', test: /\/lucide-react\//, minShareCount: 3 },
          ],
        },
      },
    },
  },
}));
