import os from 'node:os';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits } from '@bitacora/core/terminal/stopped';
import { connect } from './connection.ts';
import type { Dependencies } from './dependencies.ts';
import { causeOf } from './output/output-file.ts';
import { readSettings } from './settings.ts';

/** Alone on a terminal the full-screen app, else one command. */
async function run(typed: readonly string[], surroundings: Dependencies): Promise<number> {
  const { stdin, stdout } = surroundings;
  if (typed.length === 0 && stdin.isTTY && stdout.isTTY) {
    const { openApp } = await import('./app/open-app.tsx');
    return openApp(surroundings);
  }
  const { runCommand } = await import('./run-command.ts');
  return runCommand(typed, surroundings);
}

const settings = readSettings(process.env, process.platform, os.homedir());
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort());
// Whoever read our output has gone: there is nobody left to tell (head, less).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.stderr.write(`${terminal.cannotWrite(terminal.standardOutput, causeOf(error))}\n`);
  process.exit(error.code === 'EPIPE' ? exits.done : exits.usage);
});

process.exitCode = await run(process.argv.slice(2), {
  settings,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: interrupted.signal,
  now: () => new Date(),
  host: os.hostname(),
  connect: () => connect(settings, interrupted.signal),
});
