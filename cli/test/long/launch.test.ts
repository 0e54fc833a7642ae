import { execFile } from 'node:child_process';
import { copyFile, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { bundle, foldersFor, hashSources } from '../../bundle.ts';
import { type Machine, machine, main } from '../bitacora.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);
let at: Machine;
beforeAll(async () => {
  at = await machine();
});
afterAll(() => at.leave());

it.runIf(process.platform === 'linux')('says in words that its outcome could not be written', async () => {
  const command = `'${process.execPath}' '${main}' completion bash > /dev/full`;
  const full = run('sh', ['-c', command], { cwd: at.home, env: at.env });
  await expect(full).rejects.toMatchObject({
    code: 2,
    stderr: 'No se pudo escribir en la salida estándar: no hay espacio en el disco.\n',
  });
});

it.each([
  ['the program', process.execPath, [path.join(root, 'cli/bin/bitacora.mjs')]],
  ['npm run cli', 'npm', ['--prefix', root, 'run', '--silent', 'cli', '--']],
])('%s writes the outcome and nothing else, wherever one stands', async (_, program, before) => {
  const options = { cwd: at.home, env: at.env };
  expect((await run(program, [...before, '--version'], options)).stdout).toBe(`${manifest.version}\n`);
  await run(program, [...before, 'completion', 'bash', '--output', 'aquí.sh'], options);
  await run('bash', ['-n', 'aquí.sh'], options);
  const again = run(program, [...before, 'completion', 'bash', '--output', 'aquí.sh'], options);
  await expect(again).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('El archivo aquí.sh ya existe.') });
  await run('rm', ['aquí.sh'], options);
});

it('is built anew when a source is added, changed, replaced by an older one or removed', async () => {
  const fingerprint = () => hashSources(at.home, ['*.ts']);
  const fingerprints = [fingerprint()];
  await writeFile(at.file('a.ts'), '1');
  fingerprints.push(fingerprint());
  await writeFile(at.file('a.ts'), '22');
  fingerprints.push(fingerprint());
  await utimes(at.file('a.ts'), 1, 1);
  fingerprints.push(fingerprint());
  expect(fingerprint()).toBe(fingerprints.at(-1));
  expect(new Set(fingerprints).size).toBe(4);
  await rm(at.file('a.ts'));
  expect(fingerprint()).toBe(fingerprints[0]);
});

it('is built in the cache of a user who may not write in the checkout, and there it runs', async () => {
  const cache = foldersFor({ XDG_CACHE_HOME: at.file('caché') }, at.home)[1] as string;
  expect(cache).toBe(at.file('caché/bitacora/terminal'));
  expect(foldersFor({}, at.home)[1]).toBe(at.file('.cache/bitacora/terminal'));
  // A file in the place of the folder: root may not write there either.
  await writeFile(at.file('archivo'), '');
  const folders = [at.file('archivo/dist'), cache];

  const file = await bundle(folders);
  expect(path.dirname(file)).toBe(cache);
  expect((await run(process.execPath, [file, '--version'], { cwd: at.home, env: at.env })).stdout).toBe(`${manifest.version}\n`);
  await expect(bundle([at.file('archivo/dist')])).rejects.toThrow('No hay dónde construir la terminal.');
});

it('is built once for the same sources, and replaced in one step', async () => {
  const folder = at.file('construcciones');
  const file = await bundle([folder]);
  const { ino, mtimeMs } = await stat(file);
  await bundle([folder]);
  expect(await stat(file)).toMatchObject({ ino, mtimeMs });
  await writeFile(path.join(folder, 'sources'), 'of an earlier build');
  await bundle([folder]);
  expect((await stat(file)).ino).not.toBe(ino);
  expect((await readdir(folder)).sort()).toEqual(['bitacora.mjs', 'sources']);
});

it('needs Node alone, and carries the licences of the packages inside', async () => {
  // Far from any node_modules, with the Node of the machine, which may be an earlier one than ours.
  await copyFile(main, at.file('bitacora.mjs'));
  const { stdout } = await run('/usr/bin/env', ['node', at.file('bitacora.mjs'), '--help'], { cwd: at.home, env: at.env });
  expect(stdout).toContain('bitacora');
  const text = await readFile(main, 'utf8');
  // What came after Node 20.19. Ink's own `withResolvers` stands in its concurrent mode, which is off.
  expect(text).not.toMatch(/URL\.parse\(|Array\.fromAsync|Object\.groupBy|Map\.groupBy|Promise\.try|RegExp\.escape|getOrInsert/);
  for (const name of ['commander', 'ink', 'react', 'zod']) expect(text).toMatch(new RegExp(`^${name} [0-9.]+ \\(MIT\\)$`, 'm'));
});

it('is installed from its tarball without a registry', async () => {
  const npm = (words: string[]) => run('npm', words, { cwd: root, env: { ...at.env, npm_config_offline: 'true' } });
  const { stdout } = await npm(['run', '--silent', 'terminal-package', '--', at.home]);
  const [prefix, tarball] = [at.file('global'), stdout.trim()];
  expect(path.basename(tarball)).toBe(`bitacora-terminal-${manifest.version}.tgz`);
  await npm(['install', '--global', '--prefix', prefix, tarball]);
  const installed = await run(path.join(prefix, 'bin/bitacora'), ['--version'], { cwd: at.home, env: at.env });
  expect(installed.stdout).toBe(`${manifest.version}\n`);
});
