import cluster, { type Worker } from 'node:cluster';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Shutdown } from '@bitacora/core/processes/shutdown';
import { StartProblem } from '@bitacora/core/settings/environment';
import type { Logger } from 'pino';
import { joinFigures, type MetricValues } from '../http/metrics.ts';
import { startTexts } from '../messages/start.ts';
import type { Settings } from '../settings/settings.ts';

/** What one side answers to the questions of the other; `null` as an answer says that it has done it. */
export type QuestionHandlers = Record<string, () => unknown>;

type ChannelMessage = { question: string; number: number } | { answerTo: number; value?: unknown; failure?: string };

interface Peer {
  connected: boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  send?(message: ChannelMessage, handle: undefined, options: undefined, onSent: () => void): unknown;
}

const PATIENCE_MS = 5_000;

/** Questions and answers between two of our processes. A question fails where the other process is gone or silent. */
export function channelTo(peer: Peer, answers: QuestionHandlers) {
  const open = new Map<number, (message: ChannelMessage) => void>();
  let lastNumber = 0;
  // Without a callback a channel that has just closed would throw.
  const send = (message: ChannelMessage) => void (peer.connected && peer.send?.(message, undefined, undefined, () => {}));

  async function answer({ question, number }: { question: string; number: number }): Promise<void> {
    try {
      send({ answerTo: number, value: await answers[question]?.() });
    } catch (error) {
      send({ answerTo: number, failure: String(error) });
    }
  }
  peer.on('message', (content) => {
    const message = content as ChannelMessage;
    if ('question' in message) void answer(message);
    else if ('answerTo' in message) open.get(message.answerTo)?.(message);
  });

  return {
    ask: <Answer>(question: string, patienceMs = PATIENCE_MS): Promise<Answer> =>
      new Promise<Answer>((resolve, reject) => {
        lastNumber += 1;
        const number = lastNumber;
        const timer = setTimeout(() => open.get(number)?.({ answerTo: number, failure: 'no answer' }), patienceMs);
        open.set(number, (message) => {
          clearTimeout(timer);
          open.delete(number);
          if ('failure' in message) reject(new Error(`${question}: ${message.failure}`));
          else resolve((message as { value: Answer }).value);
        });
        send({ question, number });
      }),
  };
}

type ProcessChannel = ReturnType<typeof channelTo>;

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
  /** The embedded PostgreSQL has this folder; null where the database is elsewhere. */
  databaseFolder: string | null;
  isDemo: boolean;
}

interface Workers {
  settings: Pick<Settings, 'processes' | 'port' | 'drainSeconds'>;
  opening: Opening;
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

  const readWorkerFigures = () =>
    Promise.all([...channels.values()].map((channel) => channel.ask<MetricValues>('figures', FIGURES_MS).catch(() => null)));
  const metrics = async () => joinFigures([await figures(), ...(await readWorkerFigures()).filter((one) => one !== null)]);

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
