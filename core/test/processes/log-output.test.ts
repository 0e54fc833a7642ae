import fs from 'node:fs';
import type { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { run } from './programs.ts';

const LINES = 20_000;
const LINE = `{"text":"${'x'.repeat(90)}"}`;
/** Writes many lines over several turns, tells how long that took and how many were lost, and goes on until it is told to end. */
const WRITE_MANY = `
  const output = openLogOutput((lost) => output.write('{"lost":' + lost + '}\\n'));
  const startedAt = performance.now();
  for (let turn = 0; turn < 100; turn++) {
    for (let n = 0; n < ${LINES / 100}; n++) output.write('${LINE}\\n');
    await new Promise(setImmediate);
  }
  process.send({ ms: performance.now() - startedAt, lost: countLostLines() });
  process.once('message', () => process.disconnect());`;

it.skipIf(!fs.existsSync('/dev/full'))('a full disk loses lines and never ends or stops the process', async () => {
  const full = fs.openSync('/dev/full', 'w');
  const { child, said, ended } = run(WRITE_MANY, ['ignore', full, 'inherit', 'ipc']);
  const { lost } = (await said) as { lost: number };
  expect(lost).toBeGreaterThan(LINES / 2);
  child.send('end');
  expect(await ended).toBe(0);
  fs.closeSync(full);
});

it('a reader that stopped makes nobody wait; when it reads again it gets whole lines and the number of those that are missing', async () => {
  const { child, said, ended } = run(WRITE_MANY, ['ignore', 'pipe', 'inherit', 'ipc']);
  const { lost } = (await said) as { lost: number };
  expect(lost).toBeGreaterThan(0);
  let text = '';
  (child.stdout as Readable).setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await expect.poll(() => text).toContain('"lost"');
  child.send('end');
  expect(await ended).toBe(0);
  const lines = text.trim().split('\n');
  expect(lines.filter((line) => line === LINE)).toHaveLength(LINES - lost);
  expect(lines.filter((line) => line !== LINE)).toEqual([`{"lost":${lost}}`]);
});

it('a reader that has gone ends nothing', async () => {
  const { child, said, ended } = run(WRITE_MANY, ['ignore', 'pipe', 'inherit', 'ipc']);
  child.stdout?.destroy();
  await said;
  child.send('end');
  expect(await ended).toBe(0);
});
