import { type Client, createClientOf, type Transport } from '@bitacora/core/client';
import { sessionEndpoints } from '@bitacora/core/contract/session-endpoints';

/** Calls that the page makes on its own. The server does not count them as activity of the person. */
export interface Background {
  client: Client;
  /** Marks every call until `work` settles, because the router makes some of them. */
  during: (work: () => Promise<void>) => Promise<void>;
}

export interface WebClients {
  client: Client;
  background: Background;
  /** Adds the calls that the login does not need; until then only those of the session can be made. */
  loadCalls: () => Promise<void>;
}

export const fetchCalls = async () => (await import('@bitacora/core/contract/people-endpoints')).peopleEndpoints;

/** The client for the person's calls, and the one for background calls. */
export function createClients(transport: Transport): WebClients {
  let works = 0;
  const transports: Record<'person' | 'page', Transport> = {
    person: (request) => transport(works > 0 ? { ...request, isBackground: true } : request),
    page: (request) => transport({ ...request, isBackground: true }),
  };
  const client = createClientOf(sessionEndpoints, transports.person) as Client;
  const background = createClientOf(sessionEndpoints, transports.page) as Client;
  let loading: Promise<void> | null = null;
  const addCalls = async () => {
    const calls = await fetchCalls();
    Object.assign(client, createClientOf(calls, transports.person));
    Object.assign(background, createClientOf(calls, transports.page));
  };
  return {
    client,
    background: {
      client: background,
      async during(work) {
        works += 1;
        await work().finally(() => {
          works -= 1;
        });
      },
    },
    loadCalls() {
      loading ??= addCalls().catch((error) => {
        loading = null;
        throw error;
      });
      return loading;
    },
  };
}
