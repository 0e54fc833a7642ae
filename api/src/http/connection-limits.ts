import type http from 'node:http';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { problemOf } from '@bitacora/core/contract/problems';
import { limitedAddress } from './client-network.ts';

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
/** Of what a held connection sends and nobody reads. */
const HELD_BYTES = 16_384;

interface ConnectionLimits {
  perAddress?: number;
  /** Connections that are served. As many again may be held; what comes beyond them is closed at once. */
  total: number;
  heldMs?: number;
}

/** Serves at most `perAddress` connections of one address and `total` of all. Others are held unread, and then closed. */
export function limitConnections(
  server: Server,
  { perAddress = CONNECTIONS_PER_ADDRESS, total, heldMs = HELD_MS }: ConnectionLimits,
): void {
  const serveHttp = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.maxConnections = 2 * total;
  const served = new Map<string, number>();
  const count = { served: 0 };

  server.on('connection', (socket) => {
    if (socket.remoteAddress === undefined) return void socket.destroy();
    const key = limitedAddress(socket.remoteAddress);
    const ofAddress = served.get(key) ?? 0;
    if (ofAddress >= perAddress || count.served >= total) return hold(socket, heldMs);
    served.set(key, ofAddress + 1);
    count.served += 1;
    socket.once('close', () => {
      count.served -= 1;
      const left = (served.get(key) ?? 1) - 1;
      if (left > 0) served.set(key, left);
      else served.delete(key);
    });
    for (const serve of serveHttp) serve.call(server, socket);
  });
}

function hold(socket: Socket, ms: number): void {
  const timer = setTimeout(() => socket.destroy(), ms);
  socket.once('close', () => clearTimeout(timer));
  socket.on('error', () => {});
  socket.on('readable', () => {
    if (socket.readableLength > HELD_BYTES) socket.destroy();
  });
}

/** What a phone that lost its network for a moment is waited for. */
const PATIENCE_SECONDS = 15;
/** Each of these a second wins back what a second of waiting costs: a slow network may take its minutes. */
const MIN_BYTES_A_SECOND = 500;

/** Who takes nothing of an answer for so long, or twice as long where Node saw a part of it go, has left. */
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

/** What came waits for us: until it is taken nothing more can come, and that is not the sender's fault. */
const isFull = ({ readableLength, readableHighWaterMark }: http.IncomingMessage) => readableLength >= readableHighWaterMark;

const hasBody = ({ headers }: http.IncomingMessage) => 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;

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
  const { status, body } = problemOf({ code: 'input.tooSlow' });
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' });
  response.end(JSON.stringify(body), () => request.destroy());
}
