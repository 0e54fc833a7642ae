import { type IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createClientOf, type WireRequest } from '@bitacora/core/client';
import { peopleEndpoints } from '@bitacora/core/contract/people-endpoints';
import { sessionEndpoints } from '@bitacora/core/contract/session-endpoints';
import { firstCalls } from '@bitacora/core/domain/reports/list-address';
import type { Context } from 'koa';
import { signalOf } from './concurrency-limit.ts';

/** A page waits no longer for the answers that come with it; it then asks for them itself. */
const PATIENCE_MS = 150;
/** Characters of these answers. They are sent without compression, because the address of the page decides what is in them (BREACH). */
const ANSWERS_MAX_LENGTH = 40_000;

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A request with the cookie, the language and the network of a page's request. The server handles it as if the page had sent it. */
function callFor(page: IncomingMessage, { method, path, body }: WireRequest, socket: Socket): IncomingMessage {
  const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
  const content = bytes.length > 0 && { 'content-type': 'application/json', 'content-length': String(bytes.length) };
  const headers = { ...page.headers, accept: 'application/json', 'accept-encoding': 'identity', ...content };
  const { httpVersion } = page;
  return Object.assign(Readable.from([bytes]), {
    method,
    url: path,
    headers,
    socket,
    httpVersion,
    complete: true,
  }) as unknown as IncomingMessage;
}

/** The status of an answer, and its body where that is one text. */
function answerTo(request: IncomingMessage, handle: Handle): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const response = new ServerResponse(request);
    response.end = (body?: unknown) => {
      resolve({ status: response.statusCode, text: String(body ?? '') });
      return response;
    };
    void handle(request, response);
  });
}

/**
 * The answers to the session and to the first calls of a list, as the JSON of a list. Each call passes authentication, lanes, limits and log like any
 * other. What is refused, late or long is left out.
 */
export async function firstAnswers({ req, URL }: Context, screen: string, handle: Handle, patienceMs = PATIENCE_MS): Promise<string> {
  const answers: string[] = [];
  let length = 0;
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: req.socket.remoteAddress });
  const client = createClientOf({ ...sessionEndpoints, ...peopleEndpoints }, async (request) => {
    const { status, text } = await answerTo(callFor(req, request, socket), handle);
    const body = JSON.parse(text);
    const answer = `{"path":${JSON.stringify(request.path)},"body":${JSON.stringify(request.body ?? null)},"answer":${text}}`;
    if (status === 200 && length + answer.length <= ANSWERS_MAX_LENGTH) {
      answers.push(answer);
      length += answer.length;
    }
    return { status, body };
  });
  const ask = async () => {
    const { user, isSecondFactorDue } = await client.readSession();
    if (!user || isSecondFactorDue) return;
    await Promise.allSettled(firstCalls(screen, URL.searchParams, user).map(([name, input]) => client[name](input as never)));
  };
  const end = pause(patienceMs, undefined, { signal: signalOf(req.socket), ref: false });
  await Promise.race([ask(), end]).catch(() => {});
  // What is late is cancelled.
  socket.destroy();
  return `[${answers.join()}]`;
}
