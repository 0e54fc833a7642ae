import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';

/** In ms. A page waits no longer for its rows; the browser asks for those that are late. */
const PATIENCE_MS = 300;

/** A call that a screen makes. */
interface PageCall {
  method: string;
  path: string;
  body?: unknown;
}

/** Answers a call of a page; null where it is refused or late. */
export type AnswerCall = (call: PageCall) => Promise<unknown>;

/**
 * Returns a function that answers the calls of a page as if its browser had sent them: each passes authentication, lanes, limits, figures and
 * log. What is late is cancelled.
 */
export function answerCallsOf(page: IncomingMessage, handle: RequestListener): AnswerCall {
  const socket = new Socket().setMaxListeners(0);
  Object.defineProperty(socket, 'remoteAddress', { value: page.socket.remoteAddress });
  setTimeout(() => socket.destroy(), PATIENCE_MS).unref();
  return ({ method, path, body }) =>
    new Promise((resolve) => {
      const sent = Buffer.from(body === undefined ? '' : JSON.stringify(body));
      const headers = {
        ...page.headers,
        accept: 'application/json',
        'accept-encoding': 'identity',
        ...(sent.length > 0 && { 'content-type': 'application/json', 'content-length': String(sent.length) }),
      };
      const { httpVersion } = page;
      const request = Object.assign(Readable.from([sent]), { method, url: path, headers, socket, httpVersion, complete: true });
      const response = new ServerResponse(request as unknown as IncomingMessage);
      const parts: unknown[] = [];
      response.write = (part: unknown) => parts.push(part) > 0;
      response.end = (last: unknown = '') => {
        resolve(response.statusCode === 200 ? JSON.parse([...parts, last].join('')) : null);
        return response;
      };
      socket.once('close', () => resolve(null));
      handle(request as unknown as IncomingMessage, response);
    });
}
