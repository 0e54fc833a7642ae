import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { paths } from './src/layout/paths.ts';

const fileOf = (name: string) => path.join(import.meta.dirname, name);
const MAIN = fileOf('src/main.tsx');
const LOGIN = fileOf('src/login/login.tsx');
/** What `routes.tsx` fetches with every screen but the login. */
const FRAME = [fileOf('src/layout/shell.tsx'), fileOf('../core/src/contract/people-endpoints.ts')];
/** A package of side-effect-free modules; most of what it names is left out of the build. */
const BARREL = /lucide-react\/dist\/esm\/lucide-react\.m?js$/;
/** Modules of so many screens go into one file for all screens. */
const COMMON_SCREENS = 5;

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

/**
 * Puts the modules that screens share into few files, because each file is a request and small files compress worse. And writes
 * `preloads.json`: by address, the files that its page needs beside those that `index.html` names.
 */
export function screenChunks(): { plugin: Plugin; chunkOf: (moduleId: string) => string | null } {
  const chunks = new Map<string, string>();
  const plugin: Plugin = {
    name: 'screen-chunks',
    apply: 'build',
    buildEnd() {
      const importedBy = (...files: string[]) => {
        const reached = new Set<string>();
        const visit = (id: string) => {
          if (reached.has(id)) return;
          reached.add(id);
          if (!BARREL.test(id)) this.getModuleInfo(id)?.importedIds.forEach(visit);
        };
        files.forEach(visit);
        return reached;
      };
      const [first, login, frame] = [importedBy(MAIN), importedBy(LOGIN), importedBy(...FRAME)];
      const screens = [...new Set([...screenFiles.values()].flat())].filter((file) => file !== LOGIN);
      const importsOfScreens = screens.map((screen) => ({ screen, modules: importedBy(screen) }));
      const entries = new Set([MAIN, LOGIN, ...FRAME, ...screens]);
      const nameOf = (id: string) => {
        // Packages stay where the bundler puts them, because what uses one could run before it, and the login may use a small part of one.
        if (first.has(id) || (login.has(id) && !frame.has(id)))
          return !id.includes('node_modules') && (first.has(id) ? 'first' : 'login-parts');
        if (frame.has(id)) return login.has(id) ? 'login-and-frame' : 'frame';
        const users = importsOfScreens.filter(({ modules }) => modules.has(id)).map(({ screen }) => path.basename(screen, '.tsx'));
        return users.length >= COMMON_SCREENS ? 'screens' : users.join('+');
      };
      for (const id of this.getModuleIds()) {
        const name = !entries.has(id) && nameOf(id);
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
        // The server knows one name of a parameter.
        return [address.replace(/:\w+$/, ':id'), files.map((name) => `/${name}`)];
      });
      await writeFile(path.join(dir, 'preloads.json'), JSON.stringify(Object.fromEntries(preloads)));
    },
  };
  return { plugin, chunkOf: (moduleId) => chunks.get(moduleId) ?? null };
}
