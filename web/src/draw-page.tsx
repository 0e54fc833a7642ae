import { createEndpointClient, type WireRequest } from '@bitacora/core/client';
import { sessionEndpoints } from '@bitacora/core/contract/account/session-endpoints';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router-dom';
import { type App, AppContext, routerApp } from './app/app.ts';
import { createIdentityCheck } from './app/identity-check.ts';
import { createNotices } from './app/notice-store.ts';
import { rememberSession } from './app/session-memory.ts';
import { withBackground } from './app/transport.ts';
import { routes } from './routes.tsx';
import { PrimeReact } from './ui/prime-react.tsx';

const STYLE = / style="([^"&]*)"/g;
/** In ms. A screen that awaits a call before it is drawn must not keep the place of its reader. */
const LOADING_MS = 5_000;

interface ReaderSession {
  time_zone: string;
  user_action_deck?: { page_size?: number | null } | null;
}

/** Draws a page for `serve-web.ts` of the API, as the browser draws it until its calls are answered, and returns where its address led. */
export async function drawPage(address: string, session: ReaderSession): Promise<{ path: string; head: string; html: string }> {
  // The router rejects a promise that nobody holds at '//', which would end the process.
  if (!URL.canParse(address, 'http://localhost')) return { path: address, head: '', html: '' };
  const reads: Pick<WireRequest, 'method' | 'path' | 'body'>[] = [];
  const { transport, background } = withBackground(({ method, path, body }) => {
    reads.push({ method, path, body });
    return path === sessionEndpoints.readSession.path ? Promise.resolve({ status: 200, body: session }) : new Promise(() => {});
  });
  // The hour of the company greets, not that of the server.
  const now = () => new Date(new Date().toLocaleString('en-US', { timeZone: session.time_zone }));
  const loginClient = createEndpointClient(sessionEndpoints, transport);
  const shared = { notices: createNotices(), identityCheck: createIdentityCheck(), now };
  // No effect runs here, so nothing asks for the rest.
  const app = { ...shared, transport, background, loginClient, session: rememberSession(() => loginClient.readSession(), now) } as App;
  const router = createMemoryRouter(routes, {
    initialEntries: [address],
    future: { v8_middleware: true },
    getContext: () => new RouterContextProvider(new Map([[routerApp, app]])),
  });
  const late = AbortSignal.timeout(LOADING_MS);
  while (!router.state.initialized)
    await new Promise((resolve, reject) => {
      router.subscribe(resolve);
      late.onabort = () => reject(late.reason);
    });
  router.dispose();
  for (const error of Object.values(router.state.errors ?? {})) throw error;
  const drawn = renderToStaticMarkup(
    <AppContext value={app}>
      <PrimeReact>
        <RouterProvider router={router} />
      </PrimeReact>
    </AppContext>,
  );
  const [title = ''] = /<title>.*?<\/title>/.exec(drawn) ?? [];
  // The policy allows a style element with the nonce, and no style attribute.
  const styles = [...new Set([...drawn.matchAll(STYLE)].map(([, style]) => style))];
  const rules = styles.map((style, index) => `[data-style="${index}"]{${style}}`).join('');
  // Only the browser knows how many rows fill its window.
  const isFit = session.user_action_deck?.page_size === null || address.includes('size=fit');
  const first = isFit ? reads.filter(({ body }) => !Object.hasOwn((body ?? {}) as object, 'pageSize')) : reads;
  const calls = JSON.stringify(first).replaceAll('<', '\\u003c');
  return {
    path: router.state.location.pathname,
    head: `${title}<style nonce="__CSP_NONCE__">${rules}</style><script type="application/json" id="first-calls">${calls}</script>`,
    html: drawn.replace(title, '').replace(STYLE, (_, style) => ` data-style="${styles.indexOf(style)}"`),
  };
}
