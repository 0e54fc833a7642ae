import type { App, Receiver } from '@slack/bolt';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { EVENTS_PATH } from '../settings.ts';
import type { Identity } from './ours.ts';
import { isOurs } from './ours.ts';
import { rawBody } from './raw-body.ts';
import type { SignatureCheck } from './signature.ts';

interface Doubts {
  check: SignatureCheck;
  /** Null until Slack has told who we are: everything is then asked to come again. */
  identity: () => Identity | null;
  log: Logger;
}

type Body = Record<string, unknown>;

/** A refusal by HTTP status; its words are for our log, never for who was refused. */
class Unheard extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Bolt's way in over Koa: nothing is parsed before its signature holds, nothing of another workspace or app reaches Bolt. */
export function koaReceiver(doubts: Doubts): Receiver & { middleware: Middleware } {
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
        await take(ctx, doubts, app);
      } catch (error) {
        if (!(error instanceof Unheard)) throw error;
        doubts.log.warn({ status: error.status }, `slack: ${error.message}`);
        ctx.status = error.status;
        if (error.status === 413) ctx.set('connection', 'close');
        ctx.body = '';
      }
    },
  };
}

async function take(ctx: Context, { check, identity, log }: Doubts, app: App | undefined): Promise<void> {
  if (ctx.method !== 'POST') throw new Unheard(405, 'not a POST');
  const raw = await rawBody(ctx.req);
  if (!raw) throw new Unheard(413, 'more than a megabyte');
  const refusal = check.refusal(ctx.headers, raw);
  if (refusal) throw new Unheard(401, refusal);
  const body = parse(raw.toString('utf8'), ctx.is('json', 'urlencoded'));
  ctx.status = 200;
  if (body.type === 'url_verification') ctx.body = { challenge: String(body.challenge) };
  else if (body.ssl_check) ctx.body = '';
  else ctx.body = await pass(body, identity(), app, log);
}

function parse(text: string, kind: string | null | false): Body {
  try {
    if (kind === 'json') return JSON.parse(text) ?? {};
    const fields = Object.fromEntries(new URLSearchParams(text));
    return fields.payload === undefined ? fields : (JSON.parse(fields.payload) ?? {});
  } catch {
    throw new Unheard(400, 'not what Slack sends');
  }
}

/** What the acknowledgement says; what comes of the request goes on after it. */
async function pass(body: Body, identity: Identity | null, app: App | undefined, log: Logger): Promise<unknown> {
  if (!identity || !app) throw new Unheard(503, 'Slack has not told yet who we are');
  if (!isOurs(body, identity)) throw new Unheard(403, 'of another workspace or app');
  return new Promise((resolve) => {
    const ack = async (said?: unknown) => resolve(said ?? '');
    app
      .processEvent({ body, ack })
      .catch((err) => log.error({ err }, 'slack: an event failed'))
      .finally(() => resolve(''));
  });
}
