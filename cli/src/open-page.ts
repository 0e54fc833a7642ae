import { spawn } from 'node:child_process';
import { consultPages } from '@bitacora/core/domain/page-paths';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { command } from './command.ts';
import { terminalApi } from './messages/integrations.ts';
import { isWebAddress, type TerminalSettings } from './settings.ts';

const { open: texts } = terminalApi;

/** Where no browser can be opened, it writes the address alone. The web itself leads on to the page of the activity's status. */
export const open = command({
  name: 'open',
  summary: texts.summary,
  words: [{ name: '[folio]', summary: texts.folio }],
  flags: {},
  async run({ words: [folio], connect, settings }) {
    if (folio !== undefined && !/^\d{1,9}$/.test(folio)) throw new Stopped(exits.usage, texts.notAFolio(folio));
    const { url } = await connect();
    const address = url + (folio === undefined ? '/' : consultPages.inProcess(Number(folio)));
    return { kind: 'done', lines: [openPage(settings, address) ? texts.opened(address) : address], value: { url: address } };
  },
});

/** Opens an address of the server in the browser of this machine, where it has one; a failure leaves it to the person. */
export function openPage({ browser }: Pick<TerminalSettings, 'browser'>, url: string): boolean {
  if (browser === null || !isWebAddress(url)) return false;
  const [program, ...words] = browser;
  const child = spawn(program, [...words, url], { detached: true, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
  return true;
}
