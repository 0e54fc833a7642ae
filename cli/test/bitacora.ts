import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Client } from '@bitacora/core/client';
import type { TokenScope } from '@bitacora/core/domain/account/account';
import { calendarDate } from '@bitacora/core/domain/calendar';
import type { Person } from '@bitacora/core/domain/people/person';
import type { RunningApp } from '../../api/test/running-app.ts';
import { bundle, foldersFor } from '../bundle.ts';
import { connect } from '../src/connection.ts';
import { runCommand } from '../src/run-command.ts';
import { readSettings } from '../src/settings.ts';

const root = path.resolve(import.meta.dirname, '../..');
export const main = await bundle(foldersFor(process.env, os.homedir()));

export interface CommandResult {
  status: number | null;
  out: string;
  err: string;
  bytes: Buffer;
}
interface LaunchOptions {
  /** What is piped in; null leaves the pipe open. */
  input?: string | Uint8Array | null;
  env?: Record<string, string>;
  /** Interrupts a command that runs in this process, as Ctrl-C does. */
  interruption?: AbortSignal;
  /** Called with the running process. */
  during?: (child: ChildProcess) => void;
}

/** A person at a machine of their own: a home folder, and the terminal app run in it through pipes, as a script would. */
export async function machine(env: Record<string, string> = {}) {
  const home = await mkdtemp(path.join(os.tmpdir(), 'bitacora-cli-test-'));
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const environment = { PATH, NODE_COMPILE_CACHE, HOME: home, XDG_CONFIG_HOME: path.join(home, '.config'), ...env };

  function inOwnProcess(typed: readonly string[], { input, env: more, during }: LaunchOptions): Promise<CommandResult> {
    const child = spawn(process.execPath, [main, ...typed], { cwd: home, env: { ...environment, ...more } });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk) => out.push(chunk));
    child.stderr.on('data', (chunk) => err.push(chunk));
    child.stdin.on('error', () => {}); // it may not want all of it
    if (input !== null) child.stdin.end(input ?? '');
    during?.(child);
    return new Promise((resolve) =>
      child.on('close', (status) => {
        const bytes = Buffer.concat(out);
        resolve({ status, out: bytes.toString(), err: Buffer.concat(err).toString(), bytes });
      }),
    );
  }

  /** In this very process, because a start of Node takes longer than most commands. */
  async function here(
    typed: readonly string[],
    { input, env: more, interruption: signal = new AbortController().signal }: LaunchOptions,
  ): Promise<CommandResult> {
    const settings = readSettings({ ...environment, ...more }, process.platform, home);
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    stdin.end(input ?? '');
    const [out, err] = [buffer(stdout), buffer(stderr)];
    process.chdir(home);
    const connected = (own = settings) => connect(own, signal);
    const status = await runCommand(typed, {
      settings,
      stdin,
      stdout,
      stderr,
      signal,
      connect: connected,
      now: () => new Date(),
      machine: `${os.userInfo().username}@${os.hostname()}`,
    });
    stdout.end();
    stderr.end();
    const bytes = await out;
    return { status, out: bytes.toString(), err: String(await err), bytes };
  }

  /** A process of its own where the test does something to it, or its zone differs. */
  const bitacora = (typed: readonly string[], given: LaunchOptions = {}): Promise<CommandResult> =>
    given.during || given.input === null || given.env?.TZ || given.env?.NODE_EXTRA_CA_CERTS
      ? inOwnProcess(typed, given)
      : here(typed, given);

  return {
    home,
    env: environment,
    file: (name: string) => path.join(home, name),
    sessionFile: path.join(home, '.config/bitacora/sesion.json'),
    bitacora,
    leave: () => {
      process.chdir(root);
      return rm(home, { recursive: true, force: true });
    },
  };
}
export type Machine = Awaited<ReturnType<typeof machine>>;

/** The settings of somebody who has a token already: logging in is slow by design, and has its own tests. */
export async function holding(app: RunningApp, person: Person, scope: TokenScope = 'write'): Promise<Record<string, string>> {
  const { client }: { client: Client } = await app.as(person);
  const { secret } = await client.createToken({ name: 'Pruebas', scope, expiresOn: calendarDate('2026-12-31') });
  return { BITACORA_URL: app.origin, BITACORA_TOKEN: secret };
}
