import type { Client } from '@bitacora/core/client';

/** What the sections show, each read when one of them asks for it. */
export const reads = {
  own: (client: Client) => client.readOwnData(),
  preferences: (client: Client) => client.listPreferences(),
  feed: (client: Client) => client.readCalendarFeed(),
  tokens: (client: Client) => client.listTokens(),
  links: (client: Client) => client.listChatLinks(),
  entrances: (client: Client) => client.listChatEntrances(),
  sessions: (client: Client) => client.listOwnSessions(),
  factor: (client: Client) => client.readSecondFactor(),
  absences: (client: Client) => client.listAbsences(),
  push: (client: Client) => client.readPush(),
};
export type Reads = typeof reads;

export interface SectionProps {
  /** Reads a part once. */
  ask: <Name extends keyof Reads>(name: Name) => ReturnType<Reads[Name]>;
}
