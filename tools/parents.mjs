import { readFileSync } from 'node:fs';

const POLL_MS = 500;

/**
 * Under npm, calls back once when npm ends without telling us: it signals the shell between it and us, and that shell dies alone.
 * @param {() => void} callback
 */
export function onOrphaned(callback) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const line = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === line) return;
    clearInterval(timer);
    callback();
  }, POLL_MS);
  timer.unref();
}

/** Our parent, and npm above it when the parent is npm's shell (known on Linux only). */
function ancestors() {
  const parent = process.ppid;
  if (process.platform !== 'linux') return `${parent}`;
  try {
    const [, name = '', above = ''] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? [];
    return /sh$/.test(name) ? `${parent} ${above}` : `${parent}`;
  } catch {
    return 'gone';
  }
}
