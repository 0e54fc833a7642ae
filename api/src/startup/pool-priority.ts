import fs from 'node:fs';
import os from 'node:os';

/** Added to the niceness of the process, of which 19 is the highest. */
const MORE_NICENESS = 10;
const NICENESS_MAX = 19;
const TASKS = '/proc/self/task';

/**
 * Lets the thread pool (password hashes, photos, compression) yield the processors to the thread that answers. A flood of wrong passwords
 * would slow every answer otherwise. Only Linux gives a thread its own priority.
 */
export async function lowerPoolPriority(): Promise<void> {
  if (process.platform !== 'linux') return;
  const niceness = Math.min(NICENESS_MAX, os.getPriority() + MORE_NICENESS);
  try {
    // Reading a file starts the threads of the pool.
    for (const task of await fs.promises.readdir(TASKS)) {
      const name = await fs.promises.readFile(`${TASKS}/${task}/comm`, 'utf8');
      if (name.trim() === 'libuv-worker') os.setPriority(Number(task), niceness);
    }
  } catch {
    // A sandbox may forbid it.
  }
}
