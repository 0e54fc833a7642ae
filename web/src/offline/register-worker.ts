/** A browser that is open for days checks this often for a newer release. */
const LOOK_MS = 3_600_000;

let waiting: ServiceWorker | null = null;
let notifyUpdate: () => void = () => {};
let registered: Promise<boolean> | null = null;

/** Whether the worker's release is that of this page, which the network brought before the worker was renewed. */
function isOfThisPage(worker: ServiceWorker): Promise<boolean> {
  const entry = new URL(document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '/', location.href).pathname;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage({ entry }, [port2]);
  });
}

async function offer(worker: ServiceWorker): Promise<void> {
  if (await isOfThisPage(worker)) return worker.postMessage('activate');
  waiting = worker;
  notifyUpdate();
}

/** Waits for the worker that controls this page; false where the browser allows none: without https, or in the development server. */
export function registerWorker(onUpdate: () => void): Promise<boolean> {
  notifyUpdate = onUpdate;
  if (waiting) onUpdate();
  registered ??= register();
  return registered;
}

async function register(): Promise<boolean> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return false;
  const registration = await navigator.serviceWorker.register('/service-worker.js').catch(() => null);
  if (!registration) return false;
  const onFound = () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && navigator.serviceWorker.controller) void offer(worker);
    });
  };
  registration.addEventListener('updatefound', onFound);
  if (registration.waiting) void offer(registration.waiting);
  const look = () => void registration.update().catch(() => {});
  setInterval(look, LOOK_MS);
  window.addEventListener('online', look);
  if (!navigator.serviceWorker.controller)
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  return true;
}

/** Lets the newer release in and loads the page again with it. */
export function activateUpdate(): void {
  // Another tab let it in, and no change of the controller comes any more.
  if (waiting?.state !== 'installed') location.reload();
  else {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    waiting.postMessage('activate');
  }
}
