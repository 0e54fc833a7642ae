import cluster, { type Worker } from 'node:cluster';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartProblem } from '@bitacora/core/embedded-postgres/start-problem';
import type { Logger } from 'pino';
import type { Shutdown } from '../http/graceful-shutdown.ts';
import { joinFigures, type MetricValues } from '../http/metrics.ts';
import { startTexts } from '../messages/start.ts';
import type { Settings } from '../settings.ts';
import { channelTo, type ProcessChannel } from './channel.ts';

const PROGRAM = path.join(import.meta.dirname, 'worker.ts');
/** A worker that ends again and again is started ever more rarely. */
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
/** One that served for so long was well. */
const WELL_MS = 60_000;
/** Beyond the drain: ten seconds for requests under way, and some for a busy machine. */
const LAST_WORK_MS = 30_000;

/** Shorter than the patience of the worker that asks for all of them. */
const FIGURES_MS = 2_000;

/** What the first process has opened, and workers need not open again. */
export interface Opening {
  /** Its password may be one that only the data folder knows. */
  databaseUrl: string;
  /** Of the embedded PostgreSQL; null where it is elsewhere. */
  databaseFolder: string | null;
  isDemo: boolean;
}

interface Workers {
  settings: Pick<Settings, 'processes' | 'port' | 'drainSeconds'>;
  opening: Opening;
  /** The figures of this process, which runs the jobs. */
  figures: () => Promise<MetricValues>;
  log: Pick<Logger, 'warn' | 'info'>;
  ending: Pick<Shutdown, 'onEnd'>;
}

/**
 * Starts the processes that serve, and another one for each that ends by itself. They share one port; this process gives each new
 * connection to the next of them (decision 33). Resolves when all are ready.
 */
export async function startWorkers({ settings, opening, figures, log, ending }: Workers): Promise<void> {
  const { processes, port, drainSeconds } = settings;
  const channels = new Map<Worker, ProcessChannel>();
  const stopping = new AbortController();
  cluster.setupPrimary({ exec: PROGRAM });

  const ofWorkers = () =>
    Promise.all([...channels.values()].map((channel) => channel.ask<MetricValues>('figures', FIGURES_MS).catch(() => null)));
  const metrics = async () => joinFigures([await figures(), ...(await ofWorkers()).filter((one) => one !== null)]);

  /** Starts one worker; `onReady` comes once it serves. Resolves when it has ended. */
  function serve(onReady: () => void): Promise<string | number> {
    const worker = cluster.fork({ PORT: String(port) });
    const ready = () => {
      onReady();
      return null;
    };
    channels.set(worker, channelTo(worker.process, { opening: () => opening, ready, metrics }));
    return new Promise((resolve) =>
      worker.once('exit', (code, signal) => {
        channels.delete(worker);
        resolve(signal ?? code);
      }),
    );
  }

  /** Keeps one worker at work. The returned promise is of its first; it rejects where the very first of all fails. */
  function keepOne(isFirst: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const run = async () => {
        for (let failures = 0; !stopping.signal.aborted; failures++) {
          const began = performance.now();
          let wasReady = false;
          const ended = await serve(() => {
            wasReady = true;
            resolve();
          });
          if (stopping.signal.aborted) break;
          if (isFirst && !wasReady && failures === 0) return reject(new StartProblem(startTexts.workerEnded));
          if (wasReady && performance.now() - began > WELL_MS) failures = 0;
          log.warn({ ended }, 'a serving process ended: another one starts');
          await pause(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS), undefined, { signal: stopping.signal }).catch(() => {});
        }
        resolve();
      };
      void run();
    });
  }

  async function stop(): Promise<void> {
    stopping.abort();
    await Promise.all(
      [...channels].map(async ([worker, channel]) => {
        const gone = new Promise((resolve) => worker.once('exit', resolve));
        const limit = setTimeout(() => worker.process.kill('SIGKILL'), drainSeconds * 1_000 + LAST_WORK_MS);
        void channel.ask('end').catch(() => {});
        await gone;
        clearTimeout(limit);
      }),
    );
  }

  // Before the first of them starts, because the end may come at any time.
  ending.onEnd(stop);
  try {
    await keepOne(true);
    await Promise.all(Array.from({ length: processes - 1 }, () => keepOne(false)));
  } catch (error) {
    await stop();
    throw error;
  }
}
