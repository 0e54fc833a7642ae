import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// Not in package.json's `packageManager`: pnpm then wants itself in the lockfile, and a frozen install fails.
const VERSION = '12.21.0';
export const PNPM = `pnpm@${VERSION}`;

/** The SHA-512 of the packages that hold pnpm's program, where the server runs. Elsewhere npm fetches it without a sum of ours. */
export const PNPM_SUMS = {
  'linux-x64': '8eufCjHXspKbNS/kh8q4Q0gqJoOuvC4Q5pgos6XS8By/nAMtP+jf8F1Cw9er840kfAX+PJ/ts+A9qnLE91rvXQ==',
  'linux-arm64': '4Oj/iF2TDCe2lcH0n4TupPR5sSdrNLclJB6xBElLMPCUOAvBhdf2rRlSaO5M4erJ6g4Fyy7YTXTpcmfFsKyxEA==',
};

/**
 * Returns the command of the pinned pnpm. Throws where what was fetched is not the package that we know.
 * @param {string} root
 * @param {Record<string, string>} sums
 */
export function preparePnpm(root, sums = PNPM_SUMS) {
  const platform = `${process.platform}-${process.arch}`;
  const sum = sums[platform];
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  if (!sum || !header.glibcVersionRuntime) return ['npx', '--yes', PNPM];
  const folder = path.join(root, 'node_modules/.bitacora-pnpm');
  const program = path.join(folder, VERSION, 'pnpm');
  if (existsSync(program)) return [program];

  mkdirSync(folder, { recursive: true });
  const draft = mkdtempSync(path.join(folder, 'draft-'));
  try {
    const file = path.join(
      draft,
      run('npm', ['pack', `@pnpm/exe.${platform}@${VERSION}`, '--loglevel=error', '--pack-destination', draft]).trim(),
    );
    const actual = createHash('sha512').update(readFileSync(file)).digest('base64');
    if (actual !== sum) throw new Error(`La suma de pnpm no es la esperada, y no se ejecutó: sha512-${actual}`);
    run('tar', ['-xzf', file, '-C', draft]);
    rmSync(path.join(folder, VERSION), { recursive: true, force: true });
    renameSync(path.join(draft, 'package'), path.join(folder, VERSION));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return [program];
}

/**
 * @param {string} command
 * @param {string[]} words
 */
function run(command, words) {
  const { status, stdout, stderr, error } = spawnSync(command, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr || error?.message);
  return stdout;
}

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
  const isForPerson = process.stderr.isTTY && process.env.NODE_ENV !== 'production';
  process.stderr.write(isForPerson ? 'Instalando… ' : 'Instalando lo que falta (solo la primera vez y cuando cambian las dependencias)…\n');
  const startedAt = performance.now();
  const problem = installPackages(root);
  if (isForPerson) process.stderr.write(`${Math.round((performance.now() - startedAt) / 1_000)} s\n`);
  if (problem !== null) {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'bitacora-npm-')), 'npm.log');
    writeFileSync(file, problem);
    console.error(`No se pudo instalar. ${explain(problem)} Lo que dijo npm está en ${file}`);
    return false;
  }
  writeFileSync(stamp, sources);
  return true;
}

/**
 * Returns what went wrong, or null.
 * @param {string} root
 */
function installPackages(root) {
  try {
    const [program = '', ...words] = preparePnpm(root);
    const command = [...words, 'install', '--frozen-lockfile', '--config.confirmModulesPurge=false'];
    const options = { cwd: root, encoding: /** @type {const} */ ('utf8'), shell: process.platform === 'win32', maxBuffer: 100_000_000 };
    const { status, stdout, stderr, error } = spawnSync(program, command, options);
    return status === 0 ? null : `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`;
  } catch (error) {
    return String(error);
  }
}

/** @param {string} problem */
function explain(problem) {
  if (/\b(?:EACCES|EPERM|EROFS)\b/.test(problem)) {
    const [, file] = /\b(?:EACCES|EPERM|EROFS)\b[^\n]*?'([^'\n]+)'/.exec(problem) ?? [];
    return `No hay permiso para escribir en ${file ?? 'la carpeta'}: dáselo a quien instala, o usa una carpeta suya.`;
  }
  if (/\b(?:ENOSPC|EDQUOT)\b/.test(problem)) return 'El disco está lleno.';
  return 'Revisa tu conexión con el registro de paquetes, y vuelve a intentarlo.';
}

/** @param {string} root */
function fingerprint(root) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) hash.update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}
