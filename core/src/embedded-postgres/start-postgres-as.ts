import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Options, Server } from './start-postgres.ts';
import { StartProblem } from './start-problem.ts';
import type { SystemUser } from './system-user.ts';

const PROGRAM = fileURLToPath(new URL('./server-process.ts', import.meta.url));

/** What `server-process.ts` answers. */
export type ServerReport = { addresses: Omit<Server, 'stop'> } | { problem: string } | { notice: string };

/** `startPostgres` in a process of that user, for a command that has to stay root: root itself writes nothing into the data folder. */
export function startPostgresAs({ uid, gid }: SystemUser, { log = () => {}, ...options }: Options): Promise<Server> {
  const child = fork(PROGRAM, [JSON.stringify(options)], { uid, gid, execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    if (child.connected) child.disconnect();
    await ended;
  };
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      const report = message as ServerReport;
      if ('notice' in report) log(report.notice);
      else if ('problem' in report) reject(new StartProblem(report.problem));
      else resolve({ ...report.addresses, stop });
    });
    child.once('error', reject);
    void ended.then(() => reject(new Error('The process of PostgreSQL ended')));
  });
}
