import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** The priorities of a process's threads by name, after `lowerPoolPriority`. A process of its own, because the priority stays. */
const script = `
  import fs from 'node:fs';
  import os from 'node:os';
  import { lowerPoolPriority } from './api/src/startup/pool-priority.ts';
  await lowerPoolPriority();
  const tasks = fs.readdirSync('/proc/self/task').map((task) => [fs.readFileSync('/proc/self/task/' + task + '/comm', 'utf8').trim(), os.getPriority(Number(task))]);
  console.log(JSON.stringify({ pool: tasks.filter(([name]) => name === 'libuv-worker').map(([, priority]) => priority), answers: os.getPriority(process.pid) }));
`;

it.skipIf(process.platform !== 'linux')('the thread pool yields to the thread that answers', () => {
  const own = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  const { pool, answers } = JSON.parse(own);
  expect(pool).toEqual(Array(4).fill(Math.min(19, answers + 10)));
});
