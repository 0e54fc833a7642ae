import { calendarDate } from '@bitacora/core/domain/calendar';
import { writtenDay } from '@bitacora/core/messages/dates';
import { terminal } from '@bitacora/core/messages/terminal';
import { ask } from '@bitacora/core/terminal/ask';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { command } from '../command.ts';
import { readConfiguration } from '../configuration.ts';
import { urlOf } from '../connection.ts';
import { mayAsk } from '../dependencies.ts';
import { text, yes } from '../flags.ts';
import { logIn as open } from '../log-in.ts';
import { terminalCommands } from '../messages/commands.ts';
import { readPassword } from '../password.ts';

const { logIn: texts } = terminalCommands;

/** The address as it is kept: without a slash at the end, and of a kind we can speak to. */
function checked(url: string): string {
  const trimmed = url.trim().replace(/\/+$/, '');
  const { protocol } = URL.parse(trimmed) ?? {};
  if (protocol === 'http:' || protocol === 'https:') return trimmed;
  throw new Stopped(exits.usage, texts.wrongUrl(url), texts.urlExample);
}

/** Whoever is on the way can read it; on this machine there is no way. */
function isInTheClear(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

export const logIn = command({
  name: 'login',
  summary: texts.summary,
  details: texts.details,
  flags: {
    url: text('dirección', texts.url),
    email: text('correo', texts.email),
    passwordStdin: yes(texts.passwordStdin),
    readOnly: yes(texts.readOnly),
  },
  async run(call) {
    const { flags, settings } = call;
    const kept = await readConfiguration(settings.folder, { mayBeReadByOthers: true }).catch(() => null);
    const url = checked(flags.url ?? urlOf(settings, kept));
    if (isInTheClear(url)) call.stderr.write(`${texts.inTheClear(url)}\n`);
    if (flags.email === undefined && !mayAsk(call)) throw new Stopped(exits.usage, texts.emailMissing, texts.emailExample);
    const email = flags.email ?? (await ask(call, `${texts.emailQuestion} `)).trim();
    const password = await readPassword(call, flags.passwordStdin, terminal.password);
    const { token: _, ...opened } = await open(call, { url, email, password, scope: flags.readOnly ? 'read' : 'write' });
    const said = texts.said({ ...opened, day: writtenDay(calendarDate(opened.expiresOn)) });
    return { kind: 'done', lines: settings.token ? [...said, texts.tokenInEnvironment] : said, value: opened };
  },
});
