import * as z from 'zod/mini';
import { botWhatsapp } from '../../messages/chats.ts';
import { MAX_FILE_BYTES, NotPosted, readChunks, UNSENT } from '../../request.ts';
import { graphUrl, isMediaUrl, type WhatsappSettings } from './settings.ts';

const TIMEOUT_MS = 10_000;
const MEDIA_TIMEOUT_MS = 30_000;

/** The person wrote more than 24 hours ago, so that only a template reaches them. */
export class WindowClosed extends NotPosted {
  constructor() {
    super('WhatsApp: outside the 24 hours', { isCertain: true, isFinal: false });
  }
}

/** Meta refuses the token or the company's account (error codes reference), so that every message fails. */
const OURS = new Set([0, 3, 10, 190, 368, 131_005, 131_031, 131_037, 131_042, 133_010]);
const isOursCode = (code: number) => OURS.has(code) || (code >= 200 && code < 300);
/** Limits of rate, and services that are away. */
const TRANSIENT = new Set([4, 80_007, 130_429, 131_048, 131_056, 131_057, 133_004, 133_016]);
/** Meta may have sent the message before it answered these. */
const UNCERTAIN = new Set([1, 2, 131_000, 131_016]);
const WINDOW_CLOSED = 131_047;
export const isTemplateCode = (code: number) => code >= 132_000 && code < 133_000;

/** Classifies the code of a refusal; also of a message that Meta accepted first, whose `status` is then 400. */
export function classifyRefusal(code: number, status = 400): NotPosted {
  const reason = `WhatsApp: answer ${status}, code ${code}${isTemplateCode(code) ? `. ${botWhatsapp.templateRefused}` : ''}`;
  if (code === WINDOW_CLOSED) return new WindowClosed();
  if (status === 401 || isOursCode(code)) return new NotPosted(reason, { isCertain: true, isFinal: true, isOurs: true });
  if (status === 429 || TRANSIENT.has(code)) return new NotPosted(reason, { isCertain: true, isFinal: false });
  if (status >= 500 || UNCERTAIN.has(code)) return new NotPosted(reason, { isCertain: false, isFinal: false });
  return new NotPosted(reason, { isCertain: true, isFinal: true });
}

/** The contents of a message, as the Cloud API takes them. */
export type OutgoingMessage = { type: string } & Record<string, unknown>;

const refusalReply = z.object({ error: z.object({ code: z.number() }) });
const sendReply = z.object({ messages: z.tuple([z.object({ id: z.string() })], z.unknown()) });
const uploadReply = z.object({ id: z.string() });
const mediaReply = z.object({ url: z.string(), file_size: z.optional(z.coerce.number()) });
const phoneReply = z.object({ display_phone_number: z.string() });

const failure = (message: string) => new Error(`WhatsApp: ${message}`);

/** Calls the Cloud API. A call throws `NotPosted`; reading media throws any error. */
export function createApi(settings: WhatsappSettings) {
  const { phoneId, token } = settings;
  const headers = { Authorization: `Bearer ${token}` };

  async function call<Reply>(path: string, schema: z.ZodMiniType<Reply>, body?: FormData | object): Promise<Reply> {
    const isForm = body instanceof FormData;
    let response: Response;
    let reply: unknown;
    try {
      response = await fetch(`${graphUrl(settings)}/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { ...headers, ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}) },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      });
      reply = await response.json().catch(() => null);
    } catch (error) {
      const { cause, message } = error as { cause?: { code?: string }; message: string };
      throw new NotPosted(`WhatsApp: ${cause?.code ?? message}`, { isCertain: UNSENT.has(cause?.code ?? ''), isFinal: false });
    }
    if (!response.ok) throw classifyRefusal(z.safeParse(refusalReply, reply).data?.error.code ?? -1, response.status);
    const { success, data } = z.safeParse(schema, reply);
    if (!success) throw new NotPosted('WhatsApp: unreadable answer', { isCertain: false, isFinal: false });
    return data;
  }

  /** The address of media expires after five minutes. Null where it has expired. */
  async function readMedia(id: string): Promise<Blob | null> {
    const { url, file_size = 0 } = await call(`${id}?phone_number_id=${phoneId}`, mediaReply);
    if (!isMediaUrl(settings, url)) throw failure('media that lies elsewhere');
    const tooLarge = failure('a file of over 20 MB');
    if (file_size > MAX_FILE_BYTES) throw tooLarge;
    const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(MEDIA_TIMEOUT_MS) });
    if (response.status >= 400 && response.status < 500) return null;
    if (!response.ok) throw failure(`media answered ${response.status}`);
    return new Blob(await readChunks(response.body ?? [], tooLarge), { type: response.headers.get('Content-Type') ?? '' });
  }

  return {
    /** Sends to a business-scoped id where there is one, because a number may belong to somebody else by now. Returns the message's id. */
    async send(user: string, message: OutgoingMessage, mark?: string): Promise<string> {
      const address = /^\d+$/.test(user) ? { to: user } : { recipient: user };
      const { messages } = await call(`${phoneId}/messages`, sendReply, {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        ...address,
        ...message,
        ...(mark ? { biz_opaque_callback_data: mark } : {}),
      });
      return messages[0].id;
    },

    async upload(file: Blob): Promise<string> {
      const form = new FormData();
      form.set('messaging_product', 'whatsapp');
      form.set('type', file.type);
      form.set('file', file, `evidencia.${file.type === 'image/png' ? 'png' : 'jpg'}`);
      return (await call(`${phoneId}/media`, uploadReply, form)).id;
    },

    /** Reads what a person sent; asks once more for its address, which may have expired. */
    async download(id: string): Promise<Blob> {
      if (!/^[\w-]{1,100}$/.test(id)) throw failure('no media');
      const file = (await readMedia(id)) ?? (await readMedia(id));
      if (!file) throw failure('media that is gone');
      return file;
    },

    /** Reads the number that people write to, in digits. */
    readNumber: async (): Promise<string> =>
      (await call(`${phoneId}?fields=display_phone_number`, phoneReply)).display_phone_number.replace(/\D/g, ''),
  };
}
export type WhatsappApi = ReturnType<typeof createApi>;
