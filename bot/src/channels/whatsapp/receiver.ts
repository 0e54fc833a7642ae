import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { readRawBody } from '../../request.ts';
import type { MessageStatus } from './chat.ts';
import { EVENTS_PATH, type WhatsappSettings } from './settings.ts';

/** Meta's own limit of a webhook. */
const MAX_BYTES = 3 * 1024 * 1024;
/** Meta waits about this long; the work then continues without its request. */
const ANSWER_MS = 15_000;
/** The API forgets the keys of writes after a day, so an older message could act again. */
const MAX_AGE_MS = 23 * 3_600_000;

const text = z.optional(z.string());
const media = z.object({ id: z.string(), mime_type: text, filename: text, caption: text });
const reply = z.optional(z.object({ id: z.string() }));
const messageSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(300)),
  timestamp: z.string().check(z.regex(/^\d{1,12}$/)),
  type: z.string(),
  from: text,
  from_user_id: text,
  group_id: text,
  context: z.optional(z.object({ id: text })),
  text: z.optional(z.object({ body: z.string() })),
  image: z.optional(media),
  document: z.optional(media),
  button: z.optional(z.object({ payload: text })),
  interactive: z.optional(z.object({ button_reply: reply, list_reply: reply })),
  system: z.optional(z.object({ type: text, wa_id: text, previous_user_id: text })),
});
const contactSchema = z.object({ wa_id: text, user_id: text, profile: z.optional(z.object({ name: text })) });
const statusSchema = z.object({
  id: z.string(),
  status: z.string(),
  biz_opaque_callback_data: text,
  errors: z.optional(z.array(z.object({ code: z.number() }))),
});
const list = z._default(z.array(z.unknown()), []);
const changeSchema = z.object({
  field: z.literal('messages'),
  value: z.object({ metadata: z.object({ phone_number_id: z.string() }), contacts: list, messages: list, statuses: list }),
});
const envelope = z.object({ object: z.literal('whatsapp_business_account'), entry: z.array(z.object({ changes: z.array(z.unknown()) })) });

export type WhatsappMessage = z.output<typeof messageSchema>;
export type WhatsappContact = z.output<typeof contactSchema>;

interface ReceiverContext {
  settings: WhatsappSettings;
  /** Handles one message of a person; it never rejects. */
  take(message: WhatsappMessage, contact: WhatsappContact): Promise<void>;
  heed(status: MessageStatus): Promise<void>;
  /** True while the channel stops, so that Meta sends the request again. */
  isStopping(): boolean;
  log: Logger;
  now: () => number;
  answerMs?: number;
}

const sha256 = (text: string) => hash('sha256', text, 'buffer');

function isSigned(raw: Buffer, signature: string, appSecret: string): boolean {
  const [, hex] = /^sha256=([0-9a-f]{64})$/.exec(signature) ?? [];
  return hex !== undefined && timingSafeEqual(Buffer.from(hex, 'hex'), createHmac('sha256', appSecret).update(raw).digest());
}

/** The contact of the sender; Meta leaves a number out where the person hides it. */
function findContact({ from, from_user_id }: WhatsappMessage, contacts: readonly unknown[]): WhatsappContact {
  const known = contacts.flatMap((contact) => z.safeParse(contactSchema, contact).data ?? []);
  return known.find(({ wa_id, user_id }) => (user_id ? user_id === from_user_id : false) || (wa_id ? wa_id === from : false)) ?? {};
}

/** Serves Meta's webhook: its verification, and its signed events for our number. It answers when they are handled, so that Meta repeats what a dead process has not handled. */
export function createReceiver({ settings, take, heed, isStopping, log, now, answerMs = ANSWER_MS }: ReceiverContext): Middleware {
  const { phoneId, appSecret, verifyToken } = settings;

  function verify(ctx: Context): void {
    const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = ctx.query;
    const isOurs = mode === 'subscribe' && typeof token === 'string' && timingSafeEqual(sha256(token), sha256(verifyToken));
    respond(ctx, isOurs ? 200 : 403, isOurs ? '' : 'the webhook was verified with another token');
    ctx.type = 'text/plain';
    if (isOurs) ctx.body = challenge;
  }

  function respond(ctx: Context, status: number, reason?: string): void {
    if (reason) log.warn({ status }, `whatsapp: ${reason}`);
    ctx.body = '';
    ctx.status = status;
  }

  function readMessage(input: unknown): WhatsappMessage | null {
    const { success, data } = z.safeParse(messageSchema, input);
    if (!success || data.group_id) return null;
    // A link may end twice, so a changed number is heeded at any age.
    if (data.system || now() - Number(data.timestamp) * 1_000 <= MAX_AGE_MS) return data;
    log.warn('whatsapp: a message of over 23 hours was left out');
    return null;
  }

  async function handle(body: unknown): Promise<void> {
    const changes = z.safeParse(envelope, body).data?.entry.flatMap((entry) => entry.changes) ?? [];
    const work: Promise<void>[] = [];
    for (const change of changes) {
      const { success, data } = z.safeParse(changeSchema, change);
      if (!success || data.value.metadata.phone_number_id !== phoneId) continue;
      for (const input of data.value.statuses) {
        const status = z.safeParse(statusSchema, input).data;
        if (status) work.push(heed({ ...status, mark: status.biz_opaque_callback_data, code: status.errors?.[0]?.code }));
      }
      for (const input of data.value.messages) {
        const message = readMessage(input);
        if (message) work.push(take(message, findContact(message, data.value.contacts)));
      }
    }
    await Promise.all(work);
  }

  return async (ctx, next) => {
    if (ctx.path !== EVENTS_PATH) return next();
    if (ctx.method === 'GET') return verify(ctx);
    if (ctx.method !== 'POST') return respond(ctx, 405);
    const raw = await readRawBody(ctx.req, MAX_BYTES);
    if (!raw) {
      ctx.set('connection', 'close');
      return respond(ctx, 413, 'more than three megabytes');
    }
    if (!isSigned(raw, ctx.get('X-Hub-Signature-256'), appSecret)) return respond(ctx, 401, 'wrong signature');
    if (isStopping()) return respond(ctx, 503);
    const timer = new AbortController();
    await Promise.race([handle(parse(raw)), delay(answerMs, undefined, { signal: timer.signal })]);
    timer.abort();
    respond(ctx, 200);
  };
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString());
  } catch {
    return null;
  }
}
