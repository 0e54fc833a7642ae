import { spawn } from 'node:child_process';
import { isWebAddress, type TerminalSettings } from './settings.ts';

/** Opens an address of the server in the browser of this machine, where it has one; a failure leaves it to the person. */
export function openPage({ browser }: Pick<TerminalSettings, 'browser'>, url: string): boolean {
  if (browser === null || !isWebAddress(url)) return false;
  const [program, ...words] = browser;
  const child = spawn(program, [...words, url], { detached: true, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
  return true;
}
