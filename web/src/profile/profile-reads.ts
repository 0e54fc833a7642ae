import type { Client } from '@bitacora/core/client';
import { once } from '../layout/loaded.tsx';

/** What the sections show, each read when a section first asks for it. */
export const createReads = (client: Client) => ({
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
});

export type SectionProps = { reads: ReturnType<typeof createReads> };
