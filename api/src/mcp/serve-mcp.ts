import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Client } from '@bitacora/core/client/client';
import { createClient } from '@bitacora/core/client/create-client';
import { endpoints } from '@bitacora/core/contract';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { isPrivileged } from '@bitacora/core/domain/people/person';
import { Refused } from '@bitacora/core/domain/refusal';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { type Authenticate, demandActor } from '../auth/authenticate.ts';
import type { Slot } from '../http/concurrency-limit.ts';
import { type OwnRequest, performOwnCall } from '../http/own-calls.ts';
import { withBody } from '../http/read-body.ts';

export const MCP_PATH = '/mcp';
/** The body is an object of JSON-RPC, which the package checks. */
const body = { body: z.looseObject({}) } as unknown as Endpoint;

interface McpDependencies {
  authenticate: Authenticate;
  handle: RequestListener;
  /** Pages of our own come from these origins. */
  origins: readonly string[];
  clock: () => Date;
  log: Pick<Logger, 'error'>;
}

/** A comment of a person that equals one of so long ago is that one. */
const SAME_COMMENT_MS = 600_000;

/** Keys a comment by its words, so that of two that come at once one is written. */
function commentKey(sent: unknown, now: Date): string {
  const digest = createHash('sha256').update(JSON.stringify(sent)).digest('base64url');
  return `assistant ${Math.floor(now.getTime() / SAME_COMMENT_MS)} ${digest}`;
}

/** Returns a client whose calls this process answers, with the credential of the request. */
const clientFor = ({ req }: Context, { handle, clock }: McpDependencies) =>
  createClient(async ({ method, path, body: given }) => {
    const sent = given instanceof FormData ? Object.fromEntries(given) : given;
    const isComment = path === endpoints.commentActivity.path;
    const call = { method, path, body: sent, ...(isComment && { headers: { 'idempotency-key': commentKey(sent, clock()) } }) };
    const answered = await performOwnCall(call, { origin: req, socket: req.socket, handle, channel: 'assistant' });
    return answered ? { status: answered.status, body: JSON.parse(answered.text) } : { status: 0, body: undefined };
  });

/**
 * Answers with the comment that the person has just written where the words are the same, because an assistant that got no answer writes them
 * again, and nothing in the protocol tells that it does. The state of an activity refuses every other act that is repeated.
 */
const commentingOnce = (client: Client, personId: number, clock: () => Date): Client => ({
  ...client,
  async commentActivity(input) {
    const since = clock().getTime() - SAME_COMMENT_MS;
    const comments = await client.listComments({ activityId: input.activityId });
    const same = comments.findLast(
      ({ authorId, body: words, writtenAt }) =>
        authorId === personId && words === input.body.trim() && new Date(writtenAt).getTime() > since,
    );
    return same ? { success: true, id: same.id } : client.commentActivity(input);
  },
});

/**
 * Serves assistants of people at `/mcp` (docs/mcp.md), by the Model Context Protocol without sessions. Only personal tokens open it. A tool
 * makes calls of the API with that token, so it can do no more than its person, and the history names the assistant.
 */
export const serveMcp =
  (dependencies: McpDependencies): Middleware =>
  async (ctx, next) => {
    if (ctx.path !== MCP_PATH) return next();
    const { authenticate, origins, clock, log } = dependencies;
    // A page of another site could otherwise reach a server in the network of its reader.
    const origin = ctx.get('Origin');
    if (origin && !origins.includes(origin)) throw new Refused({ code: 'session.forged' });
    if (!ctx.get('Authorization')) ctx.set('WWW-Authenticate', 'Bearer');
    (ctx.req as OwnRequest).channel = 'assistant';
    const { by, scope, actor } = await authenticate(ctx);
    const person = demandActor(actor);
    if (by !== 'token') throw new Refused({ code: 'session.missing' });
    // The package takes 30 MB, which a company without assistants does not pay.
    const { answerAssistant } = await import('./assistant-server.ts');
    const response = await withBody(ctx, body, '', ({ fields: message }) =>
      // The calls of a tool take places of their own.
      (ctx.state.slot as Slot).untilSent(
        answerAssistant({
          // Neither a host that a client made up nor a method that `Request` does not know is an error of ours.
          request: new Request(new URL(MCP_PATH, origins[0]), {
            method: ctx.method === 'POST' ? 'POST' : 'GET',
            headers: ctx.headers as Record<string, string>,
          }),
          message,
          client: commentingOnce(clientFor(ctx, dependencies), person.id, clock),
          mayWrite: scope !== 'read',
          isPrivileged: isPrivileged(person),
          report: (error) => log.error({ requestId: ctx.state.requestId, err: error }, 'tool failed'),
        }),
      ),
    );
    ctx.status = response.status;
    // The application decides about caches and the connection, so these headers of the package are dropped.
    const { 'cache-control': _, connection: __, ...headers } = Object.fromEntries(response.headers);
    ctx.set(headers);
    ctx.body = await response.text();
  };
