import type { Client } from '@bitacora/core/client';
import { createContext, use } from 'react';
import { createContext as createRouterContext, type RouterContextProvider } from 'react-router-dom';
import type { Background } from './background-client.ts';
import type { LiveStream } from './live/event-stream.ts';
import type { SessionMemory } from './session-memory.ts';
import type { Notices } from './ui/notices.ts';

/** What every screen may ask for. Made once in `main`, or by a test around a fake transport. */
export interface App {
  client: Client;
  background: Background;
  session: SessionMemory;
  notices: Notices;
  /** Opens the stream of what others change. */
  openStream: () => LiveStream;
  /** The person's own clock. Business days come from the session. */
  now: () => Date;
}

/** The app as loaders and gates see it. */
export const routerApp = createRouterContext<App>();
/** The app, for a loader or a gate. React Router types its context only for packages that name it themselves. */
export const appOf = ({ context }: { context: unknown }): App => (context as RouterContextProvider).get(routerApp);

/** The app as components see it. */
export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = use(AppContext);
  if (!app) throw new Error('no App above this component');
  return app;
}
