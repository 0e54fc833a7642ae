import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PROOFS } from '../proofs.ts';
import { LONGEST_FIRST } from '../test-order.ts';

const root = path.resolve(import.meta.dirname, '../..');

it.each([
  ['a run begins with', LONGEST_FIRST],
  ['`npm test` leaves to the proofs', PROOFS],
])('each file that %s is there, and named once', (_, files) => {
  expect(files.filter((file) => !fs.existsSync(path.join(root, file)))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
});

it('proofs are of the projects that leave them out, and begin no run', () => {
  expect(PROOFS.filter((file) => !/^(api\/test|e2e(?!\/screens)|web\/test)\//.test(file))).toEqual([]);
  expect(LONGEST_FIRST.filter((file) => PROOFS.includes(file))).toEqual([]);
});
