import type { IncomingMessage } from 'node:http';
import type { App, Receiver } from '@slack/bolt';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { EVENTS_PATH } from './settings.ts';
import { type BotIdentity, isOurs, type SignatureCheck } from './verification.ts';

const MAX_BYTES = 1024 * 1024;

interface ReceiverContext {
  check: SignatureCheck;
  /** Null until Slack has answered who the bot is; requests then get a 503, so that Slack sends them again. */
  identity: () => BotIdentity | null;
  log: Logger;
}

type SlackBody = Record<string, unknown>;

/** A refusal with its HTTP status; the message goes to our log only. */
class RefusedRequest extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Bolt's HTTP receiver over Koa. It verifies the signature before it parses, and passes only our workspace and app to Bolt. */
export function createReceiver(context: ReceiverContext): Receiver & { middleware: Middleware } {
  let app: App | undefined;
  return {
    init(bolt) {
      app = bolt;
    },
    async start() {},
    async stop() {},
    async middleware(ctx, next) {
      if (ctx.path !== EVENTS_PATH) return next();
      try {
        await receive(ctx, context, app);
      } catch (error) {
        if (!(error instanceof RefusedRequest)) throw error;
        context.log.warn({ status: error.status }, `slack: ${error.message}`);
        ctx.status = error.status;
        if (error.status === 413) ctx.set('connection', 'close');
        ctx.body = '';
      }
    },
  };
}

async function receive(ctx: Context, { check, identity, log }: ReceiverContext, app: App | undefined): Promise<void> {
  if (ctx.method !== 'POST') throw new RefusedRequest(405, 'not a POST');
  const raw = await readRawBody(ctx.req);
  if (!raw) throw new RefusedRequest(413, 'more than a megabyte');
  const refusal = check.refusal(ctx.headers, raw);
  if (refusal) throw new RefusedRequest(401, refusal);
  const body = parse(raw.toString('utf8'), ctx.is('json', 'urlencoded'));
  ctx.status = 200;
  if (body.type === 'url_verification') ctx.body = { challenge: String(body.challenge) };
  else if (body.ssl_check) ctx.body = '';
  else ctx.body = await dispatch(body, identity(), app, log);
}

/** The bytes that Slack signed; null for more than a megabyte, because the rest is not read. */
function readRawBody(request: IncomingMessage): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) return resolve(null);
    const parts: Buffer[] = [];
    let size = 0;
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= MAX_BYTES) return parts.push(part);
      request.pause();
      resolve(null);
    });
    request.once('end', () => resolve(Buffer.concat(parts)));
    request.once('error', reject);
    request.once('aborted', () => reject(new Error('The request broke off.')));
  });
}

function parse(text: string, kind: string | null | false): SlackBody {
  try {
    if (kind === 'json') return JSON.parse(text) ?? {};
    const fields = Object.fromEntries(new URLSearchParams(text));
    return fields.payload === undefined ? fields : (JSON.parse(fields.payload) ?? {});
  } catch {
    throw new RefusedRequest(400, 'unreadable body');
  }
}

/** Resolves with the acknowledgement, before the work is done. */
async function dispatch(body: SlackBody, identity: BotIdentity | null, app: App | undefined, log: Logger): Promise<unknown> {
  if (!identity || !app) throw new RefusedRequest(503, 'the identity of the bot is not known yet');
  if (!isOurs(body, identity)) throw new RefusedRequest(403, 'of another workspace or app');
  return new Promise((resolve) => {
    const ack = async (reply?: unknown) => resolve(reply ?? '');
    app
      .processEvent({ body, ack })
      .catch((err) => log.error({ err }, 'slack: an event failed'))
      .finally(() => resolve(''));
  });
}
