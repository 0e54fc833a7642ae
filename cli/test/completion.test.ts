import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { typed } from './in-process.ts';

const { out: script } = await typed(['completion', 'bash']);

/** What bash offers where the cursor stands at the end of the line. */
function offered(line: string): string[] {
  const words = line.split(' ');
  const asked = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _bitacora; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['--norc', '-c', `${script}\n${asked}`], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
}

it.each<[string, string[]]>([
  ['bitacora us', ['users']],
  ['bitacora users ', ['list', 'create', 'update', 'invite', 'import', 'activate', 'deactivate', 'cancel-email-change']],
  ['bitacora activities re', ['remind', 'reassign']],
  ['bitacora activities assign --priority a', ['alta']],
  ['bitacora users list --st', ['--status']],
  ['bitacora users list --status ', ['activo', 'inactivo']],
  ['bitacora users list --search x --status in', ['inactivo']],
  ['bitacora report pending --priority c', ['critica']],
  ['bitacora completion f', ['fish']],
  ['bitacora users import mi', []],
])('bash completes «%s»', (line, words) => {
  expect(offered(line)).toEqual(words);
});

/** A script as a file, because fish 3.6 cannot read one from a socket, which the standard input of a child process is. */
function fileWith(script: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'bitacora-completion-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'script');
  writeFileSync(file, script);
  return file;
}

const has = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;

it.each(['bash', 'zsh', 'fish'])('%s takes its script', async (shell) => {
  const { status, out } = await typed(['completion', shell]);
  expect([status, out]).toEqual([0, expect.stringContaining('users list')]);
  if (has(shell)) expect(spawnSync(shell, ['-n', fileWith(out)], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
});

it.skipIf(!has('fish'))('fish completes a command and the values of a flag', async () => {
  const file = fileWith((await typed(['completion', 'fish'])).out);
  const shell = 'fish';
  const offer = (line: string) => spawnSync(shell, ['--no-config', '-c', `source ${file}; complete -C '${line}'`], { encoding: 'utf8' });
  expect(offer('bitacora us')).toMatchObject({ stdout: 'users\n', stderr: '' });
  expect(offer('bitacora users list --status in').stdout.trim()).toBe('inactivo');
});
