import type { IncomingHttpHeaders } from 'node:http';
import { type App, type Receiver, type ReceiverEvent, verifySlackRequest } from '@slack/bolt';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { createBackground, createDeliveries, RecentMap } from '../../deliveries.ts';
import { readRawBody } from '../../request.ts';
import { EVENTS_PATH } from './settings.ts';

/** Slack repeats a delivery for at most an hour. */
const KEEP_MS = 2 * 60 * 60 * 1_000;
/** A busy company sends fewer in a day. */
const MAX_ENTRIES = 20_000;

export interface SlackDeliveries {
  /** Starts the work without waiting for it; false, and no work, for a repeated delivery. */
  take(id: string, work: () => Promise<void>): boolean;
  /** Resolves when all work is done, or after this time: ten seconds without `mostMs`. */
  drain(mostMs?: number): Promise<void>;
}

/** Each delivery is processed once, although Slack can send it several times. */
export function createSlackDeliveries({ log, now }: { log: Logger; now: () => number }): SlackDeliveries {
  const once = createDeliveries<void>({ most: MAX_ENTRIES, keepMs: KEEP_MS, now });
  const background = createBackground();
  return {
    take(id, work) {
      const { outcome, isFirst } = once(id, work);
      if (isFirst) background.run(outcome.catch((err) => log.error({ err, deliveryId: id }, 'slack: an answer failed')));
      return isFirst;
    },
    drain: background.drain,
  };
}

const WINDOW_SECONDS = 300;

interface SignatureCheck {
  /** The reason for the log, or null for a valid signature. A request is valid only once. */
  refusal(headers: IncomingHttpHeaders, raw: Buffer): string | null;
}

/** Checks Slack's signature of the raw body, and the time: at most five minutes before or after now. */
export function createSignatureCheck({ signingSecret, now }: { signingSecret: string; now: () => number }): SignatureCheck {
  /** The time is valid from five minutes before to five minutes after, so an older entry cannot come again. */
  const replays = new RecentMap<string, true>({ most: MAX_ENTRIES, keepMs: 2 * WINDOW_SECONDS * 1_000 + 1_000, now });

  return {
    refusal(headers, raw) {
      const timestamp = headers['x-slack-request-timestamp'];
      const signature = headers['x-slack-signature'];
      if (typeof timestamp !== 'string' || !/^[1-9]\d{0,11}$/.test(timestamp)) return 'no timestamp';
      // The library ignores what follows a second `=`, so such a signature would pass the check for replays.
      if (typeof signature !== 'string' || !/^v0=[0-9a-f]{64}$/.test(signature)) return 'no signature';
      // The library refuses old timestamps, but not those of the future.
      if (Math.abs(now() / 1_000 - Number(timestamp)) > WINDOW_SECONDS) return 'timestamp out of the window';
      const signed = { 'x-slack-signature': signature, 'x-slack-request-timestamp': Number(timestamp) };
      try {
        verifySlackRequest({ signingSecret, headers: signed, body: raw.toString('utf8'), nowMilliseconds: now() });
      } catch {
        return 'wrong signature';
      }
      if (replays.get(signature)) return 'replayed';
      replays.set(signature, true);
      return null;
    },
  };
}

/** The bot's own ids, as Slack answers them. */
export interface BotIdentity {
  teamId: string;
  appId: string;
  botId: string;
  botUserId: string;
}

const text = z.optional(z.nullable(z.string()));
const envelope = z.object({
  api_app_id: z.string(),
  team_id: text,
  team: z.optional(z.nullable(z.union([z.object({ id: z.string() }), z.string()]))),
  user: z.optional(z.nullable(z.union([z.object({ team_id: text }), z.string()]))),
  event: z.optional(z.object({ team: text, user_team: text })),
});

/**
 * True for a body of our app and our workspace, from a person of our workspace. Shared channels (Slack Connect) also bring people
 * of other companies, who must not learn anything.
 */
export function isOurs(body: unknown, { teamId, appId }: BotIdentity): boolean {
  const { success, data } = envelope.safeParse(body);
  if (!success || data.api_app_id !== appId) return false;
  const team = typeof data.team === 'object' ? data.team?.id : data.team;
  const personTeam = typeof data.user === 'object' ? data.user?.team_id : undefined;
  const teams = [data.team_id, team, personTeam, data.event?.team, data.event?.user_team].filter((id) => id != null);
  return (data.team_id ?? team) === teamId && teams.every((id) => id === teamId);
}

const MAX_BYTES = 1024 * 1024;

interface ReceiverContext {
  check: SignatureCheck;
  /** Null until Slack has answered who the bot is; requests then get a 503, so that Slack sends them again. */
  identity: () => BotIdentity | null;
  acknowledge: Acknowledge;
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

async function receive(ctx: Context, context: ReceiverContext, app: App | undefined): Promise<void> {
  if (ctx.method !== 'POST') throw new RefusedRequest(405, 'not a POST');
  const raw = await readRawBody(ctx.req, MAX_BYTES);
  if (!raw) throw new RefusedRequest(413, 'more than a megabyte');
  const refusal = context.check.refusal(ctx.headers, raw);
  if (refusal) throw new RefusedRequest(401, refusal);
  const body = parse(raw.toString('utf8'), ctx.is('json', 'urlencoded'));
  ctx.status = 200;
  if (body.type === 'url_verification') ctx.body = { challenge: String(body.challenge) };
  else if (body.ssl_check) ctx.body = '';
  else ctx.body = await dispatch(body, context, app);
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

/** Resolves with the acknowledgement. */
async function dispatch(body: SlackBody, { identity, acknowledge }: ReceiverContext, app: App | undefined): Promise<unknown> {
  const botIdentity = identity();
  if (!botIdentity || !app) throw new RefusedRequest(503, 'the identity of the bot is not known yet');
  if (!isOurs(body, botIdentity)) throw new RefusedRequest(403, 'of another workspace or app');
  return acknowledge(app, { body });
}

export type Acknowledge = (app: Pick<App, 'processEvent'>, event: Omit<ReceiverEvent, 'ack'>) => Promise<unknown>;

/**
 * Acknowledges when the work is done, at the latest after `ackMs`: where the bot dies before, Slack sends an event again, and says so to who
 * pressed. A list or a view is itself the acknowledgement and leaves at once.
 */
export const acknowledgeWith =
  ({ deliveries, limits, log }: { deliveries: SlackDeliveries; limits: { readonly ackMs: number }; log: Logger }): Acknowledge =>
  (app, event) =>
    new Promise((resolve) => {
      const ack = async (reply?: unknown) => {
        if (reply) resolve(reply);
      };
      app
        .processEvent({ ...event, ack })
        .catch((err) => log.error({ err }, 'slack: an event failed'))
        .then(() => deliveries.drain(limits.ackMs))
        .finally(() => resolve(''));
    });
