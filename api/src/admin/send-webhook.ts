import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { TRY_MS, type WebhookFailure } from '@bitacora/core/domain/admin/webhook';
import { withoutControls } from '@bitacora/core/domain/text';
import manifest from '../../../package.json' with { type: 'json' };
import { demandPublicHost, lookupPublic, PrivateAddress } from '../http/public-addresses.ts';

const ANSWER_BYTES = 2_048;
const WORDS_MAX = 300;
const GONE = 410;

export type WebhookOutcome =
  | { is: 'delivered'; status: number }
  | { is: 'failed'; failure: WebhookFailure; status: number | null; answer: string | null; isGone: boolean };

export interface WebhookRoute {
  /** Names that may lead into the company's own network (WEBHOOK_ALLOWED_HOSTS). */
  allowedHosts: readonly string[];
  /** Tests have their own receiver, so they replace the system's name resolution, certificate authorities and time limit. */
  lookup?: LookupFunction;
  ca?: string;
  patienceMs?: number;
}

const hostName = (url: URL) => url.hostname.replace(/^\[|\]$/g, '').toLowerCase();

/** Tells whether an address names a host of a private network that the settings do not allow. */
export function isPrivateUrl(url: string, { allowedHosts }: Pick<WebhookRoute, 'allowedHosts'>): boolean {
  const name = hostName(new URL(url));
  if (allowedHosts.includes(name)) return false;
  try {
    demandPublicHost(name);
    return false;
  } catch {
    return true;
  }
}

/** Reads the first bytes of an answer as text that can be stored. */
async function readAnswer(response: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= ANSWER_BYTES) break;
  }
  return plainWords(Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString('utf8'));
}

const plainWords = (text: string): string | null =>
  withoutControls(text).replace(/\s+/gu, ' ').trim().slice(0, WORDS_MAX).toWellFormed() || null;

async function readOutcome(response: IncomingMessage): Promise<WebhookOutcome> {
  const status = response.statusCode ?? 0;
  if (status >= 200 && status < 300) return { is: 'delivered', status };
  const failure = status >= 300 && status < 400 ? 'redirect' : 'status';
  // A failure to read the answer is ignored, because its text only helps people.
  const answer = failure === 'redirect' ? plainWords(response.headers.location ?? '') : await readAnswer(response).catch(() => null);
  return { is: 'failed', failure, status, answer, isGone: status === GONE };
}

/** Sends a message to its receiver. It follows no redirect and connects only to public addresses and to hosts that the settings allow. */
export async function sendWebhook(
  { url: address, headers, body }: { url: string; headers: Record<string, string>; body: string },
  route: WebhookRoute,
): Promise<WebhookOutcome> {
  const { allowedHosts, lookup = lookupPublic, ca, patienceMs = TRY_MS } = route;
  const signal = AbortSignal.timeout(patienceMs);
  try {
    const url = new URL(address);
    const isAllowed = allowedHosts.includes(hostName(url));
    if (!isAllowed) demandPublicHost(url.hostname);
    const own = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'User-Agent': `Bitacora/${manifest.version}`,
    };
    const options = { method: 'POST', headers: { ...headers, ...own }, signal, agent: false as const, ...(ca && { ca }) };
    return await new Promise<WebhookOutcome>((resolve, reject) => {
      const sending = request(url, isAllowed ? options : { ...options, lookup }, (response) => {
        readOutcome(response)
          .then(resolve, reject)
          .finally(() => response.destroy());
      });
      sending.on('error', reject);
      // Without this listener Node ends neither the request nor its promise.
      sending.on('upgrade', (response, socket) => {
        socket.destroy();
        resolve({ is: 'failed', failure: 'status', status: response.statusCode ?? 101, answer: null, isGone: false });
      });
      sending.end(body);
    });
  } catch (error) {
    const failure = signal.aborted ? 'timeout' : error instanceof PrivateAddress ? 'private' : 'connection';
    const answer = failure === 'connection' && error instanceof Error ? plainWords(error.message) : null;
    return { is: 'failed', failure, status: null, answer, isGone: false };
  }
}
