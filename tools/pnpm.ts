import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { PNPM } from './install.mjs';

/** What the pinned pnpm prints in the repository; throws what it complains of. */
export const pnpm = (...words: string[]): string => pnpmIn(path.resolve(import.meta.dirname, '..'), ...words);

export function pnpmIn(folder: string, ...words: string[]): string {
  const options = { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32', maxBuffer: 100_000_000 } as const;
  const { status, stdout, stderr, error } = spawnSync('npx', ['--yes', PNPM, ...words], options);
  if (status !== 0) throw new Error(`pnpm ${words.join(' ')}\n${stdout}${stderr}${error?.message ?? ''}`);
  return stdout;
}
