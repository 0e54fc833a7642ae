import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { embeddedDatabase as texts } from '../messages/start-problems.ts';
import { StartProblem } from '../settings/environment.ts';

const PROGRAM = fileURLToPath(new URL('./guardian.ts', import.meta.url));
const TRIES = 5;
const MINUTE_MS = 60_000;
/** Recovery after a crash begins anew when it is interrupted, so the limit is far beyond what it takes on a slow disk. */
const READY_WITHIN_MS = 30 * MINUTE_MS;

export type Guard = {
  port: number;
  /** The database is this process's: from now on PostgreSQL ends with it. */
  claimed(): void;
  /** Shuts PostgreSQL down and waits until it is gone. */
  stop(): Promise<void>;
  /** Ends the guardian alone: PostgreSQL belongs to somebody else. */
  leave(): void;
};

export type Watch = {
  /** Where the lock and the heartbeat are. */
  dataDir: string;
  data: string;
  postgres: string;
  pgCtl: string;
  as: { uid?: number; gid?: number };
  logFile: string;
  /** Extra settings of the server, as `-c name=value`. */
  settings: Record<string, string>;
  port: number;
  /** Whether the main process has claimed the database. Until it has, a server found running is somebody else's. */
  isClaimed: boolean;
};

/** What the guardian answers: `refused` when another process has the data folder, `notice` while it waits. */
export type GuardianReport = { ready: number } | { failed: string } | { refused: string } | { notice: string };

/** Said by the main process once it has claimed the database: from now on the server ends with it. */
export const CLAIMED = 'claimed';

/** Said by the main process: end without touching PostgreSQL, which belongs to somebody else. */
export const LEAVE = 'leave';

/**
 * Starts the guardian of a data folder, and another one should it be killed. Resolves when PostgreSQL takes connections; rejects when it
 * does not within the limit, and nothing is left running.
 */
export function guard(
  watch: Omit<Watch, 'port' | 'isClaimed'>,
  log: (sentence: string) => void,
  readyWithinMs = READY_WITHIN_MS,
): Promise<Guard> {
  let guardian: ChildProcess;
  let port = 0;
  let isClaimed = false;
  let isOver = false;
  let failures = 0;

  return new Promise((resolve, reject) => {
    const endWait = () => {
      clearTimeout(limit);
      clearInterval(notice);
    };
    const stop = () => {
      endWait();
      isOver = true;
      return new Promise<void>((gone) => {
        if (guardian.exitCode !== null || guardian.signalCode !== null) return gone();
        guardian.once('exit', () => gone());
        if (guardian.connected) guardian.disconnect();
      });
    };
    const claimed = () => {
      isClaimed = true;
      if (guardian.connected) guardian.send(CLAIMED);
    };
    const leave = () => {
      endWait();
      isOver = true;
      if (guardian.connected) guardian.send(LEAVE);
    };
    const handleReport = (report: GuardianReport) => {
      if ('notice' in report) return log(report.notice);
      if ('refused' in report) {
        if (port) return log(report.refused);
        leave();
        return reject(new StartProblem(report.refused));
      }
      if ('ready' in report) {
        if (port && failures) log(texts.works);
        endWait();
        port = report.ready;
        failures = 0;
        return resolve({ port, claimed, stop, leave });
      }
      failures++;
      if (port) return log(texts.retries(report.failed));
      if (failures < TRIES) return;
      leave();
      reject(new StartProblem(texts.gaveUp(watch.data, watch.logFile, report.failed)));
    };
    const employ = () => {
      guardian = fork(PROGRAM, [JSON.stringify({ ...watch, port, isClaimed })], {
        detached: true,
        execArgv: [],
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      guardian.on('message', (report) => handleReport(report as GuardianReport));
      guardian.on('exit', () => {
        if (!isOver) employ();
      });
    };
    let minutes = 0;
    const notice = setInterval(() => log(texts.stillStarting(watch.data, ++minutes, watch.logFile)), MINUTE_MS);
    const limit = setTimeout(async () => {
      await stop();
      reject(new StartProblem(texts.neverReady(watch.data, readyWithinMs, watch.logFile)));
    }, readyWithinMs);
    employ();
  });
}
