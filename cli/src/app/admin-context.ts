import type { Writable } from 'node:stream';
import type { Client } from '@bitacora/core/client';
import type { Endpoints, Reply } from '@bitacora/core/contract';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import type { ReportName } from '@bitacora/core/messages/activity-fields';
import { createContext, useContext } from 'react';
import type { Dependencies } from '../dependencies.ts';

/** A screen that another one can open. The components are in `screens.tsx`, which no screen imports. */
export type ScreenRoute =
  | { name: 'menu' | 'import' | 'users' | 'topics' | 'assignments' | 'outbox' | 'doctor' }
  | { name: 'report'; report: ReportName }
  | { name: 'activity'; id: number };

/** What every screen may use after the login. */
export interface AdminScreenContext {
  /** For screens that run a command. */
  dependencies: Dependencies;
  url: string;
  /** A logout revokes no token. */
  isBorrowed: boolean;
  me: Reply<Endpoints['readOwnData']>;
  /** The business day when the app was opened, and its zone. */
  today: CalendarDate;
  zone: string;
  client: Client;
  /** The same client for one long answer, which goes to `sink` as it comes. */
  into(sink: Writable): Client;
  /** The same client in a session, for calls that no token may make. Asks for the password; rejects with `CanceledByUser` without one. */
  asMyself<Result>(use: (client: Client) => Promise<Result>): Promise<Result>;
  now(): Date;
  open(screen: ScreenRoute): void;
  back(): void;
  /** Shows a sentence at the foot of the next screen. */
  notify(sentence: string): void;
  leave(): void;
  logOut(): Promise<void>;
  /** Shows the login, because the server refuses the token. */
  logInAgain(why: string): void;
}

const Context = createContext<AdminScreenContext | null>(null);
export const AdminProvider = Context.Provider;

export function useAdmin(): AdminScreenContext {
  const admin = useContext(Context);
  if (!admin) throw new Error('useAdmin needs a login');
  return admin;
}
