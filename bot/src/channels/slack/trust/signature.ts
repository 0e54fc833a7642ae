import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { remembered } from './remembered.ts';

const WINDOW_SECONDS = 300;
const VERSION = 'v0';

export interface SignatureCheck {
  /** Why the request is not believed, in words for the log; null where it is. What is believed once is refused from then on. */
  refusal(headers: IncomingHttpHeaders, raw: Buffer): string | null;
}

/** Slack's signature over the very bytes that came, within five minutes of now (docs.slack.dev, «Verifying requests»). */
export function signatureCheck({ signingSecret, now }: { signingSecret: string; now: () => number }): SignatureCheck {
  /** A timestamp is believed from five minutes before to five minutes after, so longer than that nothing can come again. */
  const believed = remembered({ keptMs: 2 * WINDOW_SECONDS * 1_000 + 1_000, now });

  return {
    refusal(headers, raw) {
      const timestamp = headers['x-slack-request-timestamp'];
      const signature = headers['x-slack-signature'];
      if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return 'no timestamp';
      if (typeof signature !== 'string') return 'no signature';
      if (Math.abs(now() / 1_000 - Number(timestamp)) > WINDOW_SECONDS) return 'timestamp out of the window';
      const due = `${VERSION}=${createHmac('sha256', signingSecret).update(`${VERSION}:${timestamp}:`).update(raw).digest('hex')}`;
      if (!isSame(due, signature)) return 'wrong signature';
      return believed.meet(due) ? null : 'replayed';
    },
  };
}

function isSame(due: string, given: string): boolean {
  const [one, other] = [Buffer.from(due), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
