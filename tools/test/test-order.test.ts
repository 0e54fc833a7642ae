import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { LONGEST_FIRST } from '../test-order.ts';

const root = path.resolve(import.meta.dirname, '../..');

it('each file that a run begins with is there, and named once', () => {
  expect(LONGEST_FIRST.filter((file) => !fs.existsSync(path.join(root, file)))).toEqual([]);
  expect(new Set(LONGEST_FIRST).size).toBe(LONGEST_FIRST.length);
});
