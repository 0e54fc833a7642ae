import { Refused } from '@bitacora/core/domain/refusal';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { aPerson } from '../../../core/test/factories.ts';
import { createHub } from '../../src/live/hub.ts';

const AT_MOST = 2_000;
const BACKLOG_MAX = 65_536;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function someone(hangUp = () => {}) {
  const actor = { ...aPerson({ position: 'SUPERVISOR' }), channel: 'web' } as const;
  return { actor, reread: async () => actor, hangUp };
}
const full = new Refused({ code: 'live.full' });

it('two thousand may follow, one more may not until somebody leaves', async () => {
  const hub = createHub();
  const streams = Array.from({ length: AT_MOST }, () => hub.join(someone()));
  expect(() => hub.join(someone())).toThrow(full);
  const gone = new Promise((resolve) => streams[0]?.body.once('close', resolve));
  streams[0]?.body.destroy();
  await gone;
  hub.join(someone());
  expect(hub.count()).toBe(AT_MOST);
});

it('a client that does not read is let go before much is kept for them', () => {
  const hub = createHub();
  const hangUp = vi.fn();
  const { body } = hub.join(someone(hangUp));
  let nth = 0;
  for (let second = 0; second < 120 && hangUp.mock.calls.length === 0; second++) {
    for (let n = 0; n < 100; n++) hub.onChange({ id: ++nth, ownerId: 1, assigneeId: 2 });
    vi.advanceTimersByTime(1_000);
  }
  expect(hangUp).toHaveBeenCalled();
  expect(body.readableLength + body.writableLength).toBeLessThan(2 * BACKLOG_MAX);
});

it('those who came at the same moment are not all looked at again at the same moment', async () => {
  const hub = createHub({ heartbeatMs: 1_000 });
  const callTimes: number[] = [];
  // No two alike, and none at the very beginning of a second, who would beat once more within it.
  let nDrawn = 0;
  vi.spyOn(Math, 'random').mockImplementation(() => (2 + nDrawn++) / 1_000);
  onTestFinished(() => void vi.restoreAllMocks());
  for (let n = 0; n < 40; n++) {
    const { actor, hangUp } = someone();
    const reread = async () => {
      callTimes.push(Date.now());
      return actor;
    };
    hub.join({ actor, hangUp, reread });
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(callTimes).toHaveLength(40);
  expect(new Set(callTimes).size).toBeGreaterThan(20);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(callTimes).toHaveLength(160);
});

it('a hub that has ended takes nobody', () => {
  const hub = createHub();
  hub.join(someone());
  hub.end();
  expect(hub.count()).toBe(0);
  expect(() => hub.join(someone())).toThrow(full);
});

it('a heartbeat that cannot ask ends nothing', async () => {
  const hub = createHub({ heartbeatMs: 1_000 });
  const { actor, hangUp } = someone();
  hub.join({ actor, hangUp, reread: () => Promise.reject(new Error('database away')) });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(hub.count()).toBe(1);
});
