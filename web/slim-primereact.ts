import type { Plugin } from 'vite';

/** Parts of PrimeReact's controls that no screen uses: tips are titles, nothing ripples, no input filters keys,
 * messages and toasts have icons of ours, nothing spins and no dialog fills the window. */
const UNUSED: Record<string, string> = {
  'primereact/tooltip': 'export const Tooltip = () => null;',
  'primereact/ripple': 'export const Ripple = () => null;',
  'primereact/icons/exclamationtriangle': 'export const ExclamationTriangleIcon = () => null;',
  'primereact/icons/infocircle': 'export const InfoCircleIcon = () => null;',
  'primereact/icons/spinner': 'export const SpinnerIcon = () => null;',
  'primereact/icons/timescircle': 'export const TimesCircleIcon = () => null;',
  'primereact/icons/windowmaximize': 'export const WindowMaximizeIcon = () => null;',
  'primereact/icons/windowminimize': 'export const WindowMinimizeIcon = () => null;',
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

/** React Router's package always names its build for development, whose warnings weigh on every page. */
export const productionRouter = (): Plugin => ({
  name: 'production-router',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!/^react-router(\/dom)?$/.test(source)) return null;
    const resolved = await this.resolve(source, importer, { skipSelf: true });
    return resolved && { ...resolved, id: resolved.id.replace('/dist/development/', '/dist/production/') };
  },
});
