import { createEndpointClient, type Transport } from '@bitacora/core/client';
import { sessionEndpoints } from '@bitacora/core/contract/account/session-endpoints';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterContextProvider, RouterProvider } from 'react-router-dom';
import { type App, AppContext, routerApp } from './app/app.ts';
import { createIdentityCheck, withIdentityCheck } from './app/identity-check.ts';
import { createNotices } from './app/notice-store.ts';
import { paths } from './app/paths.ts';
import { loginFor, restoreHash } from './app/route-guards.ts';
import { rememberSession } from './app/session-memory.ts';
import { settleCalls } from './app/settle-calls.ts';
import { createIdempotencyKeys, sameOriginTransport, withBackground } from './app/transport.ts';
import { routes } from './routes.tsx';
import { PrimeReact } from './ui/prime-react.tsx';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';

declare global {
  interface Window {
    /** By method, path and body, from `public/theme.js`: what came with the page, and promises of what it asked for. */
    firstAnswers: Map<string, Response | Promise<Response>>;
  }
}
const { firstAnswers } = window;
const takeFirstAnswer: typeof fetch = async (path, init) => {
  const key = `${init?.method}${path}${init?.body ?? ''}`;
  const answer = firstAnswers.get(key);
  firstAnswers.delete(key);
  return answer ? Promise.resolve(answer).catch(() => fetch(path, init)) : fetch(path, init);
};
/** The calls whose answers came with the page. */
const answeredCalls: Promise<unknown>[] = [];
const noteAnswered =
  (send: Transport): Transport =>
  (request) => {
    const { method, path, body } = request;
    const hasCome = firstAnswers.get(method + path + (body ? JSON.stringify(body) : '')) instanceof Response;
    const call = send(request);
    if (hasCome) answeredCalls.push(call);
    return call;
  };

const now = () => new Date();
const tabs = new BroadcastChannel('bitacora');
const idempotencyKeys = createIdempotencyKeys(now);
const pageUserId = () => app.session.pageUserId();
const online = sameOriginTransport(takeFirstAnswer, {
  idempotencyKeys,
  onSessionLost: () => leave(loginFor(window.location, true)),
  pageUserId,
});
/** Where a service worker controls the page, what is read is kept for the time without network, and some acts wait for it. */
const offlineCapable: Transport = async (request) => {
  const offline = navigator.serviceWorker?.controller && (await import('./offline/offline-transport.ts').catch(() => null));
  return offline ? offline.sendOrQueue(online, request, idempotencyKeys, pageUserId()) : online(request);
};
const identityCheck = createIdentityCheck();
const { transport, background } = withBackground(noteAnswered(withIdentityCheck(offlineCapable, identityCheck)));
const loginClient = createEndpointClient(sessionEndpoints, transport);
const leave = (address: string) => {
  app.session.forget();
  void router.navigate(address, { replace: true });
};
const app: App = {
  transport,
  loginClient,
  background,
  session: rememberSession(() => loginClient.readSession(), now),
  notices: createNotices(),
  identityCheck,
  openStream: () => new EventSource('/api/live'),
  publishSession: (userId) => tabs.postMessage(userId),
  now,
};

// What the page shows belongs to a session that another tab ended or replaced.
tabs.onmessage = ({ data: userId }: MessageEvent<number | null>) => {
  const isOthers = app.session.pageUserId() !== null && app.session.pageUserId() !== userId;
  if (isOthers) leave(userId === null ? paths.login : loginFor(window.location, true));
};

restoreHash();
const router = createBrowserRouter(routes, {
  future: { v8_middleware: true },
  getContext: () => new RouterContextProvider(new Map([[routerApp, app]])),
});

const root = document.getElementById('root') as HTMLElement;
// The server's markup stays until the same can be drawn, because `createRoot` empties the element.
const stopWaiting = router.subscribe(async ({ initialized }) => {
  if (!initialized) return;
  stopWaiting();
  await settleCalls(answeredCalls);
  root.inert = false;
  flushSync(() =>
    createRoot(root).render(
      <StrictMode>
        <AppContext value={app}>
          <PrimeReact>
            <RouterProvider router={router} />
          </PrimeReact>
        </AppContext>
      </StrictMode>,
    ),
  );
});
