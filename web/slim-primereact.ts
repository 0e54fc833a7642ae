import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Parts of PrimeReact's controls that no screen uses. Tips are titles, nothing ripples or spins, and no input
 * filters keys. Messages and toasts have icons of ours, and no dialog fills the window. */
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

/** What plain controls use of the packages that all controls share. The rest goes with the controls that need it. */
const FIRST: Record<string, readonly string[]> = {
  'primereact/utils': ['classNames', 'mergeProps', 'ObjectUtils', 'IconUtils'],
  'primereact/hooks': ['useMergeProps', 'useMountEffect', 'useStyle', 'useUnmountEffect', 'useUpdateEffect'],
};
/** Controls that every page has, and of 7 kB (gzip) of `DomHandler` only what they and `useStyle` call. */
const PLAIN = /\/primereact\/(avatar|checkbox|inputswitch|inputtext|inputtextarea|radiobutton)\//;
const SMALL_DOM = `export const DomHandler = {
  ARIA_PROPS: ['aria', 'focus-target'],
  isClient: () => true,
  isVisible: (element) => element && (element.clientHeight !== 0 || element.getClientRects().length !== 0),
  isAttributeEquals: (element, name, value) => element?.getAttribute(name) === String(value),
  focus: (element) => element && document.activeElement !== element && element.focus({ preventScroll: true }),
  addNonce: (style, nonce) => nonce && style.setAttribute('nonce', nonce),
  removeInlineStyle: (style) => style?.remove() ?? null,
  addClass: (element, name) => element?.classList.add(name),
  removeClass: (element, name) => element?.classList.remove(name),
  hasClass: (element, name) => element?.classList.contains(name) ?? false,
};`;
/** Statements that keep the whole of `DomHandler` alive. */
const KEEPS_DOM = /^_defineProperty\(DomHandler, .*$/gm;
const FIRST_PART = '\0first:';
const SMALL_DOM_ID = '\0small-dom';
const importsOf = /import \{ ([^}]+) \} from '(primereact\/(?:utils|hooks))';/g;
const sourceFor = (name: string, source: string, importer: string) => {
  if (name === 'DomHandler' && (importer.startsWith(FIRST_PART) || PLAIN.test(importer))) return SMALL_DOM_ID;
  return FIRST[source]?.includes(name) ? FIRST_PART + source : source;
};
/** The English words of `primereact/api`, in place of which `prime-locale.ts` brings the Spanish ones. */
const ENGLISH = /en: \{\n {4}accept: [\s\S]+?\n {4}\}\n {2}\}/;

/**
 * Splits two packages of PrimeReact in two, because a module cannot be divided among chunks: the login would load all of both.
 * No state is doubled, because every export is in one of the parts. What nothing imports of `primereact/api` is left out, names of icons included.
 */
export const splitPrimeReact = (): Plugin => ({
  name: 'split-primereact',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (source === SMALL_DOM_ID) return source;
    if (!source.startsWith(FIRST_PART)) return null;
    const resolved = await this.resolve(source.slice(FIRST_PART.length), importer, { skipSelf: true });
    return resolved && { id: FIRST_PART + resolved.id, moduleSideEffects: false };
  },
  load: (id) => {
    if (id === SMALL_DOM_ID) return SMALL_DOM;
    return id.startsWith(FIRST_PART) ? readFileSync(id.slice(FIRST_PART.length), 'utf8').replace(KEEPS_DOM, '') : null;
  },
  transform(code, id) {
    if (!id.includes('/primereact/')) return null;
    const divided = code.replace(importsOf, (_, names: string, source: string) =>
      names
        .split(', ')
        .map((name) => `import { ${name} } from ${JSON.stringify(sourceFor(name, source, id))};`)
        .join(''),
    );
    const words = divided.replace(ENGLISH, 'en: { aria: {} }').replaceAll(' = Object.freeze(', ' = /*#__PURE__*/ Object.freeze(');
    return { code: words, map: null };
  },
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
