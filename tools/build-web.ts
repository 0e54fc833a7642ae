import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { beginStep } from '../core/src/processes/begin-step.ts';

/** Computes a digest of the contents of files and folders of the repository. */
export function fingerprint(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesUnder(path.join(root, source))).sort()) {
    hash.update(`${path.relative(root, file)}\0`).update(fs.readFileSync(file));
  }
  return hash.digest('hex');
}

function filesUnder(source: string): string[] {
  const stat = fs.statSync(source, { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isFile()) return [source];
  const entries = fs.readdirSync(source, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

const root = path.resolve(import.meta.dirname, '..');
const web = path.join(root, 'web');
const SOURCES = [
  'package.json',
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/build-plugins.ts',
  'web/manual-page.ts',
  'web/package.json',
  'core/src',
  'docs/ayuda',
  'docs/screenshots',
  'pnpm-lock.yaml',
];

/** Builds `web/dist` unless it was built from the same sources. When that fails it prints why and returns false. */
export function buildWeb(): boolean {
  const stamp = path.join(root, 'node_modules/.bitacora-web');
  const sources = fingerprint(SOURCES);
  const isBuilt = fs.existsSync(path.join(web, 'dist/index.html')) && fs.existsSync(stamp);
  if (isBuilt && fs.readFileSync(stamp, 'utf8') === sources) return true;

  const end = beginStep(
    'Construyendo la web',
    { isProduction: process.env.NODE_ENV === 'production' },
    'Construyendo la web (solo cuando cambia)…',
  );
  fs.rmSync(stamp, { force: true });
  const vite = path.join(web, 'node_modules/vite/bin/vite.js');
  // Under a test runner's NODE_ENV Vite would build React's development half, three times as heavy.
  const env = { ...process.env, NODE_ENV: 'production' };
  const run = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: web, env, encoding: 'utf8' });
  end();
  if (run.status !== 0) {
    console.error(`${run.stdout}${run.stderr}\nNo se pudo construir la web.`);
    return false;
  }
  fs.writeFileSync(stamp, sources);
  return true;
}

export const dist = path.resolve(import.meta.dirname, '../web/dist');
