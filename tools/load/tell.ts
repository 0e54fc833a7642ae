import type { Sample } from './open-loop.ts';

/** The milliseconds that this share of them did not exceed. */
export function percentile(samples: readonly Sample[], share: number): number {
  const sorted = samples.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export interface Told {
  requests: number;
  p50: number;
  p95: number;
  p99: number;
  most: number;
  /** Answers that were none or no success. */
  failed: number;
}

/** The figures of a load, in whole milliseconds. */
export const told = (samples: readonly Sample[]): Told => ({
  requests: samples.length,
  p50: Math.round(percentile(samples, 0.5)),
  p95: Math.round(percentile(samples, 0.95)),
  p99: Math.round(percentile(samples, 0.99)),
  most: Math.round(percentile(samples, 1)),
  failed: samples.filter(({ status }) => status !== 200).length,
});

/** The same for each kind of request, and for all. */
export function toldByKind(samples: readonly Sample[]): Record<string, Told> {
  const kinds = [...new Set(samples.map(({ kind }) => kind))].sort();
  const rows = kinds.map((kind) => [kind, told(samples.filter((sample) => sample.kind === kind))] as const);
  return { ...Object.fromEntries(rows), todo: told(samples) };
}

/** How many answers there were of each status. */
export function statusesOf(samples: readonly Sample[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of samples) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** What a server with too much to do may answer: the thing itself, or to come again. */
const ORDERLY = [200, 429, 503];

/** How many got neither an answer nor the word to come again. */
export const brokenIn = (samples: readonly Sample[]): number => samples.filter(({ status }) => !ORDERLY.includes(status)).length;
