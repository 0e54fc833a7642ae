import { expect, it } from 'vitest';
import { slicesOf } from '../src/http/answer.ts';

it('holds every row once, in order, and lets others in between', async () => {
  const rows = Array.from({ length: 25 }, (_, index) => index);
  const events: (number | 'another')[] = [];
  setImmediate(() => events.push('another'));
  const seen: number[] = [];
  for await (const slice of slicesOf(rows)) {
    events.push(slice.length);
    seen.push(...slice);
  }
  expect(seen).toEqual(rows);
  expect(events).toEqual([10, 'another', 10, 5]);
});

it('is nothing where there are no rows', async () => {
  const slices: unknown[] = [];
  for await (const slice of slicesOf([])) slices.push(slice);
  expect(slices).toEqual([]);
});
