import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { type Machine, main } from './bitacora.ts';

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

/** `script` is part of every Debian (util-linux); elsewhere it takes other words. */
export const hasPseudoTerminal = process.platform === 'linux';

/** Runs the terminal app on a pseudo-terminal. Input goes in as keys, and output comes out with its colours. */
export function onTerminal(
  { home, env }: Machine,
  typed: readonly string[],
  { columns = 100, rows = 30, more = {} as Record<string, string> } = {},
) {
  const command = `stty cols ${columns} rows ${rows}; exec ${[process.execPath, main, ...typed].map(quoted).join(' ')}`;
  const child: ChildProcess = spawn('script', ['-qefc', command, '/dev/null'], {
    cwd: home,
    env: { ...env, TERM: 'xterm-256color', ...more },
  });
  let screen = '';
  let waiting: (() => void)[] = [];
  const wakeAll = () => {
    for (const wake of waiting) wake();
    waiting = [];
  };
  child.stdout?.on('data', (chunk) => {
    screen += chunk;
    wakeAll();
  });
  const ended = new Promise<number | null>((resolve) =>
    child.on('close', (status) => {
      resolve(status);
      wakeAll();
    }),
  );

  return {
    /** Everything shown so far. */
    screen: () => screen,
    type: (keys: string) => child.stdin?.write(keys),
    /** Until that is shown. */
    async shows(text: string | RegExp): Promise<void> {
      const isShown = () => (typeof text === 'string' ? screen.includes(text) : text.test(screen));
      while (!isShown()) {
        if (child.exitCode !== null) throw new Error(`it ended before it showed ${text}:\n${screen}`);
        await new Promise<void>((wake) => waiting.push(wake));
      }
    },
    /** Its exit code. */
    ended,
    kill: () => child.kill(),
    /** Finds the app itself, inside `script`. */
    insidePid: async () => Number((await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).trim()),
  };
}
