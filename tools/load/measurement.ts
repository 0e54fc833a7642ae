import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Product } from '../../api/test/process/product.ts';
import type { RunningCompany } from './company.ts';

export interface Sample {
  kind: string;
  /** 0 where no whole answer came. */
  status: number;
  /** The planned time of the request, in milliseconds since the beginning. */
  due: number;
  /** Milliseconds since its planned time, because a server that delays the sender must not look quicker. */
  ms: number;
}

interface LoadPlan {
  /** Requests a second. */
  rate: number;
  seconds?: number;
  /** Ends the load where the seconds are not known beforehand; it is called before each request. */
  goesOn?(): boolean;
  send(turn: number): Promise<Pick<Sample, 'kind' | 'status'>>;
}

/** Sends requests at a fixed rate without waiting for earlier answers, as independent people do. */
export async function openLoop({ rate, seconds = Number.POSITIVE_INFINITY, goesOn = () => true, send }: LoadPlan): Promise<Sample[]> {
  const start = performance.now();
  const samples: Promise<Sample>[] = [];
  for (let turn = 0; turn < rate * seconds && goesOn(); turn++) {
    const due = (turn * 1_000) / rate;
    const earlyMs = start + due - performance.now();
    if (earlyMs > 1) await pause(earlyMs);
    samples.push(send(turn).then((outcome) => ({ ...outcome, due, ms: performance.now() - start - due })));
  }
  return Promise.all(samples);
}

/** Returns the milliseconds that this share of the samples did not exceed. */
function percentile(samples: readonly Sample[], share: number): number {
  const sorted = samples.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export interface LoadFigures {
  requests: number;
  p50: number;
  p95: number;
  p99: number;
  most: number;
  /** Requests without a successful answer. */
  failed: number;
}

/** Computes the figures of a load in whole milliseconds. */
export const loadFigures = (samples: readonly Sample[]): LoadFigures => ({
  requests: samples.length,
  p50: Math.round(percentile(samples, 0.5)),
  p95: Math.round(percentile(samples, 0.95)),
  p99: Math.round(percentile(samples, 0.99)),
  most: Math.round(percentile(samples, 1)),
  failed: samples.filter(({ status }) => status !== 200).length,
});

/** Computes the figures of each kind of request, and of all. */
export function figuresByKind(samples: readonly Sample[]): Record<string, LoadFigures> {
  const kinds = [...new Set(samples.map(({ kind }) => kind))].sort();
  const rows = kinds.map((kind) => [kind, loadFigures(samples.filter((sample) => sample.kind === kind))] as const);
  return { ...Object.fromEntries(rows), todo: loadFigures(samples) };
}

export function countStatuses(samples: readonly Sample[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of samples) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** An overloaded server may answer, or ask to retry later. */
const ORDERLY_STATUSES = [200, 429, 503];

/** Counts requests that got neither an answer nor the request to retry later. */
export const countBroken = (samples: readonly Sample[]): number =>
  samples.filter(({ status }) => !ORDERLY_STATUSES.includes(status)).length;

/** Reads the product's metrics. The lag of its loop counts since the last reading. */
export async function readProductFigures({ ask }: Pick<RunningCompany, 'ask'>) {
  const text = (await ask({ path: '/metrics' })).body.toString();
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    loopLagP99Ms: read('nodejs_eventloop_lag_p99_seconds') * 1_000,
    memoryMb: read('process_resident_memory_bytes') / 1_000_000,
    cpuSeconds: read('process_cpu_seconds_total'),
    descriptors: read('process_open_fds'),
    connections: read('bitacora_pool_connections{state="used"}') + read('bitacora_pool_connections{state="free"}'),
  };
}

/** Reads the heap of a process that was started with --inspect, in bytes, right after a forced collection. */
export async function readHeap(product: Product): Promise<{ used: () => Promise<number>; close: () => void }> {
  const [address] = /ws:\/\/\S+/.exec(product.output()) ?? [];
  if (!address) throw new Error('It was not started with --inspect.');
  const socket = new WebSocket(address);
  await once(socket as never, 'open');
  let lastId = 0;
  const send = (method: string) =>
    new Promise<Record<string, number>>((resolve) => {
      const id = ++lastId;
      const listen = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data));
        if (answer.id !== id) return;
        socket.removeEventListener('message', listen);
        resolve(answer.result);
      };
      socket.addEventListener('message', listen);
      socket.send(JSON.stringify({ id, method }));
    });
  return {
    async used() {
      await send('HeapProfiler.collectGarbage');
      return (await send('Runtime.getHeapUsage')).usedSize ?? 0;
    },
    close: () => socket.close(),
  };
}

/** A second with sixty requests counts as in time when all but three of them are, because the slowest says nothing. */
const P95_MS = 300;
const SECOND_MS = 1_000;

/** Returns after how many seconds everything stays answered in time; the number of all seconds where it never does. */
export function recoveredAfter(samples: readonly Sample[]): number {
  const last = Math.floor(Math.max(...samples.map(({ due }) => due)) / SECOND_MS);
  for (let second = last; second >= 0; second--) {
    const dueThen = samples.filter(({ due }) => Math.floor(due / SECOND_MS) === second);
    if (percentile(dueThen, 0.95) > P95_MS || dueThen.some(({ status }) => status !== 200)) return second + 1;
  }
  return 0;
}

/** A figure beside its promised limit (docs/reliability.md). */
export interface PromisedFigure {
  name: string;
  measured: number;
  most: number;
}

/** Prints promises beside measurements; the process ends with a failure where a promise is broken. */
export function reportPromises(promises: readonly PromisedFigure[]): void {
  const rows = promises.map(({ name, measured, most }) => ({
    promesa: name,
    'a lo más': most,
    medido: Math.round(measured * 100) / 100,
    cumple: measured <= most ? 'sí' : 'NO',
  }));
  console.table(rows);
  if (rows.some(({ cumple }) => cumple === 'NO')) process.exitCode = 1;
}
