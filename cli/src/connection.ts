import type { Writable } from 'node:stream';
import type { Client, Transport } from '@bitacora/core/client';
import { createClient } from '@bitacora/core/client/create-client';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { type Configuration, readConfiguration } from './configuration.ts';
import {
  cookieClients,
  type DevicePrompt,
  enterByBrowser,
  enterWithPassword,
  type LoginCredentials,
  type SessionClients,
  withSession,
} from './session.ts';
import type { TerminalSettings } from './settings.ts';
import { rememberWire, tokenTransport } from './transport.ts';

const DEFAULT_URL = 'http://localhost:3000';

/** A server and the clients for one person. */
export interface ServerConnection {
  url: string;
  /** The token comes from BITACORA_TOKEN. A logout does not revoke it, because the person may use it elsewhere. */
  isBorrowed: boolean;
  client: Client;
  /** Sends one request as the wire has it. */
  send: Transport;
  /** Returns a client for one long answer: its bytes go to `sink` as they come, and the caller gets none. */
  into(sink: Writable): Client;
  /** Opens a session with the person's password, for calls that no token may make. It ends with `use`. */
  withPassword<Result>(credentials: LoginCredentials, use: (client: Client) => Promise<Result>): Promise<Result>;
  /** Opens a session of 15 minutes that the person gives in the browser; it lasts until `logOut` of `unhurried`. `giveUp` ends the wait. */
  openByBrowser(machine: string, show: (prompt: DevicePrompt) => void, giveUp?: AbortSignal): Promise<SessionClients>;
}

/** Chooses the server of BITACORA_URL, else of the login, else the one on this machine. */
export const chooseUrl = (settings: TerminalSettings, configuration: Configuration | null): string =>
  settings.url ?? configuration?.url ?? DEFAULT_URL;

/**
 * Uses the token of BITACORA_TOKEN, else that of the login. BITACORA_TOKEN requires BITACORA_URL, because a token must not reach
 * another server. Throws `Stopped` without a token.
 */
export async function connect(settings: TerminalSettings, signal: AbortSignal): Promise<ServerConnection> {
  if (settings.token) {
    if (!settings.url) throw new Stopped(exits.usage, terminal.tokenWithoutUrl, terminal.giveUrl);
    return { ...connectionTo(settings.url, settings.token, signal), isBorrowed: true };
  }
  const configuration = await readConfiguration(settings);
  const url = chooseUrl(settings, configuration);
  if (!configuration) throw new Stopped(exits.notLoggedIn, terminal.notLoggedIn, terminal.logIn);
  if (configuration.url !== url)
    throw new Stopped(exits.notLoggedIn, terminal.notLoggedInAt(url, configuration.url), terminal.logInAt(url));
  return connectionTo(url, configuration.token, signal);
}

export function connectionTo(url: string, token: string, signal: AbortSignal): ServerConnection {
  const server = { url, signal };
  const send = tokenTransport(server, token);
  return {
    url,
    isBorrowed: false,
    send,
    client: createClient(send, rememberWire),
    into: (sink) => createClient(tokenTransport(server, token, sink)),
    withPassword: (credentials, use) =>
      withSession(
        server,
        (clients) => enterWithPassword(clients, credentials),
        ({ client }) => use(client),
      ),
    async openByBrowser(machine, show, giveUp) {
      const until = giveUp ? AbortSignal.any([signal, giveUp]) : signal;
      const clients = cookieClients(server);
      const own = createClient(tokenTransport(server, token));
      await enterByBrowser(clients, await own.beginDeviceAuthorization({ machine, grant: 'session' }), show, until);
      if (until.aborted) await clients.unhurried.logOut().catch(() => {});
      until.throwIfAborted();
      return clients;
    },
  };
}
