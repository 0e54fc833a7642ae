import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { root } from '../checks/repository.ts';
import { PNPM } from '../install.mjs';

/** What the pinned pnpm prints, however it ends: it ends in failure both where it finds something and where it could not look. */
export async function askPnpm(words: readonly string[]): Promise<string> {
  const command = ['--yes', PNPM, ...words];
  const child = spawn('npx', command, { cwd: root, shell: process.platform === 'win32', stdio: ['ignore', 'pipe', 'pipe'] });
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return `${said}\n${complained}`;
}
