import { createHmac } from 'node:crypto';
import type { Server } from 'node:http';
import { acceptSockets, type SocketLine } from './socket-frames.ts';
import { installation } from './workspace.ts';

/** How the bot took a delivery. */
export interface DeliveryResult {
  status: number;
  /** Until the acknowledgement was whole. */
  ms: number;
  body: unknown;
}

/** What a forger may change about an honest delivery. */
export interface Signing {
  secret?: string;
  /** Seconds since 1970. */
  timestamp?: number | string;
  headers?: Record<string, string | undefined>;
  /** Sent in the place of what was signed. */
  altered?: string;
  version?: string;
  /** Follows the signature. */
  suffix?: string;
}

function signatureOf(raw: string, timestamp: number | string, secret = installation.signingSecret, version = 'v0'): string {
  return `${version}=${createHmac('sha256', secret).update(`${version}:${timestamp}:${raw}`).digest('hex')}`;
}

export const asEvent = (body: object) => ({ type: 'application/json', raw: JSON.stringify(body) });
export const asForm = (fields: Record<string, string>) => ({
  type: 'application/x-www-form-urlencoded',
  raw: new URLSearchParams(fields).toString(),
});
export const asPayload = (payload: object) => asForm({ payload: JSON.stringify(payload) });

/** Posts to the bot what Slack would, signed as Slack signs. */
export async function sendSigned(
  url: string,
  { type, raw }: { type: string; raw: string },
  signing: Signing = {},
): Promise<DeliveryResult> {
  const timestamp = signing.timestamp ?? Math.floor(Date.now() / 1_000);
  const headers = {
    'content-type': type,
    'x-slack-request-timestamp': String(timestamp),
    'x-slack-signature': `${signatureOf(raw, timestamp, signing.secret, signing.version)}${signing.suffix ?? ''}`,
    ...signing.headers,
  };
  const present = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const from = performance.now();
  const response = await fetch(url, { method: 'POST', headers: present, body: signing.altered ?? raw });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, ms: performance.now() - from, body: isJson ? JSON.parse(text) : text };
}

type DeliveryBody = Record<string, unknown>;

/** What Slack has to say to the app, and in which of its three ways. */
export type SlackDelivery =
  | { way: 'events_api' | 'interactive'; body: DeliveryBody }
  | { way: 'slash_commands'; body: Record<string, string> };

export type DeliverToBot = (said: SlackDelivery, retry?: number) => Promise<DeliveryResult>;

const encode = ({ way, body }: SlackDelivery) => {
  if (way === 'events_api') return asEvent(body);
  return way === 'interactive' ? asPayload(body) : asForm(body as Record<string, string>);
};

/** Over HTTP to the address given; what is delivered again is signed anew, with a time of its own. */
export const overHttp =
  (url: string): DeliverToBot =>
  (said, retry = 0) => {
    const headers = retry ? { 'x-slack-retry-num': String(retry), 'x-slack-retry-reason': 'http_timeout' } : {};
    return sendSigned(url, encode(said), { timestamp: Math.floor(Date.now() / 1_000) + retry, headers });
  };

/** Over the app's own connection; waits for one where there is none yet. */
export function overSocket(server: Server): DeliverToBot & { hangUp(): void; connections(): number } {
  const lines: SocketLine[] = [];
  const waiting = new Map<string, (payload: unknown) => void>();
  let last = 0;

  acceptSockets(server, (line) => {
    lines.push(line);
    line.onText((text) => {
      const { envelope_id, payload } = JSON.parse(text);
      waiting.get(envelope_id)?.(payload);
    });
    line.send(JSON.stringify({ type: 'hello', num_connections: 1 }));
  });

  async function openLine(): Promise<SocketLine> {
    for (let tries = 0; tries < 500; tries += 1) {
      const line = lines.find(({ isOpen }) => isOpen);
      if (line) return line;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error('The bot opened no connection.');
  }

  const deliver: DeliverToBot = async ({ way, body }, retry = 0) => {
    const line = await openLine();
    last += 1;
    const id = `envelope-${last}`;
    const from = performance.now();
    const acknowledged = new Promise((resolve) => waiting.set(id, resolve));
    line.send(JSON.stringify({ type: way, envelope_id: id, payload: body, retry_attempt: retry, accepts_response_payload: true }));
    const reply = (await acknowledged) as DeliveryBody;
    return { status: 200, ms: performance.now() - from, body: Object.keys(reply ?? {}).length ? reply : '' };
  };
  return Object.assign(deliver, {
    hangUp: () => {
      for (const line of lines.splice(0)) line.close();
    },
    connections: () => lines.filter(({ isOpen }) => isOpen).length,
  });
}
