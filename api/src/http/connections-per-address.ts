import type { Server } from 'node:http';
import { limitedAddress } from './client-network.ts';

/**
 * An office of 300 people behind one address has about 900: a stream of changes each, and two requests on their way. Three addresses at
 * this limit fill a process.
 */
const CONNECTIONS_PER_ADDRESS = 1_000;

/** Closes at once what one address opens beyond `max` connections. */
export function limitConnectionsPerAddress(server: Server, max = CONNECTIONS_PER_ADDRESS): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    if (socket.remoteAddress === undefined) return;
    const key = limitedAddress(socket.remoteAddress);
    const count = open.get(key) ?? 0;
    if (count >= max) return void socket.destroy();
    open.set(key, count + 1);
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    });
  });
}
