import http from 'node:http';
import net from 'node:net';
import { listenProblem } from '@bitacora/core/settings/environment';
import { limitConnections, withoutSlowClients } from '../http/connection-limits.ts';

/** A slow or idle peer may hold a socket this long, and no longer; ten minutes are four photos over the slowest of networks. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 600_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 5_000,
};
/** A thousand at work, and two thousand that wait for changes (`live/hub.ts`). */
const MAX_CONNECTIONS = 3_000;
const LAST_REQUESTS_MS = 10_000;
const CLOSE_IDLE_MS = 50;

type ListenAddress = { host: string; port: number };

const openPort = (server: net.Server, { host, port }: ListenAddress, open: (onOpen: () => void) => void) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenProblem(error, { host, port, name: 'PORT' })));
    open(resolve);
  });

/** Opens the port ahead of `listen`, and refuses its connections until then. */
export async function reservePort({ host, port }: ListenAddress): Promise<net.Server> {
  const reserved = net.createServer();
  reserved.maxConnections = 0;
  await openPort(reserved, { host, port }, (onOpen) => reserved.listen(port, host, onOpen));
  return reserved;
}

/** Serves until `close`, which takes no new connection and gives the requests under way ten seconds to finish. */
export async function listen(
  handler: http.RequestListener,
  { host, port, proxyHops }: ListenAddress & { proxyHops: number },
  reserved: net.Server | null = null,
) {
  const server = http.createServer(LIMITS, withoutSlowClients(handler));
  // Behind a proxy all connections have its address.
  const ofProxy = { perAddress: MAX_CONNECTIONS, heldMs: 0 };
  const closeHeld = limitConnections(server, { total: MAX_CONNECTIONS, ...(proxyHops > 0 && ofProxy) });
  await openPort(server, { host, port }, (onOpen) => (reserved ? server.listen(reserved, onOpen) : server.listen(port, host, onOpen)));

  return {
    close: () =>
      new Promise<void>((resolve) => {
        const timer = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS);
        const limit = setTimeout(() => server.closeAllConnections(), LAST_REQUESTS_MS);
        server.close(() => {
          clearInterval(timer);
          clearTimeout(limit);
          resolve();
        });
        closeHeld();
      }),
  };
}
