import { exchange, explainSilence, readResponse, type ServerTarget } from './transport.ts';

export interface ServerProbe {
  /** The database is reachable and migrated. */
  isReady: boolean;
  /** How far the server's clock is ahead of ours. */
  skewSeconds: number;
}

/** What a server shows to anybody. Its clock is told in whole seconds, and compared with the middle of the exchange. */
export async function probeServer(server: ServerTarget, now: () => Date): Promise<ServerProbe> {
  const began = now().getTime();
  const response = await explainSilence(server.url, exchange(server, { method: 'GET', path: '/readyz', effect: 'reads' }, {}));
  const ended = now().getTime();
  await explainSilence(server.url, readResponse(response));
  const told = Date.parse(response.headers.get('Date') ?? '');
  const ahead = Number.isNaN(told) ? 0 : told + 500 - (began + ended) / 2;
  return { isReady: response.ok, skewSeconds: Math.round(ahead / 1000) };
}
