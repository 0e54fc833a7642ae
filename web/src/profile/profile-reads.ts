import type { Client } from '@bitacora/core/client';
import { deferred } from '../layout/loaded.tsx';

/** What the sections show, each read when a section first asks for it. */
export function createReads(client: Client) {
  const once = <Value>(read: () => Promise<Value>) => {
    let promise: Promise<Value> | undefined;
    return () => (promise ??= deferred(read()));
  };
  return {
    own: once(() => client.readOwnData()),
    preferences: once(() => client.listPreferences()),
    feed: once(() => client.readCalendarFeed()),
    tokens: once(() => client.listTokens()),
    links: once(() => client.listChatLinks()),
    entrances: once(() => client.listChatEntrances()),
    sessions: once(() => client.listOwnSessions()),
    factor: once(() => client.readSecondFactor()),
    absences: once(() => client.listAbsences()),
    push: once(() => client.readPush()),
  };
}

export type SectionProps = { reads: ReturnType<typeof createReads> };
