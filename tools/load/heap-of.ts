import { once } from 'node:events';
import type { Product } from '../../api/test/process/product.ts';

/** The heap of a process that was started with --inspect, in bytes, right after a forced collection. */
export async function heapOf(product: Product): Promise<{ used: () => Promise<number>; close: () => void }> {
  const [address] = /ws:\/\/\S+/.exec(product.said()) ?? [];
  if (!address) throw new Error('It was not started with --inspect.');
  const socket = new WebSocket(address);
  await once(socket as never, 'open');
  let asked = 0;
  const say = (method: string) =>
    new Promise<Record<string, number>>((resolve) => {
      const id = ++asked;
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
      await say('HeapProfiler.collectGarbage');
      return (await say('Runtime.getHeapUsage')).usedSize ?? 0;
    },
    close: () => socket.close(),
  };
}
