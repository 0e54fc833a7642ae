import type { IncomingMessage, RequestListener } from 'node:http';
import { Socket } from 'node:net';
import { type OwnCall, performOwnCall } from './own-calls.ts';

/** In ms. A page waits no longer for its rows; the browser asks for those that are late. */
const PATIENCE_MS = 300;

/** Answers a call of a page; null where it is refused or late. */
export type AnswerCall = (call: OwnCall) => Promise<unknown>;

/** Returns a function that answers the calls of a page as if its browser had sent them. What is late is cancelled. */
export function answerCallsOf(page: IncomingMessage, handle: RequestListener): AnswerCall {
  const socket = new Socket().setMaxListeners(0);
  Object.defineProperty(socket, 'remoteAddress', { value: page.socket.remoteAddress });
  setTimeout(() => socket.destroy(), PATIENCE_MS).unref();
  return async (call) => {
    const answered = await performOwnCall(call, { origin: page, socket, handle });
    return answered?.status === 200 ? JSON.parse(answered.text) : null;
  };
}
