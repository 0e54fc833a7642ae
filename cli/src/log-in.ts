import type { WholeClient } from '@bitacora/core/client/create-client';
import { type TokenScope, usualExpiry } from '@bitacora/core/domain/people/account';
import { terminal } from '@bitacora/core/messages/terminal';
import { type Configuration, readConfiguration, saveConfiguration } from './configuration.ts';
import { connectionTo, type ServerConnection } from './connection.ts';
import type { Dependencies } from './dependencies.ts';
import { terminalCommands } from './messages/commands.ts';
import { readPassword } from './prompts.ts';
import { type LoginCredentials, withSession } from './session.ts';

type OwnSessionCall = Dependencies & { flags: { passwordStdin: boolean } };

/** Does `use` in a session of the person at the terminal, for calls that no token may make. Reads the password only then. */
export async function inOwnSession<Result>(
  call: OwnSessionCall,
  { client, withPassword }: ServerConnection,
  use: (session: WholeClient) => Promise<Result>,
): Promise<Result> {
  const { email } = await client.readOwnData();
  const password = await readPassword(call, call.flags.passwordStdin, terminal.passwordOf(email));
  return withPassword({ email, password }, use);
}

const NAME_MAX = 100;

export interface LogIn extends LoginCredentials {
  url: string;
  scope: Exclude<TokenScope, 'import_people'>;
}

/**
 * Logs in with a password, makes a personal token named after this machine and saves only that. It revokes a token that it cannot
 * save, and the token of an earlier login to the same server.
 */
export async function logIn(dependencies: Pick<Dependencies, 'settings' | 'signal' | 'host'>, { url, scope, ...credentials }: LogIn) {
  const { settings, signal, host } = dependencies;
  const earlier = await readConfiguration(settings.folder, { mayBeReadByOthers: true }).catch(() => null);
  const login = await withSession({ url, signal }, credentials, async (client, unhurried) => {
    const { today, user } = await client.readSession();
    const expiresOn = usualExpiry(today);
    const name = terminalCommands.logIn.tokenName(host).slice(0, NAME_MAX);
    const { id, secret } = await unhurried.createToken({ name, scope, expiresOn });
    const configuration: Configuration = { url, token: secret, email: user?.email ?? credentials.email, expiresOn, scope };
    try {
      signal.throwIfAborted();
      await saveConfiguration(settings.folder, configuration);
    } catch (error) {
      await unhurried.revokeToken({ tokenId: id }).catch(() => {});
      throw error;
    }
    return { ...configuration, name: user?.name ?? '' };
  });
  if (earlier?.url === url)
    await connectionTo(url, earlier.token, signal)
      .client.revokeBearer()
      .catch(() => {});
  return login;
}
