import { execFile } from 'node:child_process';
import { rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { fingerprintOf } from '../bundle.ts';
import { type Machine, machine, main } from './bitacora.ts';

const root = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
let at: Machine;
beforeAll(async () => {
  at = await machine();
});
afterAll(() => at.leave());

it.runIf(process.platform === 'linux')('tells in words that its outcome could not be written', async () => {
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
  const fingerprint = () => fingerprintOf(at.home, ['*.ts']);
  const seen = [fingerprint()];
  await writeFile(at.file('a.ts'), '1');
  seen.push(fingerprint());
  await writeFile(at.file('a.ts'), '22');
  seen.push(fingerprint());
  await utimes(at.file('a.ts'), 1, 1);
  seen.push(fingerprint());
  expect(fingerprint()).toBe(seen.at(-1));
  expect(new Set(seen).size).toBe(4);
  await rm(at.file('a.ts'));
  expect(fingerprint()).toBe(seen[0]);
});
