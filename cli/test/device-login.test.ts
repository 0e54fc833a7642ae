import type { Client } from '@bitacora/core/client';
import { ApiError } from '@bitacora/core/client';
import { afterEach, expect, it, vi } from 'vitest';
import { enterByBrowser } from '../src/session.ts';

const MINUTE_MS = 60_000;
const waits: number[] = [];
/** Time passes at once. */
async function pauseFor<Result>(ms = 0, result?: Result): Promise<Result> {
  waits.push(ms);
  vi.setSystemTime(Date.now() + ms);
  return result as Result;
}
afterEach(() => {
  waits.length = 0;
  vi.useRealTimers();
});

type Reply = Awaited<ReturnType<Client['exchangeDeviceCode']>>;

/** Waits for the browser at a server that answers like this, one answer after the other. */
function enter(...answers: (Reply | ApiError)[]) {
  vi.useFakeTimers({ toFake: ['Date'] });
  const exchangeDeviceCode = vi.fn(async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const client = { exchangeDeviceCode } as unknown as Client;
  const codes = { success: true, deviceCode: 'd', userCode: 'WDJB-MJHT', url: '', interval: 5, expiresAt: new Date() } as const;
  return enterByBrowser({ client, unhurried: client }, codes, () => {}, new AbortController().signal, pauseFor);
}
const slowDown = (seconds: number) => new ApiError(429, 'Espera', 'session.tooManyTries', {}, [], seconds);
const pending: Reply = { success: true, status: 'pending', interval: 7, secret: null, expiresOn: null };

it('pauses as the server says', async () => {
  const approved: Reply = { ...pending, status: 'approved', secret: 'tk_x' };
  expect(await enter(pending, slowDown(30), approved)).toMatchObject({ secret: 'tk_x' });
  expect(waits).toEqual([5_000, 7_000, 30_000]);
});

it('asks once more when the code ends, however long the server asks to wait, and then says what it answered', async () => {
  const expired = new ApiError(410, 'El código venció', 'device.expired');
  await expect(enter(slowDown(3_600), expired)).rejects.toBe(expired);
  expect(waits).toEqual([5_000, 10 * MINUTE_MS - 5_000]);
  waits.length = 0;
  await expect(enter(slowDown(3_600), slowDown(3_000))).rejects.toMatchObject({ status: 429 });
  expect(waits).toHaveLength(2);
});
