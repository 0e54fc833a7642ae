import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '@bitacora/core/client';
import type { WholeClient } from '@bitacora/core/client/create-client';
import { DEVICE_CODE_MS } from '@bitacora/core/domain/people/device-authorization';
import type { SessionClients } from './session.ts';

/** What a person needs to confirm a terminal in the browser. */
export interface DevicePrompt {
  url: string;
  userCode: string;
}

type CodesReply = Awaited<ReturnType<WholeClient['beginDeviceAuthorization']>>;
type TokenReply = Pick<Awaited<ReturnType<WholeClient['exchangeDeviceCode']>>, 'secret' | 'expiresOn'>;

/** A server that restarts, cannot be reached for a moment, or asks to slow down: the code stays good. */
const isPassing = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 502);

/**
 * Shows the code and asks, at the pace that the server names, until the person has confirmed it. The token is null where the answer opened
 * a session in the cookies of `clients`. No pause outlives the code, however long the server asks for. An interruption waits for the question under way, because its answer may be a token.
 */
export async function enterByBrowser(
  { unhurried }: SessionClients,
  { deviceCode, userCode, url, interval: pause }: CodesReply,
  show: (prompt: DevicePrompt) => void,
  signal: AbortSignal,
  pauseFor: typeof wait = wait,
): Promise<TokenReply> {
  show({ url, userCode });
  // By this clock, because that of the server may differ.
  const endsAt = Date.now() + DEVICE_CODE_MS;
  for (let seconds = pause; ; ) {
    await pauseFor(Math.min(seconds * 1_000, Math.max(endsAt - Date.now(), 0)), undefined, { signal });
    const reply = await unhurried.exchangeDeviceCode({ deviceCode }).catch((error: unknown) => {
      if (!isPassing(error) || Date.now() >= endsAt) throw error;
      return { status: 'pending' as const, interval: error.retryAfterSeconds ?? seconds };
    });
    if (reply.status === 'approved') return reply;
    seconds = reply.interval;
  }
}
