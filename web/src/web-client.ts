import { type Client, type ClientOf, createClientOf, type Transport } from '@bitacora/core/client';
import type { absenceEndpoints } from '@bitacora/core/contract/absence-endpoints';
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
  /** The calls about absences, which few screens need. */
  absences: () => Promise<AbsenceClient>;
}
type AbsenceClient = ClientOf<typeof absenceEndpoints>;

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
  const absences = async () =>
    createClientOf((await import('@bitacora/core/contract/absence-endpoints')).absenceEndpoints, transports.person);
  let loading: Promise<void> | null = null;
  const addCalls = async () => {
    const calls = await fetchCalls();
    Object.assign(client, createClientOf(calls, transports.person));
    Object.assign(background, createClientOf(calls, transports.page));
  };
  return {
    client,
    absences,
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
