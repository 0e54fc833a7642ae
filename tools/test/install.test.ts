import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PNPM_SUMS, preparePnpm } from '../install.mjs';

const folder = () => fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-pnpm-'));
const isPinned = `${process.platform}-${process.arch}` in PNPM_SUMS;

it.runIf(isPinned)('does not run a pnpm whose sum is another, and leaves nothing of it', { timeout: 120_000 }, () => {
  const root = folder();
  const others = Object.fromEntries(Object.keys(PNPM_SUMS).map((platform) => [platform, `${'a'.repeat(86)}==`]));
  expect(() => preparePnpm(root, others)).toThrow('La suma de pnpm no es la esperada');
  expect(fs.readdirSync(path.join(root, 'node_modules/.bitacora-pnpm'))).toEqual([]);
  fs.rmSync(root, { recursive: true });
});

it.runIf(isPinned)('runs the one that we know', { timeout: 120_000 }, () => {
  const root = folder();
  const [program = ''] = preparePnpm(root);
  expect(path.relative(root, program)).toBe('node_modules/.bitacora-pnpm/12.21.0/pnpm');
  fs.accessSync(program, fs.constants.X_OK);
  fs.rmSync(root, { recursive: true });
});

/** Installs in a folder, as another user than root where `isClosed` so demands, and returns the lines of standard error. */
function failedLines(root: string, env: Record<string, string>, isClosed = false): string[] {
  for (const name of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) fs.writeFileSync(path.join(root, name), '');
  fs.chmodSync(root, isClosed ? 0o555 : 0o755);
  const program = `${fs.readFileSync(new URL('../install.mjs', import.meta.url), 'utf8')}\nprocess.exitCode = install(${JSON.stringify(root)}) ? 0 : 1;`;
  const other = isClosed && process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const options = { cwd: os.tmpdir(), env: { ...process.env, npm_config_cache: path.join(root, 'cache'), ...env }, ...other };
  const { status, stderr } = spawnSync('node', ['--input-type=module', '-e', program], { ...options, encoding: 'utf8' });
  expect(status).toBe(1);
  return stderr.trim().split('\n').slice(1);
}

it.runIf(isPinned)('without a registry a sentence says so, and names the file with the lines of npm', { timeout: 120_000 }, () => {
  const root = folder();
  const lines = failedLines(root, { npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' });
  expect(lines).toEqual([expect.stringMatching(/^No se pudo instalar\. Revisa tu conexión con el registro/)]);
  expect(fs.readFileSync(lines[0]?.split(' ').at(-1) as string, 'utf8')).toContain('npm error');
  fs.rmSync(root, { recursive: true });
});

it.runIf(isPinned)('in a folder that one may not write it says which, and nothing of the connection', { timeout: 120_000 }, () => {
  const root = folder();
  const lines = failedLines(root, {}, true);
  expect(lines).toEqual([expect.stringContaining(`No hay permiso para escribir en ${path.join(root, 'node_modules')}`)]);
  expect(lines[0]).not.toContain('conexión');
  fs.rmSync(root, { recursive: true });
});
