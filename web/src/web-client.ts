import { type Client, createClientOf, type Transport } from '@bitacora/core/client';
import { sessionEndpoints } from '@bitacora/core/contract/session-endpoints';

/** The calls of whoever is logged in. Asked for with the frame, so that no screen's first call waits for it. */
export const fetchCalls = async () => (await import('@bitacora/core/contract/people-endpoints')).peopleEndpoints;

/** The login has its few calls at hand; every other one comes with `fetchCalls`, which the login never waits for. */
export function createWebClient(transport: Transport): Client {
  const atHand = createClientOf(sessionEndpoints, transport);
  let all: Client | null = null;
  const later = async (name: keyof Client, input: unknown[]) => {
    all ??= createClientOf(await fetchCalls(), transport);
    return (all[name] as (...given: unknown[]) => Promise<unknown>)(...input);
  };
  return new Proxy(atHand as Client, {
    get: (calls, name: keyof Client) => calls[name] ?? ((...input: unknown[]) => later(name, input)),
  });
}
