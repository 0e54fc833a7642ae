import { setTimeout } from 'node:timers/promises';
import type { WireResponse } from '@bitacora/core/client';

/** Waits before the second and the third try. */
const PAUSES_MS = [250, 1_000];

/** A server between restarts, or a proxy that does not find it. */
const isAway = ({ status }: Pick<WireResponse, 'status'>) => status === 502 || status === 503 || status === 504;

/**
 * Asks up to three times while the server cannot be reached: only for what may be said twice, that is reads, and writes under
 * the same Idempotency-Key.
 */
export async function withRetries<Answer extends { status: number }>(
  ask: () => Promise<Answer>,
  signal: AbortSignal,
  pauses: readonly number[] = PAUSES_MS,
): Promise<Answer> {
  const [pause, ...later] = pauses;
  if (pause === undefined) return ask();
  const answer = await ask().catch((error: unknown) => {
    if (!(error instanceof NoAnswerError)) throw error;
    signal.throwIfAborted();
    return null;
  });
  if (answer && !isAway(answer)) return answer;
  await setTimeout(pause, undefined, { signal });
  return withRetries(ask, signal, later);
}

/** There was no answer. */
export class NoAnswerError extends Error {}
