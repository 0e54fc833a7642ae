import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, globSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const inputs = [
  'package.json',
  'cli/bundle.ts',
  'cli/package.json',
  'cli/src/**/*.{ts,tsx}',
  'core/package.json',
  'core/src/**/*.ts',
  'pnpm-lock.yaml',
];
/** Another process may still load chunks of a build that somebody ran this lately. */
const KEEP_MS = 60 * 60_000;

/** Builds go to the checkout, or to a cache of the user who may not write there. */
export const foldersFor = (env: NodeJS.ProcessEnv, home: string): string[] => [
  path.join(import.meta.dirname, 'dist'),
  path.join(env.XDG_CACHE_HOME || path.join(home, '.cache'), 'bitacora/terminal'),
];

/** The file to run the terminal app from. It is built first if the sources changed since the last build. */
export async function bundle(folders: readonly string[]): Promise<string> {
  const name = fingerprintOf(root, inputs);
  const built = folders.map((folder) => path.join(folder, name)).find((folder) => existsSync(folder));
  if (built) {
    touch(built);
    return path.join(built, 'main.mjs');
  }
  const folder = folders.find(isWritable);
  if (!folder)
    throw new Error(`No hay dónde construir la terminal. Haz que puedas escribir en una de estas carpetas: ${folders.join(', ')}.`);
  await build(path.join(folder, name));
  return path.join(folder, name, 'main.mjs');
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

/** Records that somebody runs this build. It fails in the checkout of another user. */
function touch(folder: string): void {
  try {
    utimesSync(folder, new Date(), new Date());
  } catch {}
}

/** Reads sizes and times instead of contents, because it runs before each command. */
export function fingerprintOf(folder: string, patterns: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of globSync(patterns, { cwd: folder }).sort()) {
    const { size, mtimeMs } = statSync(path.join(folder, file));
    hash.update(`${file}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest('hex').slice(0, 16);
}

async function build(folder: string): Promise<void> {
  const { build: rolldown } = await import('rolldown');
  const draft = `${folder}.${process.pid}`;
  await rolldown({
    input: path.join(import.meta.dirname, 'src/main.ts'),
    platform: 'node',
    external: ['react-devtools-core'],
    // Without it, React brings its development half, which is slower.
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    output: { dir: draft, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    logLevel: 'warn',
  });
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true });
    // Another process finished the same build first.
    if (!existsSync(folder)) throw error;
  }
  for (const name of readdirSync(path.dirname(folder))) {
    const other = path.join(path.dirname(folder), name);
    const usedAt = statSync(other, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (other !== folder && Date.now() - usedAt > KEEP_MS) rmSync(other, { recursive: true, force: true });
  }
}
