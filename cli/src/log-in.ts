import { spawn } from 'node:child_process';
import type { Client } from '@bitacora/core/client';
import { type TokenScope, usualExpiry } from '@bitacora/core/domain/account/account';
import { terminal } from '@bitacora/core/messages/terminal';
import type { Dependencies } from './command.ts';
import { type Configuration, chooseProfile, readConfiguration, saveConfiguration, switchProfile } from './configuration.ts';
import { connectionTo, type ServerConnection } from './connection.ts';
import { yes } from './flags.ts';
import { codeAsker, readPassword } from './input.ts';
import { terminalCommands } from './messages/commands.ts';
import { cookieClients, type DevicePrompt, enterByBrowser, enterWithPassword, type LoginCredentials, withSession } from './session.ts';
import { isWebAddress, type TerminalSettings } from './settings.ts';

/** Every command that works in a session of the person has this flag. */
export const passwordFlag = { passwordStdin: yes(terminalCommands.passwordStdin) };
type OwnSessionCall = Dependencies & { flags: { passwordStdin: boolean } };

/** Opens an address of the server in the browser of this machine, where it has one; a failure leaves it to the person. */
export function openPage({ browser }: Pick<TerminalSettings, 'browser'>, url: string): boolean {
  if (browser === null || !isWebAddress(url)) return false;
  const [program, ...words] = browser;
  const child = spawn(program, [...words, url], { detached: true, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
  return true;
}

/** Writes where to confirm the code, and opens that page where this machine can. */
export function showPrompt({ stderr, settings }: Pick<Dependencies, 'stderr' | 'settings'>, prompt: DevicePrompt): void {
  const isOpen = openPage(settings, prompt.url);
  stderr.write(`${terminalCommands.logIn.prompt({ ...prompt, isOpen }).join('\n')}\n`);
}

/** Returns null where the person confirms in the browser, because passwords are off or they type none. */
async function askPassword(call: OwnSessionCall, client: Client, email: string): Promise<string | null> {
  const isGiven = call.flags.passwordStdin || call.settings.password !== null;
  if (!isGiven && !(await client.readSession()).allowsPasswords) return null;
  return (await readPassword(call, call.flags.passwordStdin, terminal.passwordOf(email))) || null;
}

/** Does `use` in a session of the person at the terminal, for calls that no token may make. Asks for the password only then. */
export async function inOwnSession<Result>(
  call: OwnSessionCall,
  { client, withPassword, openByBrowser }: ServerConnection,
  use: (session: Client) => Promise<Result>,
): Promise<Result> {
  const { email } = await client.readOwnData();
  const password = await askPassword(call, client, email);
  if (password !== null) return withPassword({ email, password, askCode: codeAsker(call) }, use);
  const session = await openByBrowser(call.machine, (prompt) => showPrompt(call, prompt));
  try {
    return await use(session.client);
  } finally {
    await session.unhurried.logOut().catch(() => {});
  }
}

const NAME_MAX = 100;

interface LoginTarget {
  url: string;
  scope: Extract<TokenScope, 'read' | 'write'>;
}
type LoginDependencies = Pick<Dependencies, 'settings' | 'signal' | 'machine'>;
interface NewLogin {
  configuration: Configuration;
  /** Undoes a login that cannot be saved. */
  revoke: () => Promise<unknown>;
}

/** Saves a token in its profile, and revokes the one that it replaces. A token that cannot be saved is revoked. */
async function saveLogin({ settings, signal }: LoginDependencies, { configuration, revoke }: NewLogin): Promise<Configuration> {
  const { folder } = settings;
  const place = { folder, profile: settings.profile ?? (await chooseProfile(folder, configuration.url)) };
  const earlier = await readConfiguration(place, { mayBeReadByOthers: true }).catch(() => null);
  try {
    signal.throwIfAborted();
    await saveConfiguration(place, configuration);
    await switchProfile(folder, place.profile);
  } catch (error) {
    await revoke().catch(() => {});
    throw error;
  }
  if (earlier)
    await connectionTo(earlier.url, earlier.token, signal)
      .client.revokeBearer()
      .catch(() => {});
  return configuration;
}

/** Logs in with a password, makes a personal token named after this machine and saves only that. */
export function logIn(dependencies: LoginDependencies, { url, scope, ...credentials }: LoginTarget & LoginCredentials) {
  const { signal, machine } = dependencies;
  return withSession(
    { url, signal },
    (clients) => enterWithPassword(clients, credentials),
    async ({ client, unhurried }) => {
      const { today, user } = await client.readSession();
      const expiresOn = usualExpiry(today);
      const name = terminal.tokenName(machine).slice(0, NAME_MAX);
      const { id, secret } = await unhurried.createToken({ name, scope, expiresOn });
      const configuration = { url, token: secret, email: user?.email ?? credentials.email, expiresOn, scope };
      await saveLogin(dependencies, { configuration, revoke: () => unhurried.revokeToken({ tokenId: id }) });
      return { ...configuration, name: user?.name ?? '' };
    },
  );
}

const MACHINE_MAX = 80;

/** Logs in with a code that the person confirms in the browser, however they log in there. */
export async function logInByBrowser(dependencies: LoginDependencies, { url, scope }: LoginTarget, show: (prompt: DevicePrompt) => void) {
  const { signal } = dependencies;
  const clients = cookieClients({ url, signal });
  const machine = dependencies.machine.slice(0, MACHINE_MAX);
  const codes = await clients.client.beginDeviceAuthorization({ machine, grant: scope });
  const { secret, expiresOn } = await enterByBrowser(clients, codes, show, signal);
  const token = secret ?? '';
  const revoke = () => connectionTo(url, token, new AbortController().signal).client.revokeBearer();
  const me = await connectionTo(url, token, signal)
    .client.readOwnData()
    .catch(async (error: unknown) => {
      await revoke().catch(() => {});
      throw error;
    });
  const configuration = { url, token, email: me.email, expiresOn: expiresOn ?? '', scope };
  await saveLogin(dependencies, { configuration, revoke });
  return { ...configuration, name: me.name };
}
