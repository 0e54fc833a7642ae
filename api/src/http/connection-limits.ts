import type http from 'node:http';
import type { Server } from 'node:http';
import { problemOf } from '@bitacora/core/contract/problems';
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
