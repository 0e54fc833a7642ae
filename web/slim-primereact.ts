import type { Plugin } from 'vite';

/** Parts of PrimeReact's controls that no screen uses: tips are titles, nothing ripples, no input filters keys. */
const UNUSED: Record<string, string> = {
  'primereact/tooltip': 'export const Tooltip = () => null;',
  'primereact/ripple': 'export const Ripple = () => null;',
  'primereact/keyfilter': 'export const KeyFilter = {};',
};
const STUB = '\0unused:';

/** Leaves them out of the build, because they weigh 8 kB (gzip) on every page, the login included. */
export const slimPrimeReact = (): Plugin => ({
  name: 'slim-primereact',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source) => (source in UNUSED ? STUB + source : null),
  load: (id) => (id.startsWith(STUB) ? UNUSED[id.slice(STUB.length)] : null),
});
