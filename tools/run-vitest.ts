import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** Runs vitest to its end, on this terminal; its exit code. */
export function runVitest(options: string[]): Promise<number> {
  const program = path.join(root, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json'];
  const vitest = spawn(process.execPath, [program, 'run', ...reporters, ...options], { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => vitest.kill(signal));
  process.once('exit', () => vitest.kill());
  return new Promise((resolve) => vitest.once('exit', (code) => resolve(code ?? 1)));
}
