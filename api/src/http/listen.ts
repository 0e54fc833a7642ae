import http, { type Server } from 'node:http';
import net, { type Socket } from 'node:net';
import { describeProblem } from '@bitacora/core/contract/problems';
import { listenProblem } from '@bitacora/core/settings/environment';
import { limitedAddress } from './client-network.ts';
import { hasBody } from './read-body.ts';

/**
 * An office of 300 people behind one address has about 900: a stream of changes each, and two requests on their way. Three addresses at
 * this limit fill a process.
 */
const CONNECTIONS_PER_ADDRESS = 1_000;
/**
 * A connection beyond the limits is kept this long, unread, before it is closed. A caller that opens another at each close would otherwise
 * take the process's time with thousands a second.
 */
const HELD_MS = 5_000;
/** A held connection that sent more than this, unread, is closed at once. */
const HELD_BYTES = 16_384;

interface ConnectionLimits {
  perAddress?: number;
  /** Connections that are served. As many more are held; what comes beyond them is closed at once. */
  total: number;
  /** With 0 no connection is held, so that a proxy tries another process at once. */
  heldMs?: number;
}

/**
 * Serves at most `perAddress` connections of one address and `total` of all; holds others unread, and then closes them. Returns a function
 * that closes the held connections at once.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): () => void {
  const { perAddress = CONNECTIONS_PER_ADDRESS, total, heldMs = HELD_MS } = limits;
  const serveHttp = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  const servedBy = new Map<string, number>();
  let served = 0;
  const heldSockets = new Set<Socket>();

  function serve(socket: Socket, address: string): void {
    servedBy.set(address, (servedBy.get(address) ?? 0) + 1);
    served += 1;
    socket.once('close', () => {
      served -= 1;
      const left = (servedBy.get(address) ?? 1) - 1;
      if (left > 0) servedBy.set(address, left);
      else servedBy.delete(address);
    });
    for (const listener of serveHttp) listener.call(server, socket);
  }
  function hold(socket: Socket): void {
    heldSockets.add(socket);
    const timer = setTimeout(() => socket.destroy(), heldMs);
    socket.once('close', () => {
      clearTimeout(timer);
      heldSockets.delete(socket);
    });
    socket.on('error', () => {});
    socket.on('readable', () => {
      if (socket.readableLength > HELD_BYTES) socket.destroy();
    });
  }

  server.on('connection', (socket) => {
    if (socket.remoteAddress === undefined) return void socket.destroy();
    const address = limitedAddress(socket.remoteAddress);
    if (served < total && (servedBy.get(address) ?? 0) < perAddress) serve(socket, address);
    else if (heldMs > 0 && heldSockets.size < total) hold(socket);
    else socket.destroy();
  });
  return () => {
    for (const socket of heldSockets) socket.destroy();
  };
}

/** A sender may pause this long, because a phone may lose its network for a moment. */
const PATIENCE_SECONDS = 15;
/** A sender that keeps this rate is never too slow, because a slow network may need minutes for a photo. */
const MIN_BYTES_A_SECOND = 500;

/** A client that takes nothing of an answer for this time has left. It gets twice the time where Node saw a part of the answer go. */
const UNREAD_MS = 30_000;

/**
 * Closes connections that send a body too slowly (408 if no answer began) or leave an answer unread. `handle` sees an aborted request or response.
 */
export function withoutSlowClients(handle: http.RequestListener): http.RequestListener {
  return (request, response) => {
    if (hasBody(request)) watchBody(request, () => cutOff(request, response));
    const { socket } = request;
    response.setTimeout(UNREAD_MS, () => {
      if (socket.writableLength > 0) socket.destroy();
    });
    return handle(request, response);
  };
}

/** Returns whether the buffer is full. The sender then has to wait for this process, so its silence is not its fault. */
const isFull = ({ readableLength, readableHighWaterMark }: http.IncomingMessage) => readableLength >= readableHighWaterMark;

function watchBody(request: http.IncomingMessage, onTooSlow: () => void): void {
  let [patience, lastRead] = [PATIENCE_SECONDS, request.socket.bytesRead];
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer);
    if (isFull(request)) return;
    const { bytesRead } = request.socket;
    patience = Math.min(PATIENCE_SECONDS, patience - 1 + (bytesRead - lastRead) / MIN_BYTES_A_SECOND);
    lastRead = bytesRead;
    if (patience > 0) return;
    clearInterval(timer);
    onTooSlow();
  }, 1_000);
  request.once('close', () => clearInterval(timer));
}

function cutOff(request: http.IncomingMessage, response: http.ServerResponse): void {
  if (response.headersSent) return void request.destroy();
  const { status, body } = describeProblem({ code: 'input.tooSlow' });
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' });
  response.end(JSON.stringify(body), () => request.destroy());
}

/** A slow or idle peer may hold a socket this long, in ms. Four photos over the slowest networks take ten minutes. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 600_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 5_000,
};
/** A process serves a thousand active connections, and two thousand that wait for changes (`live/hub.ts`). */
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
  // Behind a proxy all connections have the proxy's address, so the limit for one address does not apply.
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
