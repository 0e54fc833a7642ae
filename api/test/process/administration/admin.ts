import { spawn } from 'node:child_process';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { administer } from '../../../src/commands/administer.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { nothingSet, ofNode, root } from '../product.ts';

const ADMIN = path.join(root, 'tools/admin.ts');

export interface CommandResult {
  status: number | NodeJS.Signals | null;
  out: string;
  err: string;
}

export function startAdmin(typed: readonly string[], env: Record<string, string>, input = '', through: readonly string[] = []) {
  const [command = '', ...words] = [...through, process.execPath, ADMIN, ...typed];
  const child = spawn(command, words, { cwd: root, env: { ...nothingSet, ...ofNode(), ...env } });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  child.stdin.on('error', () => {}); // it may not want any
  child.stdin.end(input);
  const ended = new Promise<CommandResult>((resolve) =>
    child.on('close', (status, signal) => resolve({ status: status ?? signal, out, err })),
  );
  return { child, ended };
}

/**
 * Runs `npm run admin -- …` with these settings and no others. On a PostgreSQL of the test it runs in this process, because a start of
 * Node takes longer than most commands. On a data folder it runs through pipes, as a script does.
 */
export const admin = (
  typed: readonly string[],
  env: Record<string, string>,
  input = '',
  through: readonly string[] = [],
): Promise<CommandResult> =>
  env.DATABASE_URL && !through.length ? adminHere(typed, env, input) : startAdmin(typed, env, input, through).ended;

export async function adminHere(typed: readonly string[], env: Record<string, string>, input: string): Promise<CommandResult> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.end(input);
  const [out, err] = [text(stdout), text(stderr)];
  const place = (name: string) => path.resolve(root, name);
  const all = { ...nothingSet, ...env };
  const settings = () => readSettings(all);
  const status = await administer(typed, { stdin, stdout, stderr, now: () => new Date(), settings, env: all, fileNames: [], place });
  stdout.end();
  stderr.end();
  return { status, out: await out, err: await err };
}

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

/** The same on a terminal of its own (`script` is part of every Debian): what is typed goes in as keys. */
export function onTerminal(typed: readonly string[], env: Record<string, string>) {
  const command = `exec ${[process.execPath, ADMIN, ...typed].map(quoted).join(' ')}`;
  const all = { ...nothingSet, ...ofNode(), TERM: 'xterm', ...env };
  const child = spawn('script', ['-qefc', command, '/dev/null'], { cwd: root, env: all });
  let screen = '';
  child.stdout.on('data', (chunk) => (screen += chunk));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { screen: () => screen, type: (keys: string) => child.stdin.write(keys), ended };
}
