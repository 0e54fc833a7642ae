import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { checkMessage, GraphRefusal, type SentBody } from './limits.ts';

/** The account of a company at Meta. */
export const installation = {
  accountId: '200300400500600',
  phoneId: '100200300400500',
  displayNumber: '+52 55 1234 5678',
  token: 'EAAtoken-of-the-double',
  appSecret: 'secret-of-the-app-of-the-double',
  verifyToken: 'word-of-the-administrator',
  template: 'bitacora_pendientes',
  language: 'es_MX',
};

const WINDOW_MS = 24 * 60 * 60_000;
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

export interface Contact {
  /** The business-scoped id. */
  userId: string;
  name: string;
  phone: string;
  /** Somebody with a username can hide the number. */
  isPhoneHidden: boolean;
  /** The hour of their last message opens the window. */
  wroteAt: number;
}

export interface SentMessage {
  id: string;
  contact: Contact;
  body: SentBody;
  at: number;
  /** The code of the `failed` status; the person then sees nothing. */
  failedWith?: number;
}

interface StoredMedia {
  bytes: Buffer;
  type: string;
}

/** A failure of the next sent messages. */
export type Failure =
  /** The API refuses, with an HTTP status. */
  | { code: number; status?: number }
  /** The API accepts, and a status says `failed` later. */
  | { failedWith: number }
  /** The service is away, or breaks off after it has sent. */
  | { breaks: 'before' | 'after' };

export type StatusName = 'sent' | 'delivered' | 'read' | 'failed';

export interface CloudState {
  url: string;
  now(): number;
  contacts: Contact[];
  sent: SentMessage[];
  /** Every request of the bot, with the parsed body of a message. */
  calls: { method: string; path: string; token: string; body?: unknown }[];
  media: Map<string, StoredMedia>;
  /** An address of media ends after this time. */
  addressMs: number;
  /** Addresses of media, with the hour in which each was given out. */
  addresses: Map<string, { mediaId: string; at: number }>;
  failures: Failure[];
  /** The template is not approved, paused or missing. */
  templateRefusal: number | null;
  announce(message: SentMessage, data: string | undefined): void;
}

const asJson = (response: ServerResponse, body: unknown, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const refuse = (response: ServerResponse, { code, message, status }: GraphRefusal) =>
  asJson(
    response,
    {
      error: {
        message: `(#${code}) ${message}`,
        type: code === 190 ? 'OAuthException' : 'GraphMethodException',
        code,
        error_data: { messaging_product: 'whatsapp', details: message },
        fbtrace_id: 'Adouble',
      },
    },
    status,
  );

function checkMedia(body: SentBody, { media }: CloudState): void {
  const headers = body.type === 'interactive' && 'header' in body.interactive ? [body.interactive.header] : [];
  const parts = [body, ...headers].flatMap((part) => {
    if (part?.type === 'image' && 'image' in part) return [part.image];
    return part?.type === 'document' && 'document' in part ? [part.document] : [];
  });
  for (const { id, link } of parts) {
    if ((id === undefined) === (link === undefined)) throw new GraphRefusal(131009, 'Either id or link');
    if (id !== undefined && !media.has(id)) throw new GraphRefusal(131053, `Media ${id} does not exist`);
  }
}

function checkTemplate(body: SentBody, { templateRefusal }: CloudState): void {
  if (body.type !== 'template') return;
  if (templateRefusal !== null)
    throw new GraphRefusal(templateRefusal, 'The template cannot be sent', templateRefusal === 132001 ? 404 : 400);
  const { name, language, components = [] } = body.template;
  if (name !== installation.template || language.code !== installation.language)
    throw new GraphRefusal(132001, 'Template name does not exist in the translation', 404);
  const texts = components.filter(({ type }) => type !== 'button').flatMap(({ parameters }) => parameters);
  if (texts.length > 0) throw new GraphRefusal(132000, 'Number of parameters does not match the expected number of params');
}

function sendMessage(sentBody: unknown, state: CloudState, failedWith?: number): object {
  const body = checkMessage(sentBody);
  checkMedia(body, state);
  checkTemplate(body, state);
  const number = body.to?.replace('+', '');
  const contact = state.contacts.find(({ userId, phone }) => (number ? phone === number : userId === body.recipient));
  const id = `wamid.${Buffer.from(randomUUID()).toString('base64')}`;
  const input = body.to ?? body.recipient;
  const reply = {
    messaging_product: 'whatsapp',
    contacts: [{ input, ...(number && { wa_id: number }), ...(contact && { user_id: contact.userId }) }],
    messages: [{ id, ...(body.type === 'template' && { message_status: 'accepted' }) }],
  };
  const isClosed = body.type !== 'template' && contact && state.now() - contact.wroteAt > WINDOW_MS;
  const code = failedWith ?? (contact ? (isClosed ? 131047 : undefined) : 131026);
  const stranger = { userId: body.recipient ?? '', phone: number ?? '', name: '', isPhoneHidden: false, wroteAt: 0 };
  const message: SentMessage = { id, contact: contact ?? stranger, body, at: state.now(), ...(code && { failedWith: code }) };
  state.sent.push(message);
  state.announce(message, body.biz_opaque_callback_data);
  return reply;
}

async function takeMedia(raw: Buffer, type: string, { media }: CloudState): Promise<object> {
  const form = await new Response(new Uint8Array(raw), { headers: { 'content-type': type } }).formData();
  const file = form.get('file');
  if (!(file instanceof Blob) || form.get('messaging_product') !== 'whatsapp') throw new GraphRefusal(100, 'Invalid parameter');
  const isImage = /^image\/(jpeg|png)$/.test(file.type);
  if (!isImage && file.type !== 'application/pdf') throw new GraphRefusal(131053, `Unsupported type ${file.type}`);
  if (isImage && file.size > MAX_IMAGE_BYTES) throw new GraphRefusal(131053, 'The image is too large');
  const id = String(9_000_000 + media.size);
  media.set(id, { bytes: Buffer.from(await file.arrayBuffer()), type: file.type });
  return { id };
}

function describeMedia(id: string, state: CloudState): object {
  const media = state.media.get(id);
  if (!media) throw new GraphRefusal(100, 'Object does not exist', 404);
  const address = `/media/${randomUUID()}`;
  state.addresses.set(address, { mediaId: id, at: state.now() });
  return {
    messaging_product: 'whatsapp',
    id,
    url: `${state.url}${address}`,
    mime_type: media.type,
    sha256: createHash('sha256').update(media.bytes).digest('hex'),
    file_size: media.bytes.length,
  };
}

function download(path: string, response: ServerResponse, state: CloudState): void {
  const address = state.addresses.get(path);
  const media = address && state.now() - address.at <= state.addressMs ? state.media.get(address.mediaId) : undefined;
  if (!media) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': media.type }).end(media.bytes);
}

function answerMessage(body: unknown, response: ServerResponse, state: CloudState): void {
  if ((body as { status?: string }).status === 'read') return void asJson(response, { success: true });
  const failure = state.failures.shift();
  if (failure && 'code' in failure) throw new GraphRefusal(failure.code, 'As planned', failure.status);
  if (failure && 'breaks' in failure && failure.breaks === 'before') return void response.destroy();
  const reply = sendMessage(body, state, failure && 'failedWith' in failure ? failure.failedWith : undefined);
  if (failure && 'breaks' in failure) response.destroy();
  else asJson(response, reply);
}

/** Answers a request to the Graph API of any version, or to an address of media. */
export async function handle(request: IncomingMessage, response: ServerResponse, state: CloudState): Promise<void> {
  const { method = '', headers } = request;
  const { pathname: path } = new URL(request.url ?? '/', state.url);
  const token = (headers.authorization ?? '').replace(/^Bearer /, '');
  const raw = await buffer(request);
  const type = headers['content-type'] ?? '';
  const body = type.startsWith('application/json') ? JSON.parse(raw.toString()) : undefined;
  state.calls.push({ method, path, token, body });
  try {
    if (token !== installation.token) throw new GraphRefusal(190, 'The access token is invalid', 401);
    if (path.startsWith('/media/')) return download(path, response, state);
    const [, version = '', object = '', edge] = path.split('/');
    if (!/^v\d+\.\d$/.test(version)) throw new GraphRefusal(2635, 'A version of the Graph API is missing');
    if (method === 'POST' && object === installation.phoneId && edge === 'messages') return answerMessage(body, response, state);
    if (method === 'POST' && object === installation.phoneId && edge === 'media')
      return asJson(response, await takeMedia(raw, type, state));
    if (method === 'GET' && object === installation.phoneId && !edge)
      return asJson(response, { id: object, display_phone_number: installation.displayNumber });
    if (method === 'GET' && !edge) return asJson(response, describeMedia(object, state));
    throw new GraphRefusal(100, 'Unsupported request', 404);
  } catch (error) {
    if (!(error instanceof GraphRefusal)) throw error;
    refuse(response, error);
  }
}
