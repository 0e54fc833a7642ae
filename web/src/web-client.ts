import { type Client, createClientOf, type Transport } from '@bitacora/core/client';
import { sessionEndpoints } from '@bitacora/core/contract/session-endpoints';

/** The calls of every day. Asked for with the frame, so that no screen's first call waits for it. */
export const fetchDailyCalls = async () => (await import('@bitacora/core/contract/daily-endpoints')).dailyEndpoints;
/** All there are, for the screens that ask for more than Home, lists, reports and consult pages do. */
export const fetchAllCalls = async () => (await import('@bitacora/core/contract/people-endpoints')).peopleEndpoints;

/** Whatever is awaited or returned by a promise is asked for `then` first, and whatever is shown for its symbols. */
const isCall = (name: string | symbol): name is keyof Client => typeof name === 'string' && name !== 'then';

/** The login has its few calls at hand and waits for no other; a call that is not one of every day brings the rest. */
export function createWebClient(transport: Transport): Client {
  const atHand = createClientOf(sessionEndpoints, transport);
  const later = async (name: keyof Client, input: unknown[]) => {
    const daily = await fetchDailyCalls();
    const calls = createClientOf(name in daily ? daily : await fetchAllCalls(), transport) as Client;
    return (calls[name] as (...given: unknown[]) => Promise<unknown>)(...input);
  };
  return new Proxy(atHand as Client, {
    get: (calls, name) => calls[name as keyof Client] ?? (isCall(name) ? (...input: unknown[]) => later(name, input) : undefined),
  });
}
