import { randomInt } from 'node:crypto';
import net from 'node:net';

/** Below the ports that systems give to outgoing connections, one of which could take it before somebody listens on it. */
const [FIRST, LAST] = [20_000, 32_000];

/** A port that nobody listens on at this moment, on loopback. */
export function freePort(): Promise<number> {
  const port = randomInt(FIRST, LAST);
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.on('error', (error: NodeJS.ErrnoException) => {
      // Windows keeps some ports for itself.
      if (['EADDRINUSE', 'EACCES'].includes(error.code ?? '')) resolve(freePort());
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)));
  });
}
