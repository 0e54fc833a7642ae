import { registerSync, type SendOutcome, sendQueue } from './send-queue.ts';

/** The wait after a failure, which doubles; what the server asks for is longer. */
const RETRY_MS = { first: 5_000, most: 60_000 };

let timer: ReturnType<typeof setTimeout> | undefined;
/** While a page is open for somebody. */
let isKept = false;
let isSending = false;
let isWanted = false;
let failures = 0;
let onSessionLost: () => void = () => {};

/** Sends what waits now, and again until nothing waits. */
export function wakeSender(): void {
  isWanted = true;
  if (isSending) return;
  isSending = true;
  clearTimeout(timer);
  void run();
}

async function run(): Promise<void> {
  let outcome: SendOutcome = { end: 'done' };
  while (isWanted) {
    isWanted = false;
    outcome = await sendQueue().catch((): SendOutcome => ({ end: 'unreachable' }));
  }
  isSending = false;
  if (outcome.end === 'noSession') return onSessionLost();
  failures = outcome.end === 'unreachable' ? failures + 1 : 0;
  if (outcome.end === 'done' || !isKept) return;
  void navigator.serviceWorker.ready.then(registerSync).catch(() => {});
  const waitMs = Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** Math.max(0, failures - 1));
  timer = setTimeout(wakeSender, Math.max(waitMs, outcome.retryAfterMs ?? 0));
}

/** Sends when the page opens, comes to the front or gets network. Returns a function that stops it. */
export function keepSending(sessionLost: () => void): () => void {
  onSessionLost = sessionLost;
  isKept = true;
  const onVisible = () => {
    if (document.visibilityState === 'visible') wakeSender();
  };
  window.addEventListener('online', wakeSender);
  document.addEventListener('visibilitychange', onVisible);
  wakeSender();
  return () => {
    onSessionLost = () => {};
    isKept = false;
    clearTimeout(timer);
    window.removeEventListener('online', wakeSender);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
