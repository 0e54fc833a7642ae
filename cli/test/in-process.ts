import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommand } from '../src/run-command.ts';
import { readSettings } from '../src/settings.ts';

/** A command in this very process, without a terminal, a login or a server: for what is decided before any of them is asked. */
export async function typed(words: readonly string[]): Promise<{ status: number; out: string; err: string }> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.end();
  const status = await runCommand(words, {
    settings: readSettings({ XDG_CONFIG_HOME: '/nonexistent' }, 'linux', '/nonexistent'),
    signal: new AbortController().signal,
    now: () => new Date(),
    machine: 'ana@pruebas',
    connect: () => Promise.reject(new Error('nothing is to be asked of a server')),
    stdin,
    stdout,
    stderr,
  });
  stdout.end();
  stderr.end();
  return { status, out: await text(stdout), err: await text(stderr) };
}
