import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fingerprint } from './fingerprint.ts';

const root = path.resolve(import.meta.dirname, '..');
const web = path.join(root, 'web');
const SOURCES = [
  'package.json',
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/login-page.ts',
  'web/manual-page.ts',
  'web/screen-chunks.ts',
  'web/build-plugins.ts',
  'web/slim-primereact.ts',
  'web/package.json',
  'core/src',
  'docs/ayuda',
  'docs/screenshots',
  'pnpm-lock.yaml',
];

/** Builds `web/dist` unless it was built from these very sources. False, with the reason printed, when that fails. */
export function buildWeb(): boolean {
  const stamp = path.join(root, 'node_modules/.bitacora-web');
  const sources = fingerprint(SOURCES);
  const isBuilt = fs.existsSync(path.join(web, 'dist/index.html')) && fs.existsSync(stamp);
  if (isBuilt && fs.readFileSync(stamp, 'utf8') === sources) return true;

  console.log('Construyendo la web (solo cuando cambia)…');
  fs.rmSync(stamp, { force: true });
  const vite = path.join(web, 'node_modules/vite/bin/vite.js');
  // Under a test runner's NODE_ENV Vite would build React's development half, three times as heavy.
  const env = { ...process.env, NODE_ENV: 'production' };
  const run = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: web, env, encoding: 'utf8' });
  if (run.status !== 0) {
    console.error(`${run.stdout}${run.stderr}\nNo se pudo construir la web.`);
    return false;
  }
  fs.writeFileSync(stamp, sources);
  return true;
}
