import { expect, it } from 'vitest';
import { cacheFor } from '../src/monitoring/run-jobs.ts';

it('what was read is answered until its time is over, counted from the end of the reading', async () => {
  let [now, reads] = [0, 0];
  const ask = cacheFor(
    1_000,
    async () => {
      now += 5_000;
      reads += 1;
      return reads;
    },
    () => now,
  );
  expect(await ask()).toBe(1);
  now += 999;
  expect(await ask()).toBe(1);
  now += 1;
  expect(await ask()).toBe(2);
});

it('however many ask, one reading is under way', async () => {
  let [reads, end] = [0, () => {}];
  const ask = cacheFor(0, () => {
    reads += 1;
    return new Promise<number>((resolve) => {
      end = () => resolve(reads);
    });
  });
  const replies = Array.from({ length: 300 }, ask);
  end();
  expect(new Set(await Promise.all(replies))).toEqual(new Set([1]));
  const again = ask();
  end();
  expect(await again).toBe(2);
});

it('a reading that fails is reported to those who waited for it, and tried again afterwards', async () => {
  let now = 0;
  let isAway = true;
  const ask = cacheFor(
    1_000,
    async () => {
      if (isAway) throw new Error('away');
      return 'there';
    },
    () => now,
  );
  await expect(ask()).rejects.toThrow('away');
  isAway = false;
  now += 1_000;
  expect(await ask()).toBe('there');
});
