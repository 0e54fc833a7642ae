/** What an interruption still waits for: that a session which has just begun, or a token just made, is ended. */
const GRACE_MS = 2_000;

/** Aborts a moment after `signal` does, for what must not be cut off between the asking and the answer. */
export function lingering(signal: AbortSignal): AbortSignal {
  const later = new AbortController();
  signal.addEventListener('abort', () => setTimeout(() => later.abort(), GRACE_MS).unref(), { once: true });
  return later.signal;
}
