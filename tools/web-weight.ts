import fs from 'node:fs';
import path from 'node:path';

export interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
  dynamicImports?: string[];
}
export type ViteManifest = Record<string, Chunk>;

export const dist = path.resolve(import.meta.dirname, '../web/dist');
/** Bytes of JavaScript, compressed with gzip. */
export const LOGIN_MAX = 138_000;
export const LIST_MAX = 235_000;
export const PAGE_MAX = 280_000;
/** Screens that are not a list, or more than one. */
const IS_LARGE = /\/(home|consult|form|import|profile)\//;
export const weightLimitOf = (screen: string): number => (IS_LARGE.test(screen) ? PAGE_MAX : LIST_MAX);
/** What is fetched with every screen but the login. Its file has no source of its own, because it is of several. */
export const frameOf = (manifest: ViteManifest): string[] => [
  'index.html',
  ...Object.keys(manifest).filter((key) => manifest[key]?.name === 'frame'),
];

/** The screens that `routes.tsx` loads, by their source. */
export const screensOf = (manifest: ViteManifest): string[] =>
  [...fs.readFileSync(path.join(dist, '../src/routes.tsx'), 'utf8').matchAll(/import\('\.\/([^']+\.tsx)'\)/g)]
    .map(([, file]) => `src/${file}`)
    .filter((key) => manifest[key]);

/** What was built, by its source. */
export const readManifest = (): ViteManifest => JSON.parse(fs.readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'));

/** What the browser loads to show a page: its chunk, the frame around it and all they import at once. */
export function loadedBy(manifest: ViteManifest, ...entries: string[]): Set<string> {
  const files = new Set<string>();
  const visit = (key: string) => {
    if (files.has(key)) return;
    files.add(key);
    for (const imported of manifest[key]?.imports ?? []) visit(imported);
  };
  entries.forEach(visit);
  return files;
}

export function weightOf(manifest: ViteManifest, ...entries: string[]): number {
  const sizeOf = (key: string) => fs.statSync(path.join(dist, `${manifest[key]?.file}.gz`)).size;
  return [...loadedBy(manifest, ...entries)].reduce((sum, key) => sum + sizeOf(key), 0);
}
