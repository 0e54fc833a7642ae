import os from 'node:os';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits } from '@bitacora/core/terminal/terminal';
import manifest from '../../package.json' with { type: 'json' };
import type { Dependencies } from './command.ts';
import { connect } from './connection.ts';
import { describeCause } from './output/output-file.ts';
import { readSettings } from './settings.ts';
import { serverVersions } from './transport.ts';

/** Without a command on a terminal it opens the full-screen app, else it runs one command. */
async function run(typed: readonly string[], dependencies: Dependencies): Promise<number> {
  const { stdin, stdout, settings } = dependencies;
  const profile = profileAlone(typed);
  if (profile !== undefined && stdin.isTTY && stdout.isTTY) {
    const { openApp } = await import('./app/open-app.tsx');
    return openApp({ ...dependencies, settings: { ...settings, profile: profile ?? settings.profile } });
  }
  const { runCommand } = await import('./run-command.ts');
  return runCommand(typed, dependencies);
}

/** Returns the profile of `--profile NAME` without a command; null without a word, undefined for a command. */
function profileAlone([first, second, ...more]: readonly string[]): string | null | undefined {
  if (first === undefined) return null;
  if (first === '--profile') return more.length === 0 ? second : undefined;
  return second === undefined && first.startsWith('--profile=') ? first.slice('--profile='.length) : undefined;
}

/** Leaves out the user name where the system knows none, as in some containers. */
function machineName(): string {
  try {
    return `${os.userInfo().username}@${os.hostname()}`;
  } catch {
    return os.hostname();
  }
}

const settings = readSettings(process.env, process.platform, os.homedir());
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interruption.abort());
// EPIPE means that the reader of our output ended (head, less): no message can reach it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.stderr.write(`${terminal.cannotWrite(terminal.standardOutput, describeCause(error))}\n`);
  process.exit(error.code === 'EPIPE' ? exits.done : exits.usage);
});

process.exitCode = await run(process.argv.slice(2), {
  settings,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: interruption.signal,
  now: () => new Date(),
  machine: machineName(),
  connect: (own = settings, until = interruption.signal) => connect(own, until),
});

// Only a terminal gets this warning, because the log of a script would repeat it every night.
if (process.stderr.isTTY)
  for (const [url, version] of serverVersions)
    if (version !== manifest.version) process.stderr.write(`${terminal.otherVersion(manifest.version, version, url)}\n`);
