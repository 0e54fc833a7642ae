import type { Client, Transport } from '@bitacora/core/client';
import { createWebClient } from './web-client.ts';

/** What the page asks of itself, while nobody does anything: the server answers, and does not take it for the person's presence. */
export interface Background {
  client: Client;
  /** Marks all that is asked until `work` is over, for what the router asks in our stead. */
  during: (work: () => Promise<void>) => Promise<void>;
}

/** The client that acts for the person, and the one that nobody asked. */
export function createClients(transport: Transport): { client: Client; background: Background } {
  let works = 0;
  return {
    client: createWebClient((request) => transport(works > 0 ? { ...request, isBackground: true } : request)),
    background: {
      client: createWebClient((request) => transport({ ...request, isBackground: true })),
      async during(work) {
        works += 1;
        await work().finally(() => {
          works -= 1;
        });
      },
    },
  };
}
