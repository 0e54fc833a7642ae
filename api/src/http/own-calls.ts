import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Channel } from '@bitacora/core/domain/people/person';

export interface OwnCall {
  method: string;
  path: string;
  body?: unknown;
  /** Headers that replace those of the origin. */
  headers?: Readonly<Record<string, string>>;
}

/** `channel` is what the history names in the place of the credential's own. No request from outside has it. */
export type OwnRequest = IncomingMessage & { channel?: Channel };

interface OwnAnswer {
  status: number;
  /** The text of the answer, which is JSON. */
  text: string;
}

/**
 * Answers a call as if the client of `origin` had sent it: it passes authentication, lanes, limits, figures and log. Once `socket` closes, what
 * is unanswered is cancelled, and null is answered.
 */
export function performOwnCall(
  { method, path, body, headers: ownHeaders }: OwnCall,
  { origin, socket, handle, channel }: { origin: IncomingMessage; socket: Socket; handle: RequestListener; channel?: Channel },
): Promise<OwnAnswer | null> {
  return new Promise((resolve) => {
    const sent = Buffer.from(body === undefined ? '' : JSON.stringify(body));
    // These headers describe the body of the origin, and this call has its own.
    const originHeaders = Object.entries(origin.headers).filter(([name]) => !name.startsWith('content-') && name !== 'transfer-encoding');
    const headers = {
      ...Object.fromEntries(originHeaders),
      ...ownHeaders,
      accept: 'application/json',
      'accept-encoding': 'identity',
      ...(sent.length > 0 && { 'content-type': 'application/json', 'content-length': String(sent.length) }),
    };
    const { httpVersion } = origin;
    const request = Object.assign(Readable.from([sent]), { method, url: path, headers, socket, httpVersion, complete: true, channel });
    const response = new ServerResponse(request as unknown as IncomingMessage);
    const parts: unknown[] = [];
    response.write = (part: unknown) => parts.push(part) > 0;
    const cancel = () => resolve(null);
    response.end = (last: unknown = '') => {
      socket.off('close', cancel);
      resolve({ status: response.statusCode, text: [...parts, last].join('') });
      return response;
    };
    socket.once('close', cancel);
    handle(request as unknown as IncomingMessage, response);
  });
}
