import type { UIMatch } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followChanges, type LiveChange } from '../src/layout/live/follow-changes.ts';
import { concerns, watches } from '../src/layout/live/watched.ts';
import { fakeStreams } from './fake-streams.ts';

const MINUTE = 60_000;
let chance = 0;
let isHidden = false;
const look = (hidden: boolean) => {
  isHidden = hidden;
  document.dispatchEvent(new Event('visibilitychange'));
};

function follow(isLoggedIn: () => Promise<boolean> = async () => true) {
  const streams = fakeStreams();
  const changes: LiveChange[] = [];
  const stop = followChanges({ open: streams.open, isLoggedIn, onChange: (change) => changes.push(change) });
  ends.push(stop);
  return { streams, changes, stop };
}
const ends: (() => void)[] = [];

beforeEach(() => {
  isHidden = false;
  chance = 0;
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockImplementation(() => chance);
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isHidden ? 'hidden' : 'visible'));
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('says which activities change', async () => {
  const { streams, changes } = follow();
  await streams.accept();
  await streams.change(101);
  await streams.change(7);
  expect(changes).toEqual([101, 7]);
});

it('reports a notification as a change of lists, because the lost work of the reader sends no change of its own', async () => {
  const { streams, changes } = follow();
  await streams.accept();
  await streams.notify();
  expect(changes).toEqual(['lists']);
  const match = (handle: object, id?: string) => ({ handle, params: { id } }) as unknown as UIMatch;
  expect(concerns(match(watches.lists), 'lists')).toBe(true);
  expect(concerns(match(watches.consulted, '7'), 'lists')).toBe(false);
});

it('says that anything may have changed while there was no stream, a while by chance after there is one again', async () => {
  const { streams, changes } = follow();
  await streams.accept();
  expect(changes).toEqual([]);
  // The browser opened it again by itself.
  chance = 0.9;
  await streams.accept();
  vi.advanceTimersByTime(8_999);
  expect(changes).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(changes).toEqual(['anything']);
});

it('closes the stream of a tab nobody has looked at for three seconds, and opens it when they come back', async () => {
  const { streams, changes } = follow();
  await streams.accept();
  look(true);
  vi.advanceTimersByTime(2_999);
  expect(streams.isOpen()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(streams.isOpen()).toBe(false);
  look(false);
  expect(streams.count()).toBe(2);
  await streams.accept();
  expect(changes).toEqual(['anything']);
});

it('keeps the stream through a short look elsewhere', async () => {
  const { streams } = follow();
  await streams.accept();
  look(true);
  vi.advanceTimersByTime(2_000);
  look(false);
  vi.advanceTimersByTime(2 * MINUTE);
  expect(streams.isOpen()).toBe(true);
  expect(streams.count()).toBe(1);
});

it('opens none in a tab that was never looked at', () => {
  isHidden = true;
  const { streams } = follow();
  expect(streams.count()).toBe(0);
  look(false);
  expect(streams.count()).toBe(1);
});

it('tries again, ever more slowly, where the server has no stream to give; then looks once a minute', async () => {
  const { streams, changes } = follow();
  for (const wait of [5_000, 15_000, MINUTE]) {
    await streams.refuse();
    const before = streams.count();
    vi.advanceTimersByTime(wait - 1);
    expect(streams.count()).toBe(before);
    vi.advanceTimersByTime(1);
    expect(streams.count()).toBe(before + 1);
  }
  expect(changes).toEqual([]);
  await streams.refuse();
  expect(changes).toEqual(['anything']);
});

it('gives its stream up to another tab of the person, looks once a minute, and takes one again when they look at it', async () => {
  const { streams, changes } = follow();
  await streams.accept();
  await streams.makeRoom();
  expect(streams.isOpen()).toBe(false);
  await vi.advanceTimersByTimeAsync(3 * MINUTE);
  expect(streams.count()).toBe(1);
  expect(changes).toEqual(['anything', 'anything', 'anything']);
  look(true);
  look(false);
  expect(streams.count()).toBe(2);
  await streams.accept();
  await vi.advanceTimersByTimeAsync(3 * MINUTE);
  expect(changes).toHaveLength(4);
});

it('takes a stream again in a tab that stays in sight, after five minutes, then after twice as long each time', async () => {
  const { streams, changes } = follow();
  for (const minutes of [5, 10, 20, 40, 80, 80]) {
    await streams.accept();
    await streams.makeRoom();
    const before = streams.count();
    await vi.advanceTimersByTimeAsync(minutes * MINUTE - 1);
    expect(streams.count()).toBe(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(streams.count()).toBe(before + 1);
  }
  changes.length = 0;
  await streams.accept();
  expect(changes).toEqual(['anything']);
});

it('does not come back with all the others at the same moment', async () => {
  const { streams } = follow();
  chance = 0.5;
  await streams.refuse();
  vi.advanceTimersByTime(7_499);
  expect(streams.count()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(streams.count()).toBe(2);
});

it('says nothing while the server itself is away', async () => {
  const { streams, changes } = follow(() => Promise.reject(new Error('away')));
  for (let tries = 0; tries < 6; tries += 1) {
    await streams.refuse();
    vi.advanceTimersByTime(MINUTE);
  }
  expect(changes).toEqual([]);
});

it('says at once when one is no longer logged in', async () => {
  const { streams, changes } = follow(async () => false);
  await streams.refuse();
  expect(changes).toEqual(['anything']);
});

it('ends for good', async () => {
  const { streams, stop } = follow();
  await streams.accept();
  stop();
  look(true);
  look(false);
  vi.advanceTimersByTime(MINUTE);
  expect(streams.isOpen()).toBe(false);
  expect(streams.count()).toBe(1);
});
