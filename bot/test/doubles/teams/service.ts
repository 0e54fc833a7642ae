import crypto, { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { IAdaptiveCard } from '@microsoft/teams.cards';

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The keys of the double, and tokens signed with them. */
export function signingKeys(kid = 'k1', endorsements = ['msteams']) {
  const { publicKey, privateKey } = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256', endorsements };

  return {
    jwk,
    publicPem: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    /** `header` says what is unusual about it. */
    sign(claims: object, header: object = {}): string {
      const content = `${part({ alg: 'RS256', typ: 'JWT', kid, ...header })}.${part(claims)}`;
      return `${content}.${crypto.sign('RSA-SHA256', Buffer.from(content), privateKey).toString('base64url')}`;
    },
  };
}
type SigningKeys = ReturnType<typeof signingKeys>;

/** The key is in the same set, but Microsoft signs with it for another chat. */
export const otherChannelKeys = signingKeys('k3', ['facebook']);

/** Makes a token that is not signed as it should be. */
export function forgeToken(claims: object, header: object, sign: (text: string) => string): string {
  const content = `${part(header)}.${part(claims)}`;
  return `${content}.${sign(content)}`;
}

export interface StoredMessage {
  id: string;
  conversation: string;
  summary: string;
  card: IAdaptiveCard | null;
  text: string;
  changes: number;
}
interface TeamsCall {
  method: string;
  path: string;
  authorization: string | undefined;
  body: unknown;
}
interface MessageActivity {
  summary?: string;
  text?: string;
  attachments?: { contentType: string; content: IAdaptiveCard }[];
}
type ServiceReply = { status?: number; body?: unknown; bytes?: Buffer };

const readCard = ({ attachments = [] }: MessageActivity) =>
  attachments.find(({ contentType }) => contentType === 'application/vnd.microsoft.card.adaptive')?.content ?? null;

/** Plays Microsoft's side as far as the bot talks to it: keys, login, conversations and attachments. */
export class TeamsService {
  readonly calls: TeamsCall[] = [];
  readonly messages: StoredMessage[] = [];
  readonly images = new Map<string, Buffer>();
  readonly members = new Map<string, string>();
  /** Status codes with which the service fails the next calls. */
  readonly failures: number[] = [];
  /** Conversations that the bot was removed from. */
  readonly left = new Set<string>();
  /** The key service answers 503. */
  areKeysAway = false;
  /** Every answer takes this long. */
  delayMs = 0;
  readonly #keys: SigningKeys;
  readonly #server = http.createServer((request, response) => void this.#answer(request, response));

  constructor(keys: SigningKeys) {
    this.#keys = keys;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Signs the token that the bot has to show. */
  readonly botToken = () => this.#keys.sign({ appid: 'bot', exp: Math.floor(Date.now() / 1_000) + 3_600 });

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const text = await readText(request);
    const path = decodeURIComponent(new URL(request.url ?? '/', this.url).pathname);
    const { method = 'GET', headers } = request;
    const body = text.startsWith('{') ? JSON.parse(text) : text;
    this.calls.push({ method, path, authorization: headers.authorization, body });
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    const { status = 200, body: replyBody = null, bytes } = this.#reply(method, path, headers.authorization, body);
    response.writeHead(status, { 'Content-Type': bytes ? 'image/png' : 'application/json' });
    response.end(bytes ?? JSON.stringify(replyBody));
  }

  #reply(method: string, path: string, authorization: string | undefined, body: unknown): ServiceReply {
    // The second is the login's own set, for tokens of any company.
    if (path.endsWith('/.well-known/keys') || path.endsWith('/discovery/v2.0/keys'))
      return this.areKeysAway ? { status: 503 } : { body: { keys: [this.#keys.jwk, otherChannelKeys.jwk] } };
    if (path.endsWith('/oauth2/v2.0/token')) return { body: { access_token: this.botToken(), expires_in: 3_600, token_type: 'Bearer' } };
    const failure = this.failures.shift();
    if (failure) return { status: failure, body: {} };
    if (!authorization?.startsWith('Bearer ')) return { status: 401 };
    const [, image] = /^\/v3\/attachments\/([\w-]+)\/views\/original$/.exec(path) ?? [];
    if (image) return this.images.has(image) ? { bytes: this.images.get(image) } : { status: 404 };
    if (method === 'POST' && path === '/v3/conversations') return { status: 201, body: { id: this.#open(body as never) } };
    const [, conversation = '', message] = /^\/v3\/conversations\/([^/]+)\/activities(?:\/([^/]+))?$/.exec(path) ?? [];
    if (this.left.has(conversation)) return { status: 403 };
    if (method === 'POST' && conversation) return { status: 201, body: { id: this.#keep(conversation, body as MessageActivity) } };
    if (method === 'PUT' && message) return this.#change(conversation, message, body as MessageActivity);
    return { status: 404 };
  }

  #open({ members: [member] }: { members: [{ id: string }] }): string {
    return this.members.get(member.id) ?? 'a:unknown';
  }

  #keep(conversation: string, activity: MessageActivity): string {
    const id = `${Date.now()}${String(this.messages.length).padStart(4, '0')}`;
    const { summary = '', text = '' } = activity;
    this.messages.push({ id, conversation, summary, card: readCard(activity), text, changes: 0 });
    return id;
  }

  #change(conversation: string, id: string, activity: MessageActivity): ServiceReply {
    const storedMessage = this.messages.find((message) => message.id === id && message.conversation === conversation);
    if (!storedMessage) return { status: 404 };
    Object.assign(storedMessage, { summary: activity.summary ?? '', card: readCard(activity), changes: storedMessage.changes + 1 });
    return { body: { id } };
  }

  /** Returns the address of an image that a person pastes into the chat. */
  keepImage(bytes: Buffer): string {
    const id = randomUUID();
    this.images.set(id, bytes);
    return `${this.url}/v3/attachments/${id}/views/original`;
  }
}
