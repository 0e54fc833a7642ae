import { expect, it } from 'vitest';
import type { SealLink } from '../../src/persistence/admin/history-seals.ts';
import { readSealChain } from '../../src/use-cases/activities/read-record.ts';

it('the chain of an expedient has every seal of its range once and in order, however many there are', async () => {
  const asked: number[] = [];
  const links = async (from: number, through: number, limit: number) => {
    const numbers = Array.from({ length: Math.min(limit, through - from + 1) }, (_, index) => from + index);
    asked.push(numbers.length);
    return { before: `before ${from}`, links: numbers.map((number) => ({ number })) as SealLink[] };
  };
  const repos = { historySeals: { links }, sealWitnesses: { sentSince: async () => [{ sealId: 120_007 }] } };
  const context = { repos, input: { from: 3, through: 120_000 } } as unknown as Parameters<typeof readSealChain>[0];
  const chain = await readSealChain(context);
  const numbers: number[] = [];
  for await (const { number } of chain.links) numbers.push(number);
  expect(chain.before).toBe('before 3');
  expect(numbers).toEqual(Array.from({ length: 120_005 }, (_, index) => index + 3));
  expect(Math.max(...asked)).toBeLessThanOrEqual(5_000);
});
