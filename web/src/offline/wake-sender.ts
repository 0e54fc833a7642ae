import { type SendOutcome, sendQueue } from './send-queue.ts';

/** Waits between tries while the network is away. */
const RETRY_MS = 5_000;
const TAG = 'queue';

/** As much of Background Sync as is used; Chromium alone has it. */
type Registration = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

let timer: ReturnType<typeof setTimeout> | undefined;
let isSending = false;
let isWanted = false;
let onSessionLost: () => void = () => {};

/** Asks the browser to send also when every page is closed. */
async function askForSync(): Promise<void> {
  const registration: Registration = await navigator.serviceWorker.ready;
  await registration.sync?.register(TAG);
}

/** Sends what waits now, and again until nothing waits. */
export function wakeSender(): void {
  isWanted = true;
  if (isSending) return;
  isSending = true;
  clearTimeout(timer);
  void run();
}

async function run(): Promise<void> {
  let outcome: SendOutcome = 'done';
  while (isWanted) {
    isWanted = false;
    outcome = await sendQueue().catch(() => 'unreachable' as const);
  }
  isSending = false;
  if (outcome === 'noSession') return onSessionLost();
  if (outcome === 'done') return;
  void askForSync().catch(() => {});
  timer = setTimeout(wakeSender, RETRY_MS);
}

/** Sends when the page opens, comes to the front or gets network. Returns a function that stops it. */
export function keepSending(sessionLost: () => void): () => void {
  onSessionLost = sessionLost;
  const onVisible = () => {
    if (document.visibilityState === 'visible') wakeSender();
  };
  window.addEventListener('online', wakeSender);
  document.addEventListener('visibilitychange', onVisible);
  wakeSender();
  return () => {
    onSessionLost = () => {};
    clearTimeout(timer);
    window.removeEventListener('online', wakeSender);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
