import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const inputs = [
  'package.json',
  'cli/bundle.ts',
  'cli/package.json',
  'cli/src/**/*.{ts,tsx}',
  'core/package.json',
  'core/src/**/*.{ts,json}',
  'pnpm-lock.yaml',
];
const FILE = 'bitacora.mjs';
/** The earliest Node that runs it, as in `engines` of package.json. */
const TARGET = 'node20.19';

/** Builds go to the checkout, or to the user's cache where the user may not write there. */
export const foldersFor = (env: NodeJS.ProcessEnv, home: string): string[] => [
  path.join(import.meta.dirname, 'dist'),
  path.join(env.XDG_CACHE_HOME || path.join(home, '.cache'), 'bitacora/terminal'),
];

/** Returns the terminal app as one file, which needs Node alone. Builds it first if the sources changed since the last build. */
export async function bundle(folders: readonly string[]): Promise<string> {
  const fingerprint = hashSources(root, inputs);
  const bundleFolder = findBuild(folders, fingerprint);
  if (bundleFolder) return path.join(bundleFolder, FILE);
  const folder = folders.find(isWritable);
  if (!folder)
    throw new Error(`No hay dónde construir la terminal. Haz que puedas escribir en una de estas carpetas: ${folders.join(', ')}.`);
  const file = path.join(folder, FILE);
  replace(file, await build());
  chmodSync(file, 0o755);
  replace(path.join(folder, 'sources'), fingerprint);
  return file;
}

/** Finds the folder that holds a build of these very sources. */
export const findBuild = (folders: readonly string[], fingerprint = hashSources(root, inputs)) =>
  folders.find((folder) => isBuiltFrom(folder, fingerprint));

function isBuiltFrom(folder: string, fingerprint: string): boolean {
  const sources = path.join(folder, 'sources');
  return existsSync(sources) && readFileSync(sources, 'utf8') === fingerprint && existsSync(path.join(folder, FILE));
}

function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Replaces the file in one step, because other processes may read it. */
function replace(file: string, content: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content);
  renameSync(draft, file);
}

/** Reads sizes and times instead of contents, because it runs before each command. */
export function hashSources(folder: string, patterns: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of globSync(patterns, { cwd: folder }).sort()) {
    const { size, mtimeMs } = statSync(path.join(folder, file));
    hash.update(`${file}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest('hex').slice(0, 16);
}

const DEVTOOLS = 'react-devtools-core';

async function build(): Promise<string> {
  const { build: rolldown } = await import('rolldown');
  const { output } = await rolldown({
    cwd: root,
    input: path.join(import.meta.dirname, 'src/main.ts'),
    platform: 'node',
    // Ink imports it for its developers alone; nobody else has it.
    plugins: [
      {
        name: 'no-devtools',
        resolveId: (id) => (id === DEVTOOLS ? id : null),
        load: (id) => (id === DEVTOOLS ? 'export default null' : null),
      },
    ],
    // Without it, React brings its development half, which is slower.
    transform: { target: TARGET, define: { 'process.env.NODE_ENV': '"production"' } },
    output: { banner: '#!/usr/bin/env node', codeSplitting: false, minify: true },
    write: false,
    logLevel: 'warn',
  });
  const [{ code, moduleIds }] = output;
  return `${code}\n${readLicences(moduleIds)}`;
}

/** The bundle carries the licences of its packages, because they demand it. */
function readLicences(moduleIds: readonly string[]): string {
  const packages = new Set(moduleIds.flatMap((id) => /^.*node_modules\/(?!\.pnpm)(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []));
  const texts = [...packages].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const [file] = globSync('{LICENSE,LICENCE,license,licence}{,.md,.txt}', { cwd: folder });
    return `${name} ${version} (${license})\n\n${file ? readFileSync(path.join(folder, file), 'utf8').trim() : ''}`;
  });
  return `/*!\n${texts.join('\n\n').replaceAll('*/', '* /')}\n*/\n`;
}

// The image and `npm start` run this file; `npm start` names another folder.
if (import.meta.main) {
  const folders = process.argv.slice(2);
  await bundle(folders.length > 0 ? folders : [path.join(import.meta.dirname, 'dist')]).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
