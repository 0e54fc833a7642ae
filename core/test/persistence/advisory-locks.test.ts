import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = path.resolve(import.meta.dirname, '../../src');

it('no two advisory locks have the same number, because one purpose would wait for the other', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const locks = files.flatMap((name) =>
    [...readFileSync(path.join(SOURCES, name), 'utf8').matchAll(/(\w+_LOCK) = (0x[\da-f]+|[\d_]+);/g)].map(([, lock, number = '']) => ({
      lock,
      number: Number(number.replaceAll('_', '')),
    })),
  );
  expect(locks.length).toBeGreaterThan(10);
  const numbers = Map.groupBy(locks, ({ number }) => number);
  expect([...numbers.values()].filter((sharing) => sharing.length > 1)).toEqual([]);
});
