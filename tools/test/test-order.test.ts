import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { LONGEST_FIRST } from '../test-order.ts';
import { LONG, PROOFS, testsLeftOut } from '../test-scopes.ts';

const root = path.resolve(import.meta.dirname, '../..');

it.each([
  ['a run begins with', LONGEST_FIRST],
  ['`npm test` leaves to `test:all`', LONG],
  ['`npm test` leaves to the proofs', PROOFS],
])('each file that %s is there, and named once', (_, files) => {
  expect(files.filter((file) => !fs.existsSync(path.join(root, file.replace('/**', ''))))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
});

it('proofs are of the projects that leave them out, and begin no run', () => {
  expect(PROOFS.filter((file) => !/^(api\/test|e2e(?!\/screens)|web\/test)\//.test(file))).toEqual([]);
  expect(LONGEST_FIRST.filter((file) => PROOFS.includes(file))).toEqual([]);
});

it('everyday tests leave out long ones and proofs, all tests the proofs, and a named file nothing', () => {
  expect(testsLeftOut('everyday')).toEqual([...LONG, ...PROOFS]);
  expect(testsLeftOut('all')).toEqual(PROOFS);
  expect(testsLeftOut('')).toEqual([]);
});
