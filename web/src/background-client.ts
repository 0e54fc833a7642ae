import type { Client, Transport } from '@bitacora/core/client';
import { createWebClient } from './web-client.ts';

/** Calls that the page makes on its own. The server does not count them as activity of the person. */
export interface Background {
  client: Client;
  /** Marks every call until `work` settles, because the router makes some of them. */
  during: (work: () => Promise<void>) => Promise<void>;
}

/** The client for the person's calls, and the one for background calls. */
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
