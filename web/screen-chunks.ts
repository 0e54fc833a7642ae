import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { sessionRequests } from '../core/src/contract/exchange.ts';
import { paths } from './src/layout/paths.ts';

const fileOf = (name: string) => path.join(import.meta.dirname, name);
const source = (...names: string[]) => names.map((name) => fileOf(`src/${name}`));
const PAGE = fileOf('index.html');
const MAIN = fileOf('src/main.tsx');
const LOGIN = fileOf('src/login/login.tsx');
const HOME = fileOf('src/activities/home/home.tsx');
/** What `routes.tsx` fetches with every screen but the login. */
const FRAME = [...source('layout/shell.tsx'), fileOf('../core/src/contract/people-endpoints.ts')];
/** Small parts that every screen fetches once it is drawn; in a file of their own they would be one more request. */
const SMALL_LATER = source('drafts.ts', 'layout/log-out.tsx');
/** Parts that every screen fetches once it is drawn. */
const LATER = source('layout/above-page.tsx', 'offline/transport.ts');
/** Parts that every list fetches once it is drawn. */
const LIST_TOOLS = source('reports/filters-tool.tsx', 'saved-views/views-tool.tsx');
const DIALOG = fileOf('src/ui/dialog-frame.tsx');
const OVERLAYS = [DIALOG, ...source('ui/select-list.tsx', 'ui/select-many.tsx', 'ui/day-picker.tsx', 'ui/toasts.tsx')];
const IS_LIST = /\/src\/(reports|activities\/list)\//;
const IS_FORM = /\/src\/activities\/(form|import|consult)\//;
/** Modules of so many screens go into one file for all of them. */
const COMMON_SCREENS = 5;
/** Packages, and what plugins make of them. */
const IS_PACKAGE = /^\0|\/node_modules\//;
const IS_ICON = /\/lucide-react\/dist\/esm\/icons\//;
/** The file that names every icon; a module that imports it needs only the icons that its text names. */
const ICON_INDEX = /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/;
const ICON_IMPORTS = /import\s*\{([^}]+)\}\s*from\s*["']lucide-react["']/g;
const ICON_EXPORTS = /export \{([^}]+)\} from '(\.\/icons\/[^']+)'/g;

const ADDRESS = /path: (?:paths\.(\w+)(?:\('(:\w+)'\))?|'([^']+)'|`\$\{paths\.(\w+)\}([^`]+)`),/;
const SCREEN = /lazy: [^{}]*?import\('\.\/([^']+)'\)/;
/** A screen inside another, at the same address. */
const INNER = /(?:,\s*children: \[\{ index: true[^{}]*?import\('\.\/([^']+)'\))?/;
const ROUTES = new RegExp(`${ADDRESS.source}[^{}]*?${SCREEN.source}${INNER.source}`, 'g');

/** By address in `routes.tsx`, the files of its screen. */
const screenFiles: ReadonlyMap<string, string[]> = new Map(
  [...readFileSync(fileOf('src/routes.tsx'), 'utf8').matchAll(ROUTES)].map(([, name, parameter, address, base, rest = '', ...files]) => {
    const value: unknown = paths[(name ?? base) as keyof typeof paths];
    const ofPaths = typeof value === 'function' ? value(parameter) : `${value}${rest}`;
    return [address ?? ofPaths, files.flatMap((file) => (file ? fileOf(`src/${file}`) : []))];
  }),
);

/** The files of all screens. */
const screens = new Set([...screenFiles.values()].flat());
/** These stay files of their own, by which they are found. */
const entryFiles = new Set([MAIN, ...screens]);

/** Every page begins with the session, except the one that confirms an address. Other calls are not fetched early: a page that first led to the login would later use the refusal. */
const beginsWithSession = (address: string) => address !== paths.confirmEmail;

/** By the name of an icon, its file. */
function iconFiles(index: string | undefined): Map<string, string> {
  if (!index) return new Map();
  const filesByName = [...readFileSync(index, 'utf8').matchAll(ICON_EXPORTS)].map(([, names = '', file = '']) => {
    const icon = path.join(path.dirname(index), file);
    return names.split(',').map((name) => [name.replace('default as', '').trim(), icon] as const);
  });
  return new Map(filesByName.flat());
}

/**
 * The file of a module, by the entries that need it: the page, its screens and what loads later. What the module imports is needed by the
 * same entries, and maybe by more. So a condition that holds must also hold with more entries; otherwise two files could import each other.
 */
function chunkFor(id: string, entries: readonly string[]): string | null {
  const isNeededBy = (...files: readonly string[]) => files.some((file) => entries.includes(file));
  const needing = entries.filter((entry) => screens.has(entry));
  const isShared = needing.length > 1;
  if (isNeededBy(PAGE) || (isNeededBy(LOGIN) && entries.length > 1)) return IS_PACKAGE.test(id) ? 'packages' : 'first';
  if (isNeededBy(...FRAME, ...SMALL_LATER)) return 'frame';
  // Before `later`, because a screen would load the whole of it for one icon.
  if (isShared && IS_ICON.test(id)) return 'screens';
  if (isNeededBy(...LATER)) return 'later';
  if (isShared && needing.some((screen) => IS_LIST.test(screen))) return 'screens';
  if (needing.length > 2 && isNeededBy(HOME)) return 'screens';
  if (needing.length >= COMMON_SCREENS) return 'controls';
  if (isNeededBy(...LIST_TOOLS)) return 'list-tools';
  if (isShared && isNeededBy(HOME)) return 'home-parts';
  if (isShared && isNeededBy(DIALOG)) return 'fields';
  if (isShared && needing.some((screen) => IS_FORM.test(screen)))
    return needing.every((screen) => IS_FORM.test(screen)) ? 'forms' : 'fields';
  if (isShared) return 'parts';
  const nameOf = (file: string) => path.basename(file).replace(/\..+$/, '');
  if (entries.length === 1) return null;
  if (needing[0]) return `${nameOf(needing[0])}-parts`;
  if (entries.filter((entry) => OVERLAYS.includes(entry)).length > 1) return 'overlays';
  return entries.map(nameOf).sort().join('+');
}

/**
 * Puts the modules that screens share into few files, because each file is a request and small files compress worse. And writes
 * `preloads.json`: by address, the files that its page needs beside those that `index.html` names, and the session.
 */
export function screenChunks(): { plugin: Plugin; chunkOf: (moduleId: string) => string | null } {
  const chunks = new Map<string, string>();
  const plugin: Plugin = {
    name: 'screen-chunks',
    apply: 'build',
    buildEnd() {
      const infoOf = (id: string) => this.getModuleInfo(id);
      const ids = [...this.getModuleIds()];
      const iconsByName = iconFiles(ids.find((id) => ICON_INDEX.test(id)));
      const importsOf = (id: string): string[] => {
        const { importedIds = [], code } = infoOf(id) ?? {};
        const others = importedIds.filter((imported) => !ICON_INDEX.test(imported));
        if (others.length === importedIds.length) return others;
        const names = [...(code ?? '').matchAll(ICON_IMPORTS)].flatMap(([, list = '']) => list.split(','));
        return [...others, ...names.flatMap((name) => iconsByName.get(name.trim().split(' ')[0] ?? '') ?? [])];
      };
      const entriesOf = new Map<string, Set<string>>();
      const visit = (id: string, entry: string) => {
        const entries = entriesOf.get(id) ?? new Set();
        entriesOf.set(id, entries);
        if (entries.has(entry)) return;
        entries.add(entry);
        for (const imported of importsOf(id)) visit(imported, entry);
      };
      for (const id of ids) if (infoOf(id)?.isEntry || infoOf(id)?.dynamicImporters.length) visit(id, id);
      for (const [id, entries] of entriesOf) {
        const name = !entryFiles.has(id) && chunkFor(id, [...entries]);
        if (name) chunks.set(id, name);
      }
    },
    async writeBundle({ dir = 'dist' }, bundle) {
      const outputs = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk');
      const chunkWith = (moduleId: string) =>
        outputs.find(({ facadeModuleId, moduleIds }) => facadeModuleId === moduleId || moduleIds.includes(moduleId));
      const filesOf = (...modules: string[]) => {
        const reached = new Set<string>();
        const visit = (chunk: Rolldown.OutputChunk | undefined) => {
          if (!chunk || reached.has(chunk.fileName)) return;
          reached.add(chunk.fileName);
          for (const name of chunk.imports) visit(outputs.find(({ fileName }) => fileName === name));
          for (const css of chunk.viteMetadata?.importedCss ?? []) reached.add(css);
        };
        for (const id of modules) visit(chunkWith(id));
        return reached;
      };
      const inPage = filesOf(MAIN);
      const preloads = [...screenFiles].map(([address, screen]) => {
        const files = [...filesOf(...(screen.includes(LOGIN) ? [] : FRAME), ...screen)].filter((name) => !inPage.has(name));
        const calls = beginsWithSession(address) ? [sessionRequests.readSession.path] : [];
        // The server knows one name of a parameter.
        return [address.replace(/:\w+$/, ':id'), [...calls, ...files.map((name) => `/${name}`)]];
      });
      await writeFile(path.join(dir, 'preloads.json'), JSON.stringify(Object.fromEntries(preloads)));
    },
  };
  return { plugin, chunkOf: (moduleId) => chunks.get(moduleId) ?? null };
}
