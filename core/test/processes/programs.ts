import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';

const source = (name: string) => JSON.stringify(new URL(`../../src/processes/${name}.ts`, import.meta.url).href);
const IMPORTS = `import { countLostLines, openLogOutput } from ${source('log-output')}; import { createShutdown } from ${source('shutdown')};`;

/** Runs a program of these lines in a process of its own. What it says on the channel is in `said`. */
export function run(lines: string, stdio: StdioOptions): { child: ChildProcess; said: Promise<unknown>; ended: Promise<number | string> } {
  const child = spawn(process.execPath, ['--input-type=module', '-e', `${IMPORTS} ${lines}`], { stdio });
  return {
    child,
    said: new Promise((resolve) => child.once('message', resolve)),
    ended: new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal ?? ''))),
  };
}
