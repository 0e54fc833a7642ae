import { ApiError } from '@bitacora/core/client';
import { calendarDate } from '@bitacora/core/domain/calendar';
import { exportTexts } from '@bitacora/core/messages/admin/exports';
import { writtenDay } from '@bitacora/core/messages/dates';
import { terminal } from '@bitacora/core/messages/terminal';
import { ask, exits, Stopped } from '@bitacora/core/terminal/terminal';
import { command, type Dependencies, type ListingColumn, wholeList } from '../command.ts';
import {
  type Configuration,
  currentProfile,
  deleteConfiguration,
  listProfiles,
  readConfiguration,
  switchProfile,
} from '../configuration.ts';
import { chooseUrl, connectionTo } from '../connection.ts';
import { text, yes } from '../flags.ts';
import { codeAsker, mayAsk, readPassword } from '../input.ts';
import { logInByBrowser, logIn as logInWithPassword, showPrompt } from '../log-in.ts';
import { terminalCommands } from '../messages/commands.ts';
import { fileOutcome } from '../output/write-outcome.ts';
import type { LoginCredentials } from '../session.ts';
import { isWebAddress, trimUrl } from '../settings.ts';
import { asOnWire } from '../transport.ts';

const { logIn: logInTexts, logOut: logOutTexts, whoAmI: whoAmITexts } = terminalCommands;

/** Removes a slash at the end; refuses other protocols than http and https. */
function serverUrl(typed: string): string {
  const url = trimUrl(typed);
  if (isWebAddress(url)) return url;
  throw new Stopped(exits.usage, logInTexts.wrongUrl(typed), logInTexts.urlExample);
}

/** Others on the network can read plain http, except on this machine. */
function isInTheClear(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** Asks for email and password where no flag names them. */
async function readCredentials(
  call: Dependencies & { flags: { email: string | undefined; passwordStdin: boolean } },
): Promise<LoginCredentials> {
  const { flags } = call;
  if (flags.email === undefined && !mayAsk(call)) throw new Stopped(exits.usage, logInTexts.emailMissing, logInTexts.emailExample);
  const email = flags.email ?? (await ask(call, `${logInTexts.emailQuestion} `)).trim();
  return { email, password: await readPassword(call, flags.passwordStdin, terminal.password), askCode: codeAsker(call) };
}

export const logIn = command({
  name: 'login',
  summary: logInTexts.summary,
  details: logInTexts.details,
  flags: {
    url: text('dirección', logInTexts.url),
    password: yes(logInTexts.password),
    email: text('correo', logInTexts.email),
    passwordStdin: yes(logInTexts.passwordStdin),
    noBrowser: yes(logInTexts.noBrowser),
    readOnly: yes(logInTexts.readOnly),
  },
  async run(call) {
    const { flags, settings } = call;
    const configuration = await readConfiguration(settings, { mayBeReadByOthers: true }).catch(() => null);
    const url = serverUrl(flags.url ?? chooseUrl(settings, configuration));
    if (isInTheClear(url)) call.stderr.write(`${logInTexts.inTheClear(url)}\n`);
    const target = { url, scope: flags.readOnly ? 'read' : 'write' } as const;
    const isWithPassword = flags.password || flags.passwordStdin || flags.email !== undefined;
    const callSettings = flags.noBrowser ? { ...settings, browser: null } : settings;
    const { token: _, ...login } = isWithPassword
      ? await logInWithPassword(call, { ...target, ...(await readCredentials(call)) })
      : await logInByBrowser(call, target, (prompt) => showPrompt({ ...call, settings: callSettings }, prompt));
    const lines = logInTexts.done({ ...login, day: writtenDay(calendarDate(login.expiresOn)) });
    return { kind: 'done', lines: settings.token ? [...lines, logInTexts.tokenInEnvironment] : lines, value: login };
  },
});

export const logOut = command({
  name: 'logout',
  summary: logOutTexts.summary,
  async run({ settings, signal }) {
    const configuration = await readConfiguration(settings, { mayBeReadByOthers: true });
    const more: string[] = settings.token ? [logOutTexts.tokenInEnvironment] : [];
    if (!configuration) return { kind: 'done', lines: [logOutTexts.none, ...more], value: { loggedOut: false } };
    const { url, token } = configuration;
    const failure: unknown = await connectionTo(url, token, signal)
      .client.revokeBearer()
      .then(
        () => null,
        (error: unknown) => error,
      );
    signal.throwIfAborted();
    await deleteConfiguration(settings);
    const others = await listProfiles(settings.folder);
    if (others.length > 0) more.push(logOutTexts.others(others));
    // With 401 the server already refuses the token.
    if (failure === null || (failure instanceof ApiError && failure.status === 401))
      return { kind: 'done', lines: [logOutTexts.done(url), ...more], value: { loggedOut: true, url } };
    throw new Stopped(exits.unreachable, logOutTexts.notRevoked(url), logOutTexts.revokeByHand);
  },
});

export const whoAmI = command({
  name: 'whoami',
  summary: whoAmITexts.summary,
  async run({ connect }) {
    const { client, url } = await connect();
    const person = await client.readOwnData();
    return { kind: 'done', lines: whoAmITexts.lines(person, url), value: { ...(asOnWire(person) as object), url } };
  },
});

const { profiles: profileTexts } = terminalCommands;

interface ProfileRow extends Pick<Configuration, 'url' | 'email' | 'expiresOn'> {
  profile: string;
  isCurrent: boolean;
}

const profileColumns: readonly ListingColumn<ProfileRow>[] = [
  { title: profileTexts.current, of: ({ isCurrent }) => (isCurrent ? '*' : '') },
  { title: profileTexts.profile, of: ({ profile }) => profile },
  { title: profileTexts.server, of: ({ url }) => url, isLong: true },
  { title: profileTexts.email, of: ({ email }) => email, rank: 1 },
  { title: profileTexts.expires, of: ({ expiresOn }) => expiresOn, rank: 2 },
];

export const authList = command({
  name: 'auth list',
  summary: profileTexts.list,
  lists: true,
  async run({ settings: { folder, profile: profileFlag } }) {
    const current = profileFlag ?? (await currentProfile(folder));
    const rows: ProfileRow[] = [];
    for (const profile of await listProfiles(folder)) {
      const { url, email, expiresOn } = (await readConfiguration({ folder, profile })) as Configuration;
      rows.push({ profile, isCurrent: profile === current, url, email, expiresOn });
    }
    return wholeList(profileColumns, rows, { empty: profileTexts.none });
  },
});

export const authSwitch = command({
  name: 'auth switch',
  summary: profileTexts.switch,
  words: [{ name: '<perfil>', summary: profileTexts.name }],
  async run({ settings: { folder }, words: [profile = ''] }) {
    const profiles = await listProfiles(folder);
    if (!profiles.includes(profile))
      throw new Stopped(
        exits.usage,
        profileTexts.unknown(profile),
        profiles.length > 0 ? profileTexts.existing(profiles) : profileTexts.none,
      );
    const { url } = (await readConfiguration({ folder, profile })) as Configuration;
    await switchProfile(folder, profile);
    return { kind: 'done', lines: [profileTexts.switched(profile, url)], value: { profile, url } };
  },
});

const { exportOwn: exportOwnTexts } = terminalCommands;

export const profileExport = command({
  name: 'profile export',
  summary: exportOwnTexts.summary,
  details: exportOwnTexts.details,
  async run(call) {
    const { into } = await call.connect();
    return fileOutcome(call, exportTexts.preparing, (sink) => into(sink).exportOwnData());
  },
});
