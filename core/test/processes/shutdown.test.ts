import { once } from 'node:events';
import fs from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { run } from './programs.ts';

/** A process whose closer never ends, and which has this long. */
const stuck = (limitMs: number) => `
  const log = { info() {}, error() {}, fatal() {} };
  createShutdown(log, { limitMs: ${limitMs} }).onEnd(() => new Promise(() => setInterval(() => {}, 1_000)));
  process.send('ready');`;

it('a process that cannot close ends within its limit', async () => {
  const { child, said, ended } = run(stuck(600), ['ignore', 'ignore', 'inherit', 'ipc']);
  await said;
  child.kill('SIGTERM');
  expect(await ended).toBe('SIGKILL');
});

it('a second signal ends it at once; one that npm and a terminal repeat is no second one', async () => {
  const { child, said, ended } = run(stuck(60_000), ['ignore', 'ignore', 'inherit', 'ipc']);
  await said;
  const ending = once(child, 'message');
  // The process gets both at once when it goes on, however busy the machine is.
  child.kill('SIGSTOP');
  child.kill('SIGINT');
  child.kill('SIGTERM');
  child.kill('SIGCONT');
  await ending;
  await pause(1_000);
  expect(child.signalCode).toBeNull();
  const signaledAt = performance.now();
  child.kill('SIGTERM');
  expect(await ended).toBe('SIGKILL');
  expect(performance.now() - signaledAt).toBeLessThan(30_000);
});

it.skipIf(!fs.existsSync('/dev/full'))('an error that nobody catches ends it with a code, also when nothing can be written', async () => {
  const full = fs.openSync('/dev/full', 'w');
  const { ended } = run(
    `const output = openLogOutput(() => {});
    const write = (_, message) => output.write(message + '\\n');
    createShutdown({ info: output.write, error: write, fatal: write });
    setInterval(() => {}, 1_000);
    setTimeout(() => { throw new Error('nobody catches it'); });`,
    ['ignore', full, full, 'ipc'],
  );
  expect(await ended).toBe(1);
  fs.closeSync(full);
});

it.each([
  ['a promise rejects', 'void Promise.reject(new Error())'],
  ['a later step of it rejects', 'void (async () => { await null; throw new Error(); })()'],
  ['a timer of it throws', 'setTimeout(() => { throw new Error(); })'],
])('work that is harmless is logged and leaves it running where %s', async (_, work) => {
  const program = (call: string) =>
    run(
      `import { withoutEnding } from ${JSON.stringify(new URL('../../src/processes/shutdown.ts', import.meta.url).href)};
      const log = { info() {}, error: (_, message) => process.send(message), fatal() {} };
      createShutdown(log);
      ${call}(() => { ${work} });
      process.once('message', () => process.exit(7));`,
      ['ignore', 'ignore', 'inherit', 'ipc'],
    );
  const { child, said, ended } = program('withoutEnding');
  expect(await said).toBe('uncaught error');
  child.send('end');
  expect(await ended).toBe(7);
  expect(await program('setTimeout').ended).toBe(1);
});
