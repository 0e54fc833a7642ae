import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const program = path.resolve(import.meta.dirname, '../../test.ts');
let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-closing-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

function run(files: Record<string, string>, env: Record<string, string> = {}) {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  const { TEST_SCOPE, CI, VITEST, ...inherited } = process.env;
  const { status, stdout } = spawnSync(process.execPath, [program, `--root=${folder}`, '--globals'], {
    env: { ...inherited, ...env },
    encoding: 'utf8',
  });
  return { status, stdout, lastLine: stdout.trimEnd().split('\n').at(-1) };
}

const PASSES = "it('adds', () => {});\nit('takes away', () => {});";
const FAILS = "it('fits', () => {\n  throw new Error('too wide');\n});";
const SKIPPED = "it.skip('opens the page', () => {});";

it('the closing line adds up every file, and names what failed and what was skipped', () => {
  const { status, stdout, lastLine } = run({
    'a.test.js': PASSES,
    'b.test.js': FAILS,
    'c.test.js': "import './nowhere.js';",
    'e2e/d.test.js': SKIPPED,
  });
  expect([status, lastLine]).toEqual([1, '2 passed, 2 failed, 1 skipped']);
  expect(stdout).toContain('  - b.test.js > fits: too wide');
  expect(stdout).toContain('  - c.test.js');
  expect(stdout).toContain('  - e2e/d.test.js > opens the page');
  expect(stdout).toContain('Las pruebas de navegador necesitan Chromium');
});

it.each<[title: string, files: Record<string, string>, env: Record<string, string>, status: number, line: string]>([
  ['all pass', { 'a.test.js': PASSES }, {}, 0, '2 passed, 0 failed'],
  ['a browser test is skipped', { 'a.test.js': PASSES, 'e2e/d.test.js': SKIPPED }, {}, 0, '2 passed, 0 failed, 1 skipped'],
  [
    'a browser test is skipped in CI',
    { 'a.test.js': PASSES, 'e2e/d.test.js': SKIPPED },
    { CI: 'true' },
    1,
    '2 passed, 1 failed, 1 skipped',
  ],
  ['an error falls outside of the tests', { 'a.test.js': `${PASSES}\nPromise.reject(new Error('late'));` }, {}, 1, '2 passed, 1 failed'],
  ['there is no test', {}, {}, 1, '0 passed, 1 failed'],
])('%s', (_, files, env, status, line) => {
  const outcome = run(files, env);
  expect([outcome.status, outcome.lastLine]).toEqual([status, line]);
});
