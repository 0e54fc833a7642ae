import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

interface SignedMessage {
  id: string;
  /** When this try is made; receivers refuse an old one. */
  at: Date;
  body: string;
}

/**
 * The headers of the Standard Webhooks specification, with a signature for each secret. By hand, because the package of the specification
 * brings its own HMAC; the tests verify with that package.
 */
export function webhookHeaders(secrets: readonly string[], { id, at, body }: SignedMessage): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
