import type { EndpointClient, Transport } from '@bitacora/core/client';
import type { sessionEndpoints } from '@bitacora/core/contract/account/session-endpoints';
import { createContext, use } from 'react';
import { createContext as createRouterContext, type RouterContextProvider, useRevalidator, useRouteLoaderData } from 'react-router-dom';
import type { IdentityCheck } from './identity-check.ts';
import type { Notice, Notices } from './notice-store.ts';
import type { CurrentUser, Session, SessionMemory } from './session-memory.ts';
import type { Background } from './transport.ts';

/** The part of the browser's EventSource in use; tests give their own. */
export interface LiveStream {
  readonly readyState: number;
  addEventListener(type: string, listener: (event: Event) => void): void;
  close(): void;
}

/** Every screen can use it. `main` makes it once; tests make it around a fake transport. */
export interface App {
  transport: Transport;
  /** The calls of the login. Every other screen has those of `clients.ts`. */
  loginClient: EndpointClient<typeof sessionEndpoints>;
  background: Background;
  session: SessionMemory;
  notices: Notices;
  identityCheck: IdentityCheck;
  /** Opens the stream of changes by other people. */
  openStream: () => LiveStream;
  /** Notifies the other tabs who is logged in here; null after a logout. */
  publishSession: (userId: number | null) => void;
  /** The person's own clock. Business days come from the session. */
  now: () => Date;
}

/** The router's context key of the app. */
export const routerApp = createRouterContext<App>();
/** The app, for loaders and route guards. React Router types its context only for packages that name it themselves. */
export const getApp = ({ context }: { context: unknown }): App => (context as RouterContextProvider).get(routerApp);

/** The React context of the app. */
export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = use(AppContext);
  if (!app) throw new Error('no App above this component');
  return app;
}

/** Returns a function that shows a notice and reloads the screen, after a successful write. */
export function useFinish(): (notice: Notice) => Promise<void> {
  const { notices } = useApp();
  const { revalidate } = useRevalidator();
  return async (notice) => {
    notices.show(notice);
    await revalidate();
  };
}

/** The id of the route that requires a session. */
export const SESSION_ROUTE = 'session';
export const OWN_WORK_ROUTE = 'own-work';

/** The person and the business day. Works only below the route that requires a session. */
export function useSession(): Omit<Session, 'user'> & { user: CurrentUser } {
  const session = useRouteLoaderData<Session>(SESSION_ROUTE);
  if (!session?.user) throw new Error('no session above this component');
  return { ...session, user: session.user };
}
