import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// Not in package.json's `packageManager`: pnpm then wants itself in the lockfile, and a frozen install fails.
export const PNPM = 'pnpm@12.21.0';

/**
 * Returns whether this folder is what `npm run release` packed, where everything is installed and built.
 * @param {string} root
 */
export const isReleased = (root) => existsSync(path.join(root, 'release.json'));

/**
 * Installs the dependencies when the lockfile is not the one that was installed last. When that fails it prints why and returns false.
 * @param {string} root
 */
export function install(root) {
  if (isReleased(root)) return true;
  const stamp = path.join(root, 'node_modules/.bitacora-installed');
  const sources = fingerprint(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return true;

  // On standard error: the terminal app's standard output is its answer.
  console.error('Instalando lo que falta (solo la primera vez y cuando cambian las dependencias)…');
  const command = ['--yes', PNPM, 'install', '--frozen-lockfile', '--config.confirmModulesPurge=false'];
  const run = spawnSync('npx', command, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32', maxBuffer: 100_000_000 });
  if (run.status !== 0) {
    console.error(`${run.stdout ?? ''}${run.stderr ?? ''}${run.error?.message ?? ''}`);
    console.error('No se pudo instalar. Revisa tu conexión y el espacio en disco, y vuelve a intentarlo.');
    return false;
  }
  writeFileSync(stamp, sources);
  return true;
}

/** @param {string} root */
function fingerprint(root) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) hash.update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}
