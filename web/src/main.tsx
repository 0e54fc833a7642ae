import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterContextProvider, RouterProvider } from 'react-router-dom';
import { type App, AppContext, routerApp } from './app.ts';
import { createClients } from './background-client.ts';
import { loginFor } from './route-guards.ts';
import { routes } from './routes.tsx';
import { rememberSession } from './session-memory.ts';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { createIdempotencyKeys } from './idempotency-keys.ts';
import { sameOriginTransport } from './transport.ts';
import { createNotices } from './ui/notices.ts';

const now = () => new Date();
const { client, background } = createClients(
  sameOriginTransport(window.fetch.bind(window), {
    idempotencyKeys: createIdempotencyKeys(now),
    onSessionLost: () => {
      app.session.forget();
      void router.navigate(loginFor(window.location), { replace: true });
    },
    isSamePerson: async () => {
      const before = await app.session.current();
      return (await app.session.reread()).user?.id === before.user?.id;
    },
  }),
);
const app: App = {
  client,
  background,
  session: rememberSession(() => client.readSession(), now),
  notices: createNotices(),
  openStream: () => new EventSource('/api/live'),
  now,
};

const router = createBrowserRouter(routes, {
  future: { v8_middleware: true },
  getContext: () => new RouterContextProvider(new Map([[routerApp, app]])),
});

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <AppContext value={app}>
      <RouterProvider router={router} />
    </AppContext>
  </StrictMode>,
);
