import { spawn } from 'node:child_process';
import type { TerminalSettings } from './settings.ts';

/** Opens an address of the server in the browser of this machine, where it has one; a failure leaves it to the person. */
export function openPage({ browser }: Pick<TerminalSettings, 'browser'>, url: string): boolean {
  const protocol = URL.parse(url)?.protocol;
  if (browser === null || (protocol !== 'https:' && protocol !== 'http:')) return false;
  const [program, ...words] = browser;
  const child = spawn(program, [...words, url], { detached: true, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
  return true;
}
