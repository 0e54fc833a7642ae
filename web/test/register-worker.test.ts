import { expect, it, onTestFinished, vi } from 'vitest';

it('offers a newer release, and loads the page again also where another tab let it in', async () => {
  // Another file of this run may have registered already.
  vi.resetModules();
  const { activateUpdate, registerWorker } = await import('../src/offline/register-worker.ts');
  const messages: unknown[] = [];
  const worker = {
    state: 'installed',
    postMessage(message: unknown, [port]: MessagePort[] = []) {
      messages.push(message);
      port?.postMessage(false);
    },
  };
  vi.stubEnv('PROD', true);
  vi.stubGlobal('navigator', {
    serviceWorker: {
      controller: {},
      addEventListener: () => {},
      register: async () => ({ waiting: worker, addEventListener: () => {}, update: async () => {} }),
    },
  });
  const reload = vi.fn();
  vi.stubGlobal('location', { href: 'http://localhost/', reload });
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    // The module keeps the newer release, which the pages of the next file would offer.
    vi.resetModules();
  });
  const onUpdate = vi.fn();
  await registerWorker(onUpdate);
  await vi.waitFor(() => expect(onUpdate).toHaveBeenCalledOnce(), 10_000);
  activateUpdate();
  expect([messages.at(-1), reload.mock.calls.length]).toEqual(['activate', 0]);
  worker.state = 'activated';
  activateUpdate();
  expect(reload).toHaveBeenCalledOnce();
});
