import type { Plugin } from 'vite';

const ENDPOINTS = /\/core\/src\/contract\/[\w-]+-endpoints\.ts$/;
/** A summary may stand on the line after its key. */
const SUMMARY = /^ +summary:\s+'[^'\n]*',\n/gm;

/** Leaves the summaries of the contract's calls out of the build, because only the API document shows them and every page would load them. */
export const stripSummaries = (): Plugin => ({
  name: 'strip-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => (ENDPOINTS.test(id) ? { code: code.replace(SUMMARY, ''), map: null } : null),
});
