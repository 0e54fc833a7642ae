import { spawnSync } from 'node:child_process';
import { PNPM } from './install.mjs';

/** What the pinned pnpm prints; throws what it complains of. */
export function pnpm(...words: string[]): string {
  const root = new URL('..', import.meta.url);
  const options = { cwd: root, encoding: 'utf8', shell: process.platform === 'win32', maxBuffer: 100_000_000 } as const;
  const { status, stdout, stderr, error } = spawnSync('npx', ['--yes', PNPM, ...words], options);
  if (status !== 0) throw new Error(`pnpm ${words.join(' ')}\n${stdout}${stderr}${error?.message ?? ''}`);
  return stdout;
}
