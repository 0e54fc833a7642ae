import type { Writable } from 'node:stream';
import type { Client } from '@bitacora/core/client';
import { createClient } from '@bitacora/core/client/create-client';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { type Configuration, readConfiguration } from './configuration.ts';
import { type LoginCredentials, withSession } from './session.ts';
import type { TerminalSettings } from './settings.ts';
import { tokenTransport } from './transport.ts';

const USUAL_URL = 'http://localhost:3000';

/** The server, and what this person may say to it. */
export interface ServerConnection {
  url: string;
  /** The token is that of BITACORA_TOKEN: others made it, and it is not ours to end. */
  isBorrowed: boolean;
  client: Client;
  /** The same client for one call whose answer is long: it goes `sink` as it comes, and nothing is answered to the caller. */
  into(sink: Writable): Client;
  /** For what no token may do: a session with the person's password, ended when `use` is. */
  withPassword<Result>(credentials: LoginCredentials, use: (client: Client) => Promise<Result>): Promise<Result>;
}

/** Which server is meant where nobody says: the one of the login, else the one on this machine. */
export const urlOf = (settings: TerminalSettings, kept: Configuration | null): string => settings.url ?? kept?.url ?? USUAL_URL;

/**
 * The token of BITACORA_TOKEN, else that of the login. Neither is shown to another server than its own: the former wants BITACORA_URL
 * beside it. Throws `Stopped` when there is none.
 */
export async function connect(settings: TerminalSettings, signal: AbortSignal): Promise<ServerConnection> {
  if (settings.token) {
    if (!settings.url) throw new Stopped(exits.usage, terminal.tokenWithoutUrl, terminal.giveUrl);
    return { ...connectionTo(settings.url, settings.token, signal), isBorrowed: true };
  }
  const kept = await readConfiguration(settings.folder);
  const url = urlOf(settings, kept);
  if (!kept) throw new Stopped(exits.notLoggedIn, terminal.notLoggedIn, terminal.logIn);
  if (kept.url !== url) throw new Stopped(exits.notLoggedIn, terminal.notLoggedInAt(url, kept.url), terminal.logInAt(url));
  return connectionTo(url, kept.token, signal);
}

export function connectionTo(url: string, token: string, signal: AbortSignal): ServerConnection {
  const server = { url, signal };
  return {
    url,
    isBorrowed: false,
    client: createClient(tokenTransport(server, token)),
    into: (sink) => createClient(tokenTransport(server, token, sink)),
    withPassword: (credentials, use) => withSession(server, credentials, use),
  };
}
