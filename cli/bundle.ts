import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const output = path.join(import.meta.dirname, 'dist');
const inputs = [
  'package.json',
  'cli/bundle.ts',
  'cli/package.json',
  'cli/src/**/*.{ts,tsx}',
  'core/package.json',
  'core/src/**/*.ts',
  'pnpm-lock.yaml',
];
/** Another process may still load chunks of a build that was the newest a moment ago. */
const KEEP_MS = 60 * 60_000;

/** The file to run the terminal app from. It is built first if the sources changed since the last build. */
export async function bundle(): Promise<string> {
  const folder = path.join(output, fingerprintOf(root, inputs));
  if (!existsSync(folder)) await build(folder);
  return path.join(folder, 'main.mjs');
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
  for (const name of readdirSync(output)) {
    const other = path.join(output, name);
    const builtAt = statSync(other, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (other !== folder && Date.now() - builtAt > KEEP_MS) rmSync(other, { recursive: true, force: true });
  }
}
