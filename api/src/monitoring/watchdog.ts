import { execFile } from 'node:child_process';
import net from 'node:net';
import type { Shutdown } from '@bitacora/core/processes/shutdown';
import type { Logger } from 'pino';
import { type Job, startBeat } from './run-jobs.ts';

const BEAT_MS = 10_000;
const ANSWER_MS = 5_000;
/** A port that took no connection so many times in a row is lost for good. */
const FAILURES_MAX = 3;

interface Watched {
  port: number;
  host: string;
  log: Pick<Logger, 'warn' | 'fatal'>;
  ending: Pick<Shutdown, 'end'>;
  beatMs?: number;
  /** True where systemd started this process and waits for its messages. */
  hasSystemd: boolean;
}

/** Tells whether the kernel takes a connection for us. It asks no more, because a crowd of callers is no reason to end. */
function isListening({ host, port }: Pick<Watched, 'host' | 'port'>): Promise<boolean> {
  const socket = net.connect({ host, port, timeout: ANSWER_MS });
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    for (const event of ['timeout', 'error']) socket.once(event, () => resolve(false));
  }).finally(() => socket.destroy());
}

/**
 * Ends a process that lost its port, so that systemd or the container's policy starts another one. Under `Type=notify` it tells systemd
 * that the process is ready and, while it has its port and its event loop turns, that it is well.
 */
export function startWatchdog({ port, host, log, ending, hasSystemd, beatMs = BEAT_MS }: Watched): Job {
  let failures = 0;
  /** Node sends no datagrams to Unix sockets, so systemd's own program does. */
  const notify = (state: string) => {
    if (!hasSystemd) return;
    execFile('systemd-notify', [state], { timeout: ANSWER_MS }, (error) => error && log.warn({ err: error }, 'systemd not notified'));
  };
  notify('READY=1');
  return startBeat(beatMs, async () => {
    if (await isListening({ port, host })) {
      failures = 0;
      notify('WATCHDOG=1');
      return;
    }
    failures++;
    log.warn({ port, failures }, 'own port takes no connection');
    if (failures < FAILURES_MAX) return;
    log.fatal({ port }, 'own port lost');
    void ending.end(1);
  });
}
