import type { Writable } from 'node:stream';
import type { Client } from '@bitacora/core/client';
import type { Endpoints, Reply } from '@bitacora/core/contract';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { createContext, useContext } from 'react';
import type { Dependencies } from '../dependencies.ts';
import type { ScreenRoute } from './screens.tsx';

/** What every screen may use once somebody is logged in. */
export interface AdminContext {
  /** What a command would be given. */
  dependencies: Dependencies;
  url: string;
  /** Logging out ends no token. */
  isBorrowed: boolean;
  me: Reply<Endpoints['readOwnData']>;
  /** The business day when the app was opened, and its zone. */
  today: CalendarDate;
  zone: string;
  client: Client;
  /** The same client for one long answer, which goes to `sink` as it comes. */
  into(sink: Writable): Client;
  /** The same client in a session, for what no token may do; asks for the password first. Rejects with `GaveUp` when none is given. */
  asMyself<Result>(use: (client: Client) => Promise<Result>): Promise<Result>;
  now(): Date;
  open(screen: ScreenRoute): void;
  back(): void;
  /** Said at the foot of whatever screen comes. */
  notify(sentence: string): void;
  leave(): void;
  logOut(): Promise<void>;
  /** The token is good no more. */
  logInAgain(why: string): void;
}

const Context = createContext<AdminContext | null>(null);
export const AdminProvider = Context.Provider;

export function useAdmin(): AdminContext {
  const office = useContext(Context);
  if (!office) throw new Error('nobody is logged in');
  return office;
}
