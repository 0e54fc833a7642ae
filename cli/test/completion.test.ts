import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { main } from './bitacora.ts';
import { typed } from './in-process.ts';

const BREAKS = ' \t\n"\'@><=;|&(:';

/** What is offered where the cursor stands at the end of the line. */
async function offered(shell: string, line: string): Promise<string[]> {
  const { status, out, err } = await typed(['__complete', shell, line, ...(shell === 'bash' ? [BREAKS] : [])]);
  expect([status, err]).toEqual([0, '']);
  return out.split('\n').filter(Boolean);
}

it.each<[string, string[]]>([
  ['bitacora us', ['users']],
  ['bitacora users ', ['list', 'create', 'update', 'invite', 'import', 'activate', 'deactivate', 'cancel-email-change']],
  ['bitacora activities re', ['remind', 'reassign']],
  ['bitacora --profile pruebas activities re', ['remind', 'reassign']],
  ['bitacora --profile=pruebas activities re', ['remind', 'reassign']],
  ['bitacora help activities re', ['remind', 'reassign']],
  ['bitacora hel', ['help']],
  ['bitacora activities assign --priority=a', ['alta']],
  ["bitacora users list --search 'a b' --st", ['--status']],
  ['bitacora users list --json --js', []],
  ['bitacora config set co', ['color']],
  ['bitacora activities assign --priority a', ['alta']],
  ['bitacora users list --st', ['--status']],
  ['bitacora users list --status ', ['activo', 'inactivo']],
  ['bitacora users list --search x --status in', ['inactivo']],
  ['bitacora report pending --priority c', ['critica']],
  ['bitacora completion f', ['fish']],
  ['bitacora __', []],
  ['bitacora users import mi', []],
])('bash completes «%s»', async (line, words) => {
  expect(await offered('bash', line)).toEqual(words);
});

it('offers other shells each word with its summary', async () => {
  expect(await offered('zsh', 'bitacora activities remin')).toEqual(['remind\tenvía un recordatorio al responsable']);
  expect(await offered('powershell', 'bitacora activities assign --priority=a')).toEqual(['--priority=alta']);
});

it('works in bash itself', async () => {
  const { out: script } = await typed(['completion', 'bash']);
  const line = 'bitacora users list --status=in';
  const completionScript = `bitacora() { '${process.execPath}' '${main}' "$@"; }; COMP_LINE='${line} x'; COMP_POINT=${line.length}; _bitacora bitacora; printf '%s\\n' "\${COMPREPLY[@]}"`;
  expect(execFileSync('bash', ['--norc', '-c', `${script}\n${completionScript}`], { encoding: 'utf8' })).toBe('inactivo\n');
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

it.each(['bash', 'zsh', 'fish', 'powershell'])('%s takes its script', async (shell) => {
  const { status, out } = await typed(['completion', shell]);
  expect([status, out]).toEqual([0, expect.stringContaining(`__complete ${shell}`)]);
  if (shell !== 'powershell' && has(shell))
    expect(spawnSync(shell, ['-n', fileWith(out)], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
});

it('quotes for PowerShell what it would read as syntax, and doubles every quote in it', async () => {
  const { out } = await typed(['completion', 'powershell']);
  const [, plain = ''] = /-notmatch '(.*?)'\)/.exec(out) ?? [];
  const [, quote = ''] = /-replace "(\['.*?)"/.exec(out) ?? [];
  const words = ['--due=2026-11-24', 'eva@empresa.mx', 'D’Or', '#1', '$x', '~', 'José Ángel', 'users'];
  expect(words.filter((word) => new RegExp(plain).test(word))).toEqual(['--due=2026-11-24', 'users']);
  expect("'‘’‚‛".replace(new RegExp(quote, 'g'), '$&$&')).toBe("''‘‘’’‚‚‛‛");
  // Windows PowerShell reads a profile without a mark in the code page of the machine.
  expect(out).toMatch(/^\p{ASCII}+$/u);
});

it.skipIf(!has('fish'))('fish completes a command and the values of a flag', async () => {
  const file = fileWith((await typed(['completion', 'fish'])).out);
  const shell = 'fish';
  const folder = path.dirname(file);
  writeFileSync(path.join(folder, 'bitacora'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const offer = (line: string) =>
    spawnSync(shell, ['--no-config', '-c', `source ${file}; complete -C '${line}'`], { encoding: 'utf8', env });
  expect(offer('bitacora us')).toMatchObject({ stdout: 'users\tpersonas de la empresa\n', stderr: '' });
  expect(offer('bitacora users list --status in').stdout.trim()).toBe('inactivo');
});
