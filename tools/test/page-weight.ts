import fs from 'node:fs';
import path from 'node:path';
import { dist } from '../build-web.ts';

export interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
  dynamicImports?: string[];
}
export type ViteManifest = Record<string, Chunk>;

/* Limits are in bytes of JavaScript, compressed with gzip. */
export const LOGIN_MAX = 170_000;
export const LIST_MAX = 260_000;
export const PAGE_MAX = 280_000;
/** These screens are no lists, or more than a list. */
const IS_LARGE = /\/(home|consult|form|import|login|profile)\//;
export const weightLimit = (screen: string): number => (IS_LARGE.test(screen) ? PAGE_MAX : LIST_MAX);
/** Every screen but the login fetches these. */
export const FRAME = ['index.html', 'src/layout/shell.tsx'];

/** Lists the sources of the screens that `routes.tsx` loads. The login comes with the page. */
export const listScreens = (manifest: ViteManifest): string[] =>
  [...fs.readFileSync(path.join(dist, '../src/routes.tsx'), 'utf8').matchAll(/import\('\.\/([^']+\.tsx)'\)/g)]
    .map(([, file]) => `src/${file}`)
    .filter((key) => manifest[key]);

export const readManifest = (): ViteManifest => JSON.parse(fs.readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'));

/** Lists what the browser loads to show a page: the chunks of the entries and all that they import at once. */
export function listLoadedFiles(manifest: ViteManifest, ...entries: string[]): Set<string> {
  const files = new Set<string>();
  const visit = (key: string) => {
    if (files.has(key)) return;
    files.add(key);
    for (const imported of manifest[key]?.imports ?? []) visit(imported);
  };
  entries.forEach(visit);
  return files;
}

export function measureWeight(manifest: ViteManifest, ...entries: string[]): number {
  const fileSize = (key: string) => fs.statSync(path.join(dist, `${manifest[key]?.file}.gz`)).size;
  return [...listLoadedFiles(manifest, ...entries)].reduce((sum, key) => sum + fileSize(key), 0);
}
