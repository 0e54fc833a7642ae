import { createHmac } from 'node:crypto';
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
  const given = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const from = performance.now();
  const response = await fetch(url, { method: 'POST', headers: given, body: signing.altered ?? raw });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, ms: performance.now() - from, body: isJson ? JSON.parse(text) : text };
}
