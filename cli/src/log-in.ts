import { latestExpiry, type TokenScope } from '@bitacora/core/domain/access-token';
import { terminalCommands } from '@bitacora/core/messages/terminal-commands';
import { type Configuration, readConfiguration, saveConfiguration } from './configuration.ts';
import { connectionTo } from './connection.ts';
import { type Credentials, withSession } from './session.ts';
import type { Surroundings } from './surroundings.ts';

const NAME_MAX = 100;

export interface LogIn extends Credentials {
  url: string;
  scope: TokenScope;
}

/**
 * Proves who one is with a password, makes a personal token named after this machine and keeps only that; the session that made it is
 * ended. The token of an earlier login to the same server is revoked.
 */
export async function logIn(around: Pick<Surroundings, 'settings' | 'signal' | 'host'>, { url, scope, ...credentials }: LogIn) {
  const { settings, signal, host } = around;
  const earlier = await readConfiguration(settings.folder, { mayBeReadByOthers: true }).catch(() => null);
  const made = await withSession({ url, signal }, credentials, async (client) => {
    const { today, user } = await client.getSession();
    const expiresOn = latestExpiry(today);
    const { secret } = await client.createToken({ name: terminalCommands.logIn.tokenName(host).slice(0, NAME_MAX), scope, expiresOn });
    return { secret, expiresOn, name: user?.name ?? '', email: user?.email ?? credentials.email };
  });
  const configuration: Configuration = { url, token: made.secret, email: made.email, expiresOn: made.expiresOn, scope };
  await saveConfiguration(settings.folder, configuration);
  if (earlier?.url === url)
    await connectionTo(url, earlier.token, signal)
      .client.revokeOwnToken()
      .catch(() => {});
  return { ...configuration, name: made.name };
}
